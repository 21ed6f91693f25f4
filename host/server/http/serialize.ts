import * as z from 'zod';

type JsonSchema = { [key: string]: unknown };
export type Serialize = (value: unknown) => string;

/** JSON Schema of a response, in the form fast-json-stringify works best with. */
export function responseSchema(schema: z.ZodType): JsonSchema {
  return simplify({ ...z.toJSONSchema(schema, { target: 'draft-7', io: 'output', unrepresentable: 'any' }) });
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Members that a schema does not declare are left out of the answer, not refused: without `additionalProperties: false`
 * the serializer does just that. `anyOf: [X, null]` becomes a nullable X, which needs no trying out.
 */
function simplify(schema: JsonSchema): JsonSchema {
  const result: JsonSchema = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === '$schema' || (key === 'additionalProperties' && value === false)) continue;
    // Bounds do not matter for writing, and the serializer's validator would have to compile them.
    if (key === 'pattern' || key === 'format') continue;
    if (key === 'properties' || key === 'definitions') {
      const members = Object.entries(isSchema(value) ? value : {});
      result[key] = Object.fromEntries(members.map(([name, one]) => [name, isSchema(one) ? simplify(one) : one]));
    } else if (Array.isArray(value)) {
      result[key] = value.map((one) => (isSchema(one) ? simplify(one) : one));
    } else {
      result[key] = isSchema(value) ? simplify(value) : value;
    }
  }
  const [first, second, ...more]: unknown[] = Array.isArray(result.anyOf) ? result.anyOf : [];
  if (isSchema(first) && isSchema(second) && second.type === 'null' && more.length === 0 && first.type && !first.$ref) {
    return { ...first, nullable: true };
  }
  return result;
}

/** Compiled at the first answer, so that a start does not pay for calls nobody makes. */
export function lazySerializer(schema: z.ZodType): (value: unknown) => string | Promise<string> {
  let write: Serialize | undefined;
  let compiling: Promise<Serialize> | undefined;
  return (value) => {
    if (write) return write(value);
    compiling ??= compile(schema);
    return compiling.then((compiled) => (write = compiled)(value));
  };
}

async function compile(schema: z.ZodType): Promise<Serialize> {
  const { default: build } = await import('fast-json-stringify');
  const write = build({ ...responseSchema(schema), title: 'answer' });
  return (value) => write(value);
}
