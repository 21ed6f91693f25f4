import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, type Caller, createCaller, expectOk, signIn, usage } from './caller.ts';
import { costUnder, type Figure, type Table } from './figure.ts';
import { bundle, emptyFolder, type Program, startProduct, startProgram } from './program.ts';
import { inRounds, median } from './statistics.ts';

const search = { searchString: '', searchFilters: {} };

/** What each endpoint is there to show. */
const endpoints = [
  {
    name: 'GET login-sso-config, anybody (framework only)',
    method: 'GET',
    url: '/api/v1/misc/login-sso-config',
    call: (caller: Caller): Promise<Answer> => caller.get('/api/v1/misc/login-sso-config'),
    target: { atLeast: 0.5 },
    requests: 4000,
  },
  {
    name: 'GET getUser, signed in (cached session)',
    method: 'GET',
    url: '/api/v1/users/getUser',
    call: (caller: Caller): Promise<Answer> => caller.get('/api/v1/users/getUser'),
    target: { atLeast: 0.5 },
    requests: 4000,
  },
  {
    name: 'POST orders/search, 15 orders (with the database client)',
    method: 'POST',
    url: '/api/v3/orders/search',
    call: (caller: Caller): Promise<Answer> => caller.post('/api/v3/orders/search?page=0&size=15', search),
    requests: 400,
  },
];

/** CPU time that a request costs the server process, beside a bare fastify with the same answers. */
export async function endpointCost(rounds: number): Promise<Table> {
  const folder = emptyFolder('endpoints');
  const product = await startProduct(join(folder, 'data'));
  let floor: Program | undefined;
  try {
    const session = await signIn(product.url, 'planner');
    const ours = createCaller(product.url, session);
    const answers = [];
    for (const { method, url, call } of endpoints)
      answers.push({ method, url, body: JSON.parse(await expectOk(call(ours))) as unknown });
    const file = join(folder, 'answers.json');
    writeFileSync(file, JSON.stringify(answers));
    floor = await startProgram([await bundle('floor/server'), file]);
    const bare = createCaller(floor.url, session);

    const figures: Figure[] = [];
    for (const { name, call, target, requests } of endpoints) {
      for (const caller of [ours, bare]) await repeat(() => call(caller), requests / 2);
      const costs = { bare: [] as number[], ours: [] as number[] };
      const { url } = floor;
      await inRounds(
        rounds,
        async () => costs.bare.push(await costOf(() => call(bare), requests, url)),
        async () => costs.ours.push(await costOf(() => call(ours), requests, product.url)),
      );
      figures.push({ name, unit: 'us', ...costUnder(median(costs.bare), median(costs.ours)), target });
    }
    ours.close();
    bare.close();
    return {
      subject: 'Endpoint cost',
      note: 'CPU of the server process per request, one log line each; floor: bare fastify with the same answer; ratio: floor / measured.',
      figures,
    };
  } finally {
    await floor?.stop();
    await product.stop();
  }
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
