import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import plugins from 'virtual:plugin-servers';
import { sql } from 'kysely';
import * as z from 'zod';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createJob, readJob } from '@sinter/sdk/contract/scheduling/jobs';
import { resetKeys } from '@sinter/sdk/contract/host/account';
import * as webhooks from '@sinter/sdk/contract/integrations/webhooks';
import { recipes, type Recipe } from '#host/shell/account/recipes/recipes.ts';
import { type Account, type TestServer, testServer } from '#host/server/testing.ts';
import { ball } from '../fixtures/solids.ts';

/** Every recipe beside the API keys does what it says: both its curl and its TypeScript run as they stand. */

let server: TestServer;
let folder: string;
let receiver: Server;
let heard: { body: string; headers: IncomingHttpHeaders }[] = [];
const keys = new Map<Account, string>();

const portOf = (listening: Server): number => {
  const own = listening.address();
  return own !== null && typeof own === 'object' ? own.port : 0;
};

beforeAll(async () => {
  server = await testServer({ plugins, demo: true, worker: true, allowedNetworks: ['127.0.0.1/32'] });
  for (const account of ['admin', 'buyer'] as const) {
    const client = await server.client(account);
    const made = await client.fetch(`${resetKeys.path}?which=USER&overlapHours=0`);
    keys.set(account, resetKeys.response.parse(await made.json()).userKey ?? '');
  }
  folder = await mkdtemp(join(tmpdir(), 'sinter-recipes-'));
  await writeFile(join(folder, 'bracket.stl'), ball(10, 12));
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      heard.push({ body: Buffer.concat(chunks).toString(), headers: request.headers });
      response.writeHead(204).end();
    });
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
}, 120_000);
afterAll(async () => {
  receiver.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

type Variables = Record<string, string>;
const recipe = (id: Recipe['id']): Recipe => {
  const found = recipes.find((one) => one.id === id);
  if (!found) throw new Error(`There is no recipe ${id}.`);
  return found;
};
const settings = (account: Account): Variables => ({
  ...{ SITE: server.url, API_KEY: keys.get(account) ?? '' },
  RECEIVER: `http://127.0.0.1:${portOf(receiver)}/erp`,
});
const run = promisify(execFile);

/** What is at `0.process.id` of an answer. */
const at = (answer: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => Object.entries(Object(value)).find(([one]) => one === name)?.[1], answer);

/** Each command after the other; answers what the last one printed. */
async function curl({ curl: steps }: Recipe, variables: Variables): Promise<unknown> {
  const known = { ...variables };
  let answer: unknown;
  for (const step of steps) {
    const { stdout } = await run('bash', ['-ec', step.run], { cwd: folder, env: { ...process.env, ...known } });
    answer = JSON.parse(stdout);
    expect(at(answer, 'code'), stdout).toBeUndefined();
    for (const [name, path] of Object.entries(step.sets ?? {})) known[name] = String(at(answer, path));
  }
  return answer;
}

const program = (text: string): string[] => ['--input-type=module', '-e', text];
const typescript = async ({ typescript: text }: Recipe, variables: Variables): Promise<string> => {
  const { stdout } = await run(process.execPath, program(text), { cwd: folder, env: { ...process.env, ...variables } });
  return stdout;
};

it('asks for a quote of a part that it uploads', { timeout: 60_000 }, async () => {
  expect(await curl(recipe('quote'), settings('buyer'))).toMatchObject({
    displayTitle: 'Bracket',
    rfqFileDTOs: [{ quantity: 10 }],
  });
  expect(await typescript(recipe('quote'), settings('buyer'))).toMatch(/^Order \d+: [A-Z_]+, \d+ quotes\n$/);
});

it('makes a webhook and tries it', { timeout: 60_000 }, async () => {
  expect(await curl(recipe('follow'), settings('admin'))).toMatchObject({ deliveries: [{ state: 'DELIVERED' }] });
  expect(heard).toHaveLength(1);
  expect(await typescript(recipe('follow'), settings('admin'))).toMatch(/^SECRET=whsec_\S+\nTest: DELIVERED\n$/);
  expect(heard).toHaveLength(2);
});

it('verifies what a webhook is sent, and nothing else', { timeout: 60_000 }, async () => {
  const admin = await server.client('admin');
  const make = (url: string) =>
    admin.call(webhooks.createWebhook, { body: { name: 'Verified', url, events: ['order'] } });
  const test = ({ id }: { id: number }) =>
    admin.call(webhooks.actOnWebhook, { params: { id, type: 'TEST' }, body: {} });

  heard = [];
  const first = await make(settings('admin')['RECEIVER'] ?? '');
  await test(first);
  const [message] = heard;
  const variables = {
    ...{ SECRET: first.secret ?? '', BODY: message?.body ?? '' },
    ID: String(message?.headers['webhook-id']),
    TIMESTAMP: String(message?.headers['webhook-timestamp']),
    SIGNATURES: String(message?.headers['webhook-signature']),
  };
  expect(await curl(recipe('verify'), variables)).toEqual({ verified: true });
  expect(await curl(recipe('verify'), { ...variables, BODY: `${variables.BODY} ` })).toEqual({ verified: false });

  const free = createServer();
  await once(free.listen(0, '127.0.0.1'), 'listening');
  const port = String(portOf(free));
  await new Promise((closed) => free.close(closed));
  const second = await make(`http://127.0.0.1:${port}/`);
  const listening = (secret: string): ChildProcess =>
    spawn(process.execPath, program(recipe('verify').typescript), {
      env: { ...process.env, PORT: port, SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  for (const [secret, code] of [
    [second.secret ?? '', 204],
    [first.secret ?? '', 401],
  ] as const) {
    const child = listening(secret);
    await expect.poll(async () => (await test(second)).delivery?.answer?.code, { timeout: 20_000 }).toBe(code);
    child.kill();
    await once(child, 'exit');
  }
});

it('books when a job began and ended, and how long it took', { timeout: 60_000 }, async () => {
  const admin = await server.client('admin');
  // A machine that runs nothing now, and a material of it.
  const { rows } = await sql<{ id: number; material: number }>`
    select e.id, min(m.material_id)::int as material from equipment e join equipment_material m on m.equipment_id = e.id
    where e.facility_id = ${server.world.rootFacilityId} and not e.hidden
      and not exists (select 1 from job j where j.equipment_id = e.id and j.status in ('IN_PROGRESS', 'PAUSED'))
    group by e.id order by e.id limit 1
  `.execute(server.services.db);
  const start = Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 200 * 86_400_000;
  const planned = async (index: number) => {
    const { id, material } = rows[0] ?? { id: 0, material: 0 };
    const from = start + index * 86_400_000;
    const job = await admin.call(createJob, {
      body: {
        ...{ eventId: crypto.randomUUID(), jobName: 'Test build' },
        ...{ equipmentDTO: { id }, materialDTO: { id: material } },
        ...{ fromDate: String(from), toDate: String(from + 4 * 3_600_000) },
      },
    });
    return String(job.id);
  };
  const [first, second] = [await planned(0), await planned(1)];
  expect(await curl(recipe('times'), { ...settings('admin'), JOB: first })).toMatchObject({
    ...{ jobStatus: 'COMPLETED', actualTime: '6.5' },
  });
  expect(await typescript(recipe('times'), { ...settings('admin'), JOB: second })).toBe('COMPLETED after 6.5 hours\n');
  expect(await admin.call(readJob, { params: { id: Number(second) } })).toMatchObject({ actualTime: '6.5' });
});

it('reads shipments and the papers of their orders', { timeout: 60_000 }, async () => {
  const { documents } = z
    .object({ documents: z.array(z.unknown()) })
    .parse(await curl(recipe('shipments'), settings('admin')));
  const printed = await typescript(recipe('shipments'), settings('admin'));
  expect(printed).toMatch(/^shipment \d+ [A-Z_]+\n/);
  expect(printed).toMatch(/^order \d+ invoice-draft/m);
  expect(documents.length).toBeGreaterThan(0);
});
