import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyCall } from '@sinter/sdk/contract';
import { getUser, loginSsoConfig } from '@sinter/sdk/contract/host/session';
import { searchOrders } from '@sinter/sdk/contract/orders/orders';
import * as z from 'zod';
import { responseSchema } from '#host/server/http/serialize.ts';
import { type Answer, type Caller, createCaller, expectOk, type Session, signIn, usage } from './caller.ts';
import { costUnder, type Figure, type Table } from './figure.ts';
import { bundle, emptyFolder, type Program, startProduct, startProgram } from './program.ts';
import { inRounds, median } from './statistics.ts';

const search = { searchString: '', searchFilters: {} };

const endpoints = { anybody: loginSsoConfig, signedIn: getUser, search: searchOrders };
type Endpoint = keyof typeof endpoints;

const calls: Record<Endpoint, (caller: Caller) => Promise<Answer>> = {
  anybody: (caller) => caller.get(endpoints.anybody.path),
  signedIn: (caller) => caller.get(endpoints.signedIn.path),
  search: (caller) => caller.post(`${endpoints.search.path}?page=0&size=15`, search),
};

/**
 * What is compared, in this order. Nothing but `search` reaches the database, except to see every few seconds that what is
 * remembered still holds. Of searches there are so few that one person may make them in a minute.
 */
const rows: { name: string; endpoint: Endpoint; logs: boolean; requests: number; atLeast?: number }[] = [
  { name: 'GET login-sso-config: framework', endpoint: 'anybody', logs: false, requests: 4000, atLeast: 0.6 },
  { name: 'GET login-sso-config: and a log line', endpoint: 'anybody', logs: true, requests: 4000, atLeast: 0.6 },
  { name: 'GET getUser: and a session', endpoint: 'signedIn', logs: true, requests: 4000, atLeast: 0.6 },
  { name: 'POST orders/search: and two queries', endpoint: 'search', logs: true, requests: 150 },
];

/** CPU time that a request costs the server process, beside a bare fastify with the same answers. */
export async function endpointCost(rounds: number): Promise<Table> {
  const folder = emptyFolder('endpoints');
  const data = join(folder, 'data');
  const started = [await startProduct(data), await startProduct(data, { LOG_LEVEL: 'warn' })] as const;
  const [logging, silent] = started;
  let floor: Program | undefined;
  try {
    const session = await signIn(logging.url, 'planner');
    const sampler = createCaller(logging.url, session);
    const answers = [];
    for (const name of ['anybody', 'signedIn', 'search'] as const)
      answers.push(sameAs(endpoints[name], visitorOf(session, name), await calls[name](sampler)));
    sampler.close();
    const file = join(folder, 'answers.json');
    writeFileSync(file, JSON.stringify(answers));
    floor = await startProgram([await bundle('floor/server'), file]);

    const figures: Figure[] = [];
    for (const { name, endpoint, logs, requests, atLeast } of rows) {
      const visitor = visitorOf(session, endpoint);
      const callers = [floor.url, (logs ? logging : silent).url].map((url) => {
        const caller = createCaller(url, visitor);
        return { url, caller, call: () => calls[endpoint](caller), costs: [] as number[] };
      });
      for (const { call } of callers) await repeat(call, requests / 2);
      const measures = callers.map(
        ({ url, call, costs }) =>
          async () =>
            costs.push(await costOf(call, requests, url)),
      );
      await inRounds(rounds, ...measures);
      const [bare = 0, ours = 0] = callers.map(({ costs }) => median(costs));
      callers.forEach(({ caller }) => caller.close());
      figures.push({ name, unit: 'us', ...costUnder(bare, ours), target: { atLeast } });
    }
    return {
      subject: 'Endpoint cost',
      note: 'CPU of the server process per request; floor: bare fastify that reads the same cookies, checks and writes by the same schemas and sends the same headers; ratio: floor / measured.',
      figures,
    };
  } finally {
    await floor?.stop();
    for (const program of started) await program.stop();
  }
}

/** `anybody` is a browser that was here before, and in which nobody is signed in. */
const visitorOf = (session: Session, endpoint: Endpoint): Session =>
  endpoint === 'anybody' ? { ...session, cookie: `XSRF-TOKEN=${session['x-xsrf-token']}` } : session;

/** Headers that a server sends of its own accord. */
const ownHeaders = new Set(['content-type', 'content-length', 'connection', 'date', 'keep-alive', 'x-request-id']);
const schemaOf = (schema: z.ZodType | undefined) =>
  schema && z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });

/** What a bare server needs to answer the same to the same request, checked by the same schemas. */
function sameAs({ method, path, query, body, response }: AnyCall, visitor: Session, { headers, text }: Answer) {
  return {
    method,
    url: path,
    schema: { querystring: schemaOf(query), body: schemaOf(body), response: { 200: responseSchema(response) } },
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.has(name))),
    cookies: visitor.cookie.split('; ').map((cookie) => cookie.split('=')[0]),
    body: JSON.parse(text) as unknown,
  };
}

async function repeat(call: () => Promise<Answer>, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) await expectOk(call());
}

/** Microseconds. */
async function costOf(call: () => Promise<Answer>, times: number, url: string): Promise<number> {
  const before = await usage(url);
  await repeat(call, times);
  const after = await usage(url);
  return ((after.cpuSeconds - before.cpuSeconds) * 1e6) / times;
}
