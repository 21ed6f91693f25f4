import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { AnyCall } from '../../sdk/contract/call.ts';
import { declared } from '../../sdk/contract/declared.ts';

type Schema = z.core.JSONSchema.BaseSchema;
type Names = z.core.$ZodRegistry<{ id: string }>;

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && declared in value && value[declared] === 'call';

/**
 * What calls take and answer: a line for each field, by the module of the contract that exports it. A schema that is exported under
 * a name of its own is told once, and named elsewhere. `files`: declarations in the published SDK.
 */
export async function callShapes(folder: string, files: readonly string[]): Promise<Map<string, string[]>> {
  const exported: { file: string; name: string; value: unknown }[] = [];
  for (const file of files) {
    const script = join(folder, file.replace(/\.d\.ts$/, '.js'));
    const module: Record<string, unknown> = await import(pathToFileURL(script).href);
    for (const name of Object.keys(module).sort()) exported.push({ file, name, value: module[name] });
  }
  const names: Names = z.registry();
  const taken = new Set<string>();
  for (const { file, name, value } of exported) {
    if (!(value instanceof z.ZodType) || names.has(value)) continue;
    const id = taken.has(name) ? `${file.replace(/\.\w.*$/, '')}.${name}` : name;
    taken.add(id);
    names.add(value, { id });
  }
  const shapes = new Map<string, string[]>();
  for (const { file, name, value } of exported) {
    const lines = isCall(value)
      ? shapesOf(value, names)
      : value instanceof z.ZodType
        ? fieldsOf('', schemaOf(value, 'input', names))
        : [];
    shapes.set(file, [...(shapes.get(file) ?? []), ...lines.map((line) => `${name} ${line}`)]);
  }
  return shapes;
}

/** Pure: `POST /api/v1/things`, `body.name: string`, `response.things[].id: integer`. A `?` stands where a field may be left out. */
export function shapesOf({ method, path, params, query, body, response }: AnyCall, names?: Names): string[] {
  return [
    `${method} ${path}`,
    ...Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? partOf(part, schema, 'input', names) : [],
    ),
    ...partOf('response', response, 'output', names),
  ];
}

function partOf(part: string, schema: z.ZodType, io: 'input' | 'output', names: Names | undefined): string[] {
  const name = names?.get(schema);
  return name ? [`${part}: ${name.id}`] : fieldsOf(part, schemaOf(schema, io, names));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output', metadata: Names | undefined): Schema {
  const whole = z.toJSONSchema(schema, { io, unrepresentable: 'any', ...(metadata && { metadata }) });
  // One that has a name is only pointed at.
  const own = whole.$ref && whole.$defs?.[nameIn(whole.$ref)];
  return own || whole;
}

const nameIn = (reference: string): string => reference.replace('#/$defs/', '');

/** A choice has the lines of all that it may be, so that one more is a line more. */
function fieldsOf(path: string, schema: Schema | boolean): string[] {
  if (typeof schema === 'boolean') return [`${path}: any`];
  const { type, properties, additionalProperties, items, prefixItems, required = [] } = schema;
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (choices.length > 0) return [...new Set(choices.flatMap((choice) => fieldsOf(path, choice)))];
  if (schema.$ref !== undefined) return [`${path}: ${nameIn(schema.$ref)}`];
  if (schema.const !== undefined) return [`${path}: ${JSON.stringify(schema.const)}`];
  if (schema.enum) return schema.enum.map((value) => `${path}: ${JSON.stringify(value)}`);
  if (properties) {
    return Object.entries(properties).flatMap(([name, field]) =>
      fieldsOf(`${path}.${name}${required.includes(name) ? '' : '?'}`, field),
    );
  }
  if (additionalProperties !== undefined && typeof additionalProperties !== 'boolean')
    return fieldsOf(`${path}.*`, additionalProperties);
  if (prefixItems) return prefixItems.flatMap((item, at) => fieldsOf(`${path}[${at}]`, item));
  if (items !== undefined && !Array.isArray(items)) return fieldsOf(`${path}[]`, items);
  const types: readonly string[] = Array.isArray(type) ? type : [type ?? 'any'];
  return types.map((one) => `${path}: ${one}`);
}
