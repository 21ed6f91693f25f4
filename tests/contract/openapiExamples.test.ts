import areas from 'virtual:contract-areas';
import plugins from 'virtual:plugin-servers';
import * as z from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyCall, errorCatalogue } from '@sinter/sdk/contract';
import { errorBodySchema } from '@sinter/sdk/contract/errors';
import { isReading } from '@sinter/sdk/contract/scopes';
import { registered } from '#host/server/contract.ts';
import { openApiDocument } from '#host/server/health/openapi.ts';
import { type Account, type TestClient, type TestServer, testServer } from '#host/server/testing.ts';

/** What the API's document shows as examples is what a server takes and gives: every request of it is sent to one. */

const { calls } = registered(plugins, areas);
// As whoever reads it gets it.
const document: unknown = JSON.parse(JSON.stringify(openApiDocument(calls)));
const content = z
  .object({
    'application/json': z.object({ schema: z.unknown(), example: z.unknown().optional() }),
    'multipart/form-data': z.unknown(),
  })
  .partial();
const operationSchema = z.object({
  operationId: z.string(),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean(), example: z.unknown().optional() }))
    .default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.object({ 200: z.object({ content }) }),
});
const { paths, components } = z
  .object({
    paths: z.record(z.string(), z.record(z.string(), operationSchema)),
    components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
  })
  .parse(document);
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);
type Operation = (typeof operations)[number];

const byId = new Map<string, AnyCall>(calls.map((call) => [call.id, call]));
/** What ends the session that sends it, or changes what its person may, comes last. */
const turnOf = ({ operation: { operationId } }: Operation): number => {
  const call = byId.get(operationId);
  if (!call) return 0;
  return (call.owner === 'host' || call.owner === 'admin' ? 2 : 0) + (isReading(call) ? 0 : 1);
};
operations.sort((one, other) => turnOf(one) - turnOf(other));

/** The document's own schema; a recursive one, which is in a place of its own there, as the call has it. */
function schemaOf(schema: unknown, call?: AnyCall): z.ZodType {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    // What reads it here knows no Unicode classes.
    key === 'pattern' && String(value).includes('\\p{') ? undefined : value,
  );
  return call && text.includes('"$ref"') ? call.response : z.fromJSONSchema(JSON.parse(text));
}

const counts = new Map<string, number>();
let server: TestServer;
const clients = new Map<Account, TestClient>();

beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
}, 120_000);
afterAll(async () => {
  const told = [...counts].toSorted(([, one], [, other]) => other - one).map(([code, count]) => `${count} ${code}`);
  console.log(`${operations.length} examples were sent: ${told.join(', ')}.`);
  await server.stop();
});

/** Who sends it; somebody who was signed out by an example signs in again. */
async function sendAs(account: Account, one: Operation) {
  const known = clients.get(account);
  const sent = known && (await send(one, known));
  if (sent && sent.response.status !== 401) return sent;
  const client = await server.client(account);
  clients.set(account, client);
  return send(one, client);
}

async function send({ path, method, operation }: Operation, client: TestClient) {
  let address = path;
  const query = new URLSearchParams();
  for (const { name, in: place, example } of operation.parameters) {
    if (example === undefined) continue;
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(String(example)));
    if (place === 'query') for (const one of [example].flat()) query.append(name, String(one));
  }
  const body = operation.requestBody?.content['application/json']?.example;
  const isForm = operation.requestBody && 'multipart/form-data' in operation.requestBody.content;
  const leaving = new AbortController();
  const response = await client.fetch(query.size > 0 ? `${address}?${query}` : address, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    ...(isForm ? { body: someFile() } : {}),
    redirect: 'manual',
    signal: leaving.signal,
  });
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const answer: unknown = isJson ? await response.json() : undefined;
  if (!isJson) leaving.abort();
  return { response, answer };
}

function someFile(): FormData {
  const form = new FormData();
  form.append('file', new Blob(['solid part']), 'part.stl');
  return form;
}

const isRefused = (status: number) => status === 401 || status === 403;

describe('every example of the API document', () => {
  it('is there', () => {
    const lacking = operations.filter(({ operation: { parameters, requestBody, responses } }) => {
      const asked = requestBody && 'application/json' in requestBody.content ? [requestBody.content] : [];
      const answered = 'application/json' in responses[200].content ? [responses[200].content] : [];
      return (
        [...asked, ...answered].some((one) => one['application/json']?.example === undefined) ||
        parameters.some((one) => one.in !== 'header' && one.required && one.example === undefined)
      );
    });
    expect(lacking.map(({ operation }) => operation.operationId)).toEqual([]);
  });

  it.each(operations.map((one) => [one.operation.operationId, one] as const))('%s', async (id, one) => {
    const shown = one.operation.responses[200].content['application/json'];
    const answerOf = shown && schemaOf(shown.schema, byId.get(id));
    // The example of an answer is one.
    if (shown && answerOf) expect(answerOf.safeParse(shown.example).error).toBeUndefined();
    let sent = await sendAs('admin', one);
    if (isRefused(sent.response.status)) sent = await sendAs('buyer', one);
    const { response, answer } = sent;
    if (response.ok || response.status < 400) {
      counts.set('carried out', (counts.get('carried out') ?? 0) + 1);
      if (answerOf && answer !== undefined) expect(answerOf.safeParse(answer).error).toBeUndefined();
      return;
    }
    // A page, for whoever opened it as one.
    if (answer === undefined) return expect(response.status).toBe(404);
    const { code } = errorBodySchema.parse(answer);
    counts.set(code, (counts.get(code) ?? 0) + 1);
    expect(errorCatalogue[code].status).toBe(response.status);
    expect(schemaOf(components.schemas['Error']).safeParse(answer).error).toBeUndefined();
    // It can be read and fits the schemas: what is refused is what there is not, or may not be done.
    expect(['INTERNAL', 'MALFORMED_BODY', 'CSRF', ...(byId.get(id)?.unfinished ? [] : ['UNFINISHED'])]).not.toContain(
      code,
    );
  });
});
