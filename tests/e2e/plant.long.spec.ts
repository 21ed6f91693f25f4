import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createConnector,
  listConnectors,
  removeConnector,
  runConnector,
  updateConnector,
  type ConnectorDraft,
} from '@sinter/sdk/contract/connectivity/connectors';
import { linkPrint, listLinkable, readTimeline, readWall } from '@sinter/sdk/contract/connectivity/machines';
import type { MachineState } from '@sinter/sdk/contract/connectivity/states';
import { startApp, type App } from './app.ts';
import { signedIn, type Client } from './http.ts';
import { figures, measurable } from './leaks.ts';
import { people } from './people.ts';
import { expect, test } from './test.ts';

/**
 * A plant of fourteen machines behind real addresses, with the scheduler open, while the power fails three times: what the agent has noted of its
 * machines is on their timelines, once and in its order, and neither the page nor the server grows.
 * `PLANT_MINUTES=30 npm run test:long` runs it for as long as one likes.
 */
const minutes = Number(process.env['PLANT_MINUTES'] ?? 1);
const failures = 3;
const port = 25_100;
/** Of the plant's clock: a machine goes through its whole feed in a minute or two. */
const speed = 15;

test.use(measurable);
test.setTimeout((minutes + 8) * 60_000);

let app: App;
let plant: ChildProcess;
test.beforeAll(async () => {
  app = await startApp({ name: 'plant' });
  plant = spawn(process.execPath, ['scripts/run.mjs', 'plant', '--port', String(port), '--speed', String(speed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((ready) => plant.stdout?.once('data', () => ready()));
});
test.afterAll(async () => {
  plant.kill('SIGTERM');
  await app.stop();
});

test(`a plant runs for ${minutes} minutes with the scheduler open and loses nothing while the power fails ${failures} times`, async ({
  browser,
}) => {
  const admin = await signedIn(app.url, 'admin');
  for (const { id } of (await admin.call(listConnectors, {})).connectors)
    await admin.call(removeConnector, { params: { id } });
  const agent = new Agent(`http://127.0.0.1:${port}`);
  await agent.read();
  await listenTo(admin, { type: 'MTCONNECT', name: 'Laser cell', endpoint: agent.url, pollSeconds: 1 });
  for (let index = 0; index < 3; index += 1) {
    const at = (first: number) => `http://127.0.0.1:${port + first + index}`;
    await listenTo(admin, { type: 'OCTOPRINT', name: `Octo ${index}`, endpoint: at(1), secret: 'simulator' });
    await listenTo(admin, { type: 'MOONRAKER', name: `Moon ${index}`, endpoint: at(4) });
  }
  const spoken = ['SIM-10', 'SIM-11', 'SIM-12'];
  await listenTo(admin, {
    ...{ type: 'MQTT', name: 'Broker', endpoint: `mqtt://127.0.0.1:${port + 7}` },
    settings: {
      state: 'state',
      progress: 'progress',
      layer: 'layer',
      job: 'job',
      alarm: 'alarm',
      progressUnit: 'PERCENT',
    },
    sources: spoken.map((machine) => ({ machine, settings: { topic: `plant/${machine}/status` } })),
  });
  await listenTo(admin, {
    ...{ type: 'OPC_UA', name: 'OPC UA', endpoint: `opc.tcp://127.0.0.1:${port + 8}/machine` },
    settings: { security: 'NONE', progressUnit: 'PERCENT', intervalMs: '1000' },
    sources: ['SIM-13', 'SIM-14'].map((machine) => {
      const at = (value: string) => `ns=1;s=${machine}.${value}`;
      const places = {
        state: at('State'),
        progress: at('Progress'),
        layer: at('Layer'),
        job: at('Job'),
        alarm: at('Alarm'),
      };
      return { machine, settings: places };
    }),
  });
  await expect.poll(() => machinesOf(admin).then((all) => all.length), { timeout: 60_000 }).toBe(14);

  const party = people(browser, app.url, [/Failed to (?:load|fetch)/, /ERR_/, /status of 5\d\d/]);
  const page = await party.enter('planner', '/service-provider/scheduler-view');
  await expect(page.getByRole('grid', { name: 'Machines and their jobs' })).toBeVisible();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const frames = await page.evaluateHandle(watchFrames);
  await linkOne(admin);
  await agent.read();
  agent.forget();

  const began = Date.now();
  const every = (minutes * 60_000) / (failures + 1);
  const seen: { heap: number; nodes: number; server: number }[] = [];
  for (let failed = 0; failed <= failures; failed += 1) {
    while (Date.now() < began + every * (failed + 1)) {
      await agent.read();
      await sleep(1000);
    }
    seen.push({ ...(await figures(page, cdp, 0)), server: residentMb(app) });
    if (failed === failures) break;
    await app.kill();
    await app.restart();
  }
  await agent.read();

  const quantile = await frames.evaluate(quantiles, [0.5, 0.95, 0.99]);
  const back = await signedIn(app.url, 'admin');
  const machines = await machinesOf(back);
  let compared = 0;
  for (const [name, told] of agent.states) {
    const machine = machines.find((each) => each.name === name);
    await expect
      .poll(async () => (await statesOf(back, machine?.id ?? 0)).join(' '), { timeout: 30_000 })
      .toContain(told.join(' '));
    compared += told.length;
  }
  process.stdout.write(
    `${minutes} minutes, ${failures} power failures, ${agent.observations} observations, ${compared} changes of state all kept once; ` +
      `frames of the scheduler p50, p95, p99 ${quantile.map((ms) => ms.toFixed(1)).join(', ')} ms; heap of the page ` +
      `${seen.map(({ heap }) => (heap / 1e6).toFixed(1)).join(', ')} MB; server ${seen.map(({ server }) => server).join(', ')} MB\n`,
  );
  expect(compared).toBeGreaterThan(agent.states.size * 2);
  const [first, last] = [seen[0], seen.at(-1)];
  expect((last?.heap ?? 0) / (first?.heap ?? 1)).toBeLessThan(1.2);
  expect((last?.nodes ?? 0) / (first?.nodes ?? 1)).toBeLessThan(1.2);
  await party.leave();
});

async function listenTo(admin: Client, draft: Partial<ConnectorDraft> & Pick<ConnectorDraft, 'type' | 'name'>) {
  const blank = { endpoint: '', pollSeconds: 1, stateMap: {}, machines: [] };
  const { id } = await admin.call(createConnector, { body: { ...blank, ...draft, eventId: randomUUID() } });
  await admin.call(runConnector, { params: { id }, body: { run: 'ON' } });
}

/** What one of the printers prints is the build that its machine runs, which then pauses and ends on the chart. */
async function linkOne(admin: Client): Promise<void> {
  const { equipment } = await admin.call(listConnectors, {});
  const printing = async () => (await machinesOf(admin)).find(({ type, print }) => type === 'MOONRAKER' && print);
  await expect.poll(printing, { timeout: 60_000 }).toBeDefined();
  const { connectors } = await admin.call(listConnectors, {});
  const found = await printing();
  const connector = connectors.find(({ name }) => name === found?.connector);
  if (!found || !connector) throw new Error('No printer prints.');
  const { id, type, name, endpoint, pollSeconds, stateMap, version } = connector;
  const machines = [
    {
      machine: connector.machines[0]?.machine ?? '',
      equipmentId: equipment.find(({ name }) => name === 'FDM-02')?.id ?? 0,
    },
  ];
  await admin.call(updateConnector, {
    params: { id },
    body: { type, name, endpoint, pollSeconds, stateMap, machines, version },
  });
  const params = { id: found.id };
  const { jobs } = await admin.call(listLinkable, { params });
  const running = jobs.find(({ status }) => status === 'IN_PROGRESS');
  await admin.call(linkPrint, { params, body: { jobId: running?.id ?? null } });
}

const machinesOf = async (person: Client) => (await person.call(readWall, { query: { size: 100 } })).machines;

async function statesOf(person: Client, id: number): Promise<MachineState[]> {
  const { spans } = await person.call(readTimeline, { params: { id }, query: { hours: 2 } });
  return spans.map(({ state }) => state);
}

/** What our own processes hold, without the database. */
const residentMb = ({ processes }: App): number =>
  Math.round(
    processes()
      .filter((pid) => !readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres'))
      .map((pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0))
      .reduce((sum, kb) => sum + kb, 0) / 1024,
  );

/** Counts frames by tenths of a millisecond, in what never grows. */
function watchFrames(): Uint32Array {
  const counts = new Uint32Array(5000);
  let before = performance.now();
  const next = (now: number) => {
    const tenths = Math.min(counts.length - 1, Math.round((now - before) * 10));
    counts[tenths] = (counts[tenths] ?? 0) + 1;
    before = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  return counts;
}

/** Milliseconds that these shares of the frames are not longer than. */
function quantiles(counts: Uint32Array, shares: number[]): number[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return shares.map((share) => {
    let sum = 0;
    return counts.findIndex((count) => (sum += count) >= all * share) / 10;
  });
}

const words: Readonly<Record<string, MachineState>> = {
  ...{ READY: 'IDLE', WAIT: 'PREPARING', ACTIVE: 'RUNNING', FEED_HOLD: 'PAUSED', PROGRAM_COMPLETED: 'FINISHED' },
  ...{ STOPPED: 'STOPPED', INTERRUPTED: 'PAUSED' },
};

/** The agent as somebody else reads it, all along. */
class Agent {
  /** Of each device what it has done one after the other. */
  readonly states = new Map<string, MachineState[]>();
  observations = 0;
  readonly #values = new Map<string, Record<string, string>>();
  #next = 1;

  constructor(readonly url: string) {}

  /** Only what comes now is asked for in the end: what was before somebody listened is known to nobody. */
  forget(): void {
    for (const [name, states] of this.states) this.states.set(name, states.slice(-1));
  }

  async read(): Promise<void> {
    for (let last = this.#next; last >= this.#next;) {
      const text = await (await fetch(`${this.url}/sample?from=${this.#next}&count=1000`)).text();
      const numberOf = (name: string) => Number(new RegExp(`${name}="(\\d+)"`).exec(text)?.[1]);
      expect(text).not.toContain('MTConnectError');
      for (const [, device = '', stream = ''] of text.matchAll(
        /<DeviceStream name="([^"]+)"[^>]*>(.*?)<\/DeviceStream>/gs,
      )) {
        this.#take(device, stream);
      }
      [last, this.#next] = [numberOf('lastSequence'), numberOf('nextSequence')];
    }
  }

  #take(device: string, stream: string): void {
    const values = this.#values.get(device) ?? {};
    this.#values.set(device, values);
    const told = [
      ...stream.matchAll(/<([\w:]+) dataItemId="[^"]*" sequence="(\d+)" timestamp="([^"]+)"[^>]*>([^<]*)</g),
    ].map(([, name = '', sequence, at = '', text = '']) => ({ name, sequence: Number(sequence), at, text }));
    told.sort((one, other) => one.sequence - other.sequence);
    this.observations += told.length;
    for (const [index, { name, at, text }] of told.entries()) {
      values[name] = text;
      if (told[index + 1]?.at === at) continue;
      const { Availability, EmergencyStop, Execution = '' } = values;
      const running = EmergencyStop === 'TRIGGERED' ? 'ERROR' : (words[Execution] ?? 'OFFLINE');
      const state = Availability === 'UNAVAILABLE' ? 'OFFLINE' : running;
      const states = this.states.get(device) ?? [];
      if (states.at(-1) !== state) this.states.set(device, [...states, state]);
    }
  }
}
