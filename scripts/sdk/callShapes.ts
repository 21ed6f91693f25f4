import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { AnyCall } from '../../sdk/contract/call.ts';
import { declared } from '../../sdk/contract/declared.ts';

type Schema = z.core.JSONSchema.BaseSchema;

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && declared in value && value[declared] === 'call';

/** What the calls of a published module take and answer: a line for each field. `file`: its declarations. */
export async function callShapes(folder: string, file: string): Promise<string[]> {
  const script = join(folder, file.replace(/\.d\.ts$/, '.js'));
  const module: Record<string, unknown> = await import(pathToFileURL(script).href);
  return Object.entries(module)
    .filter((entry): entry is [string, AnyCall] => isCall(entry[1]))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, call]) => shapesOf(call).map((line) => `${name} ${line}`));
}

/** Pure: `POST /api/v1/things`, `body.name: string`, `response.things[].id: integer`. A `?` stands where a field may be left out. */
export function shapesOf({ method, path, params, query, body, response }: AnyCall): string[] {
  return [
    `${method} ${path}`,
    ...Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? fieldsOf(part, schemaOf(schema, 'input')) : [],
    ),
    ...fieldsOf('response', schemaOf(response, 'output')),
  ];
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Schema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' });

/** A choice has the lines of all that it may be, so that one more is a line more. */
function fieldsOf(path: string, schema: Schema | boolean): string[] {
  if (typeof schema === 'boolean') return [`${path}: any`];
  const { type, properties, additionalProperties, items, prefixItems, required = [] } = schema;
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (choices.length > 0) return [...new Set(choices.flatMap((choice) => fieldsOf(path, choice)))];
  if (schema.$ref !== undefined) return [`${path}: ${schema.$ref}`];
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
