import * as z from 'zod';
import { type AnyCall, calls, errorBodySchema, errorCatalogue } from '@sinter/sdk/contract';
import packageJson from '../../../package.json' with { type: 'json' };
import { csrfCookie, csrfHeader, sessionCookie } from '../http/cookies.ts';
import { changesState } from '../http/csrf.ts';

type Json = { [key: string]: unknown };

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = { ...z.toJSONSchema(schema, { target: 'openapi-3.0', io, unrepresentable: 'any' }) };
  return rest;
};

/** The members of an object schema as parameters. */
function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties, required } = z
    .object({ properties: z.record(z.string(), z.unknown()).default({}), required: z.array(z.string()).default([]) })
    .parse(schemaOf(schema, 'input'));
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: one,
  }));
}

function bodyOf(call: AnyCall): Json | undefined {
  if (call.accepts === 'multipart') {
    const file = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] };
    return { required: true, content: { 'multipart/form-data': { schema: file } } };
  }
  if (!call.body) return undefined;
  return { required: true, content: { 'application/json': { schema: schemaOf(call.body, 'input') } } };
}

function answerOf(call: AnyCall): Json {
  if (call.produces === 'stream') {
    return { description: 'The bytes', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };
  }
  if (call.produces === 'event-stream') {
    return { description: 'Server-sent events', content: { 'text/event-stream': { schema: { type: 'string' } } } };
  }
  return { description: 'Success', content: { 'application/json': { schema: schemaOf(call.response, 'output') } } };
}

function operationOf(call: AnyCall): Json {
  const csrf = { name: csrfHeader.toUpperCase(), in: 'header', required: true, schema: { type: 'string' } };
  const body = bodyOf(call);
  return {
    operationId: call.id,
    tags: [call.owner],
    summary: call.summary,
    parameters: [
      ...parametersOf(call.params, 'path'),
      ...parametersOf(call.query, 'query'),
      ...(changesState(call) ? [csrf] : []),
    ],
    ...(body && { requestBody: body }),
    responses: {
      200: answerOf(call),
      default: {
        description: 'Failure',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
    ...(call.guard.kind === 'public' && { security: [] }),
    'x-guard': call.guard,
    ...(call.flag && { 'x-flag': call.flag }),
    ...(call.unfinished && { 'x-unfinished': true }),
  };
}

/** OpenAPI 3.0 of everything that is declared. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(call) };
  }
  const codes = Object.entries(errorCatalogue).map(
    ([code, { status, message }]) => `- ${code} (${status}): ${message}`,
  );
  return {
    openapi: '3.0.3',
    info: {
      title: 'Sinter',
      version: packageJson.version,
      description: `Every call of the platform. Codes of failures:\n\n${codes.join('\n')}`,
    },
    tags: [...new Set(calls.map((call) => call.owner))].map((name) => ({ name })),
    security: [{ session: [] }, { bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description: `Changing calls also send the value of the cookie ${csrfCookie} as the header ${csrfHeader.toUpperCase()}.`,
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'The access_token of GET /api/v1/oauth2/token.' },
      },
      schemas: { Error: schemaOf(errorBodySchema, 'output') },
    },
  };
}
