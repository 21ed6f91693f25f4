import * as z from 'zod';
import type { AnyCall } from './call.ts';
import { errorBodySchema, errorCatalogue } from './errors.ts';
import type { FlagKey } from './flags.ts';
import type { Guard } from './guard.ts';
import { sampleOf } from './samples.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

export interface OpenApiParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
  example?: unknown;
}

interface Content {
  [mediaType: string]: { schema: JsonSchema; example?: unknown };
}

/** An answer of an operation. The server fills `headers`. */
export interface OpenApiResponse {
  description: string;
  headers?: Record<string, { $ref: string }>;
  content: Content;
}

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: OpenApiParameter[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, OpenApiResponse | { $ref: string }>;
  /** Addresses of the API; empty means the document's own. The server fills it. */
  security?: Record<string, string[]>[];
  'x-guard': Guard;
  'x-owner': string;
  'x-flag'?: FlagKey;
  'x-unfinished'?: true;
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string };
  tags: { name: string }[];
  /** Operations by path, then by method in small letters. */
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, OpenApiResponse>;
  };
}

const json = (schema: JsonSchema, example?: unknown): Content => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
});
const bytes: JsonSchema = { type: 'string', contentMediaType: 'application/octet-stream' };

/**
 * The OpenAPI 3.1 document of `calls`, with an example of every request and answer. Pure: the same calls give the same
 * document.
 */
export function openApiDocument(calls: readonly AnyCall[], info: { title: string; version: string }): OpenApiDocument {
  const errorSchema = errorBodySchema.extend({ code: z.enum(Object.keys(errorCatalogue)) });
  const schemas: Record<string, JsonSchema> = { Error: toJson(errorSchema, 'output') };

  /** Recursive schemas point into themselves, which only works from a place of their own. */
  const place = (name: string, schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    const plain = toJson(schema, io);
    const home = `#/components/schemas/${name}`;
    const text = JSON.stringify(plain);
    if (!text.includes('"$ref":"#')) return plain;
    schemas[name] = JSON.parse(text.replaceAll('"$ref":"#', `"$ref":"${home}`));
    return { $ref: home };
  };

  const paths: OpenApiDocument['paths'] = {};
  for (const call of calls) {
    const operations = (paths[call.path] ??= {});
    operations[call.method.toLowerCase()] = operation(call, place);
  }

  return {
    openapi: '3.1.0',
    info,
    tags: [...new Set(calls.map((call) => call.owner))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      responses: {
        Error: { description: 'Refused or failed', content: json({ $ref: '#/components/schemas/Error' }) },
      },
    },
  };
}

const recordSchema = z.record(z.string(), z.unknown());

type Place = (name: string, schema: z.ZodType, io: 'input' | 'output') => JsonSchema;

function operation(call: AnyCall, place: Place): OpenApiOperation {
  const parameters = [...parametersOf(call.params, 'path'), ...parametersOf(call.query, 'query')];
  return {
    operationId: call.id,
    summary: call.summary,
    tags: [call.owner],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBody(call, place),
    responses: {
      '200': { description: 'Success', content: responseContent(call, place) },
      default: { $ref: '#/components/responses/Error' },
    },
    'x-guard': call.guard,
    'x-owner': call.owner,
    ...(call.flag ? { 'x-flag': call.flag } : {}),
    ...(call.unfinished ? { 'x-unfinished': true } : {}),
  };
}

function requestBody(call: AnyCall, place: Place): Pick<OpenApiOperation, 'requestBody'> {
  if (call.accepts === 'multipart') {
    const form: JsonSchema = { type: 'object', properties: { file: bytes }, required: ['file'] };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } };
  }
  if (call.accepts === 'signed') {
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema: bytes } } } };
  }
  if (!call.body) return {};
  const schema = place(`${call.id}.request`, call.body, 'input');
  return { requestBody: { required: true, content: json(schema, sampleOf(call.body)) } };
}

function responseContent(call: AnyCall, place: Place): Content {
  if (call.produces === 'stream') return { 'application/octet-stream': { schema: bytes } };
  if (call.produces === 'event-stream') return { 'text/event-stream': { schema: { type: 'string' } } };
  return json(place(`${call.id}.response`, call.response, 'output'), call.response.parse(sampleOf(call.response)));
}

function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query'): OpenApiParameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJson(schema, 'input');
  const examples = recordSchema.parse(sampleOf(schema));
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: required.includes(name),
    schema: typeof property === 'boolean' ? {} : property,
    ...(name in examples ? { example: examples[name] } : {}),
  }));
}

function toJson(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { target: 'draft-2020-12', io });
  return plain;
}
