import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, type Caller, createCaller, expectOk, type Session, signIn, usage } from './caller.ts';
import { costUnder, type Figure, type Table } from './figure.ts';
import { bundle, emptyFolder, type Program, startProduct, startProgram } from './program.ts';
import { inRounds, median } from './statistics.ts';

const search = { searchString: '', searchFilters: {} };

const endpoints = {
  anybody: { method: 'GET', url: '/api/v1/misc/login-sso-config' },
  signedIn: { method: 'GET', url: '/api/v1/users/getUser' },
  search: { method: 'POST', url: '/api/v3/orders/search' },
};
type Endpoint = keyof typeof endpoints;

const calls: Record<Endpoint, (caller: Caller) => Promise<Answer>> = {
  anybody: (caller) => caller.get(endpoints.anybody.url),
  signedIn: (caller) => caller.get(endpoints.signedIn.url),
  search: (caller) => caller.post(`${endpoints.search.url}?page=0&size=15`, search),
};

/** What is compared, in this order. Nothing but `search` reaches the database, except to see that the session holds. */
const rows: { name: string; endpoint: Endpoint; logs: boolean; requests: number; atLeast?: number }[] = [
  { name: 'GET login-sso-config: framework', endpoint: 'anybody', logs: false, requests: 4000, atLeast: 0.6 },
  { name: 'GET login-sso-config: and a log line', endpoint: 'anybody', logs: true, requests: 4000, atLeast: 0.5 },
  { name: 'GET getUser: and a session', endpoint: 'signedIn', logs: true, requests: 4000, atLeast: 0.5 },
  { name: 'POST orders/search: and two queries', endpoint: 'search', logs: true, requests: 400 },
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
      answers.push({ ...endpoints[name], body: JSON.parse(await expectOk(calls[name](sampler))) as unknown });
    sampler.close();
    const file = join(folder, 'answers.json');
    writeFileSync(file, JSON.stringify(answers));
    floor = await startProgram([await bundle('floor/server'), file]);

    const figures: Figure[] = [];
    for (const { name, endpoint, logs, requests, atLeast } of rows) {
      const visitor = endpoint === 'anybody' ? anonymous(session) : session;
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
      note: 'CPU of the server process per request; floor: bare fastify with the same answer; ratio: floor / measured.',
      figures,
    };
  } finally {
    await floor?.stop();
    for (const program of started) await program.stop();
  }
}

/** A browser that was here before, and in which nobody is signed in. */
const anonymous = (session: Session): Session => ({ ...session, cookie: `XSRF-TOKEN=${session['x-xsrf-token']}` });

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
