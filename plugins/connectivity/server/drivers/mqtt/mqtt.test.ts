import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Aedes, type Client } from 'aedes';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOutboundSocket } from '../../../../../host/server/outbound/socket.ts';
import { threadFile } from '../../../../../host/server/threadFile.ts';
import { hear, nothing, type Happening, type Known } from '../../listen/known.ts';
import { json, machineServer } from '../../testing.ts';
import { NotHeard, type Driver, type Link } from '../driver.ts';
import { openMqtt } from './mqtt.ts';
import { at, fits, Topics } from './topics.ts';

let aedes: Aedes;
let server: Server;
let sockets: Socket[];
let port = 0;
const drivers: Driver[] = [];

async function startBroker(on = 0): Promise<void> {
  aedes = await Aedes.createBroker();
  aedes.authenticate = (_client: Client, user, password, done) => {
    if (user === 'sinter' && password?.toString() === 'key') return done(null, true);
    return done(Object.assign(new Error('Bad user name or password'), { returnCode: 4 }), false);
  };
  aedes.authorizeSubscribe = (_client, subscription, done) =>
    done(null, subscription.topic.startsWith('secret/') ? null : subscription);
  sockets = [];
  server = createServer((socket) => {
    sockets.push(socket);
    aedes.handle(socket);
  });
  await new Promise<void>((ready) => void server.listen(on, '127.0.0.1', ready));
  ({ port } = server.address() as AddressInfo);
}

async function stopBroker(): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await new Promise<void>((closed) => void server.close(() => closed()));
  await new Promise<void>((closed) => aedes.close(closed));
}

beforeEach(() => startBroker());
afterEach(async () => {
  for (const driver of drivers.splice(0)) driver.close?.();
  await stopBroker();
});

const connect = createOutboundSocket(['127.0.0.1/32']);
function open(more: Partial<Link> = {}, allowed = connect): Driver {
  const driver = openMqtt({
    ...{ endpoint: `mqtt://127.0.0.1:${port}`, secret: 'key', certificate: null, cursor: '', connect: allowed },
    settings: {
      ...{ user: 'sinter', state: 'print.state', progress: 'print.progress', layer: 'print.layer' },
      ...{ job: 'print.file', alarm: 'alarm', progressUnit: 'PERCENT', silentSeconds: '30' },
    },
    sources: [{ machine: 'SLM-1', settings: { topic: 'plant/slm-1/#' } }],
    call: () => Promise.reject(new Error('It calls nobody.')),
    ...{ program: threadFile, log: console },
    own: (_, make) => make(),
    dropped: (last) => Promise.resolve({ readings: [], last, wrong: null }),
    ...more,
  });
  drivers.push(driver);
  return driver;
}
const read = (driver: Driver) => driver.read(AbortSignal.timeout(8000));
const why = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'heard',
    (error: unknown) => (error instanceof NotHeard ? error.why.message : String(error)),
  );
const publish = (topic: string, value: unknown, retain = true) =>
  new Promise<void>((done, failed) =>
    aedes.publish(
      {
        ...{ cmd: 'publish', qos: 1, dup: false, topic, retain },
        payload: typeof value === 'string' ? value : JSON.stringify(value),
      },
      (error) => (error ? failed(error) : done()),
    ),
  );

describe('machines that publish to a broker', () => {
  it('are heard as they are, each change in its order, whatever is said in which topic', async () => {
    await publish('plant/slm-1/status', { print: { state: 'RUNNING', progress: 40, layer: 12, file: 'gear' } });
    const driver = open();
    expect(await read(driver)).toMatchObject([
      { machine: 'SLM-1', vendorState: 'RUNNING', progress: 0.4, layer: 12, job: 'gear', alarm: null },
    ]);
    expect(driver.trouble?.()).toBeNull();
    await publish('plant/slm-1/status', { print: { state: 'PAUSED' } });
    await publish('plant/slm-1/alarm', { alarm: 'Low gas' });
    await publish('plant/slm-1/status', { print: { state: 'RUNNING', progress: 41 } });
    await publish('plant/slm-1/status', { print: { progress: 42.5 } });
    await publish('elsewhere', { print: { state: 'ERROR' } });
    const heard = await vi.waitFor(async () => {
      const readings = await read(driver);
      expect(readings.length).toBeGreaterThan(0);
      return readings;
    });
    const rest = await read(driver);
    expect([...heard, ...rest].map(({ vendorState, alarm }) => [vendorState, alarm?.text ?? ''])).toEqual([
      ['PAUSED', ''],
      ['PAUSED', 'Low gas'],
      ['RUNNING', 'Low gas'],
    ]);
    expect([...heard, ...rest].at(-1)).toMatchObject({ progress: 0.425, job: 'gear', layer: 12 });
    expect(driver.silence).toBe(30);
  });

  it('are named after their topics where nobody names them', async () => {
    await publish('plant/slm-1/status', { print: { state: 'IDLE' } });
    await publish('plant/slm-2/status', { print: { state: 'PAUSED' } });
    const readings = await read(open({ sources: [{ machine: '+', settings: { topic: 'plant/+/status' } }] }));
    expect(readings.map(({ machine, vendorState }) => `${machine} ${vendorState}`).toSorted()).toEqual([
      'slm-1 IDLE',
      'slm-2 PAUSED',
    ]);
  });

  it('are heard in plain text, one value under each topic', async () => {
    const driver = open({
      settings: {
        ...{ user: 'sinter', messages: 'TEXT', state: 'state', progress: 'print/progress', job: 'job' },
        ...{ layer: 'layer', alarm: 'alarm', progressUnit: 'PERCENT' },
      },
      sources: [{ machine: '+', settings: { topic: 'plant/+/#' } }],
    });
    await publish('plant/slm-1/print/progress', '42.5');
    await publish('plant/slm-1/elsewhere/progress', '99');
    expect(await read(driver)).toEqual([]);
    expect(driver.trouble?.()?.message).toBe(
      'No topic under plant/+/# that ends in state has told the state. Check the end of the topic.',
    );
    await publish('plant/slm-1/state', ' running ');
    await publish('plant/slm-1/job', '12345');
    await publish('plant/slm-1/alarm', 'Low gas');
    const heard = { machine: 'slm-1', vendorState: 'running', progress: 0.425, job: '12345', layer: null };
    await vi.waitFor(async () =>
      expect((await read(driver)).at(-1)).toMatchObject({ ...heard, alarm: { text: 'Low gas' }, untold: ['layer'] }),
    );
    expect(driver.trouble?.()).toBeNull();
    await publish('plant/slm-1/alarm', 'false');
    await vi.waitFor(async () => expect((await read(driver)).at(-1)).toMatchObject({ ...heard, alarm: null }));
  });

  it('are heard again when a broker that went away is back', async () => {
    await publish('plant/slm-1/status', { print: { state: 'RUNNING' } });
    const driver = open();
    expect(await read(driver)).toHaveLength(1);
    const same = port;
    await stopBroker();
    await vi.waitFor(async () => expect(await why(read(driver))).toBe('The broker has ended the connection.'));
    expect(await why(read(open()))).toBe(
      'Nothing listens at this address. Check the port, and whether the machine is on.',
    );
    await startBroker(same);
    await publish('plant/slm-1/status', { print: { state: 'FINISHED' } });
    expect(await read(open())).toMatchObject([{ machine: 'SLM-1', vendorState: 'FINISHED' }]);
  });
});

describe('what a machine has told before', () => {
  let known: Known;
  let happened: Happening[];
  const states = (word: string) => (word === 'RUNNING' || word === 'ERROR' ? word : null);
  const listen = async (driver: Driver) => {
    for (const reading of await read(driver)) {
      const heard = hear(known, reading, states, Date.now());
      known = heard.after;
      happened.push(...heard.happened);
    }
  };
  const again = async () => {
    const same = port;
    await stopBroker();
    await startBroker(same);
  };
  beforeEach(() => {
    happened = [];
    known = {
      ...{ state: 'OFFLINE', vendorState: '', since: 0, seenAt: null, live: nothing, print: null, alarm: null },
    };
  });
  const alarms = () => happened.flatMap(({ kind }) => (kind.startsWith('ALARM') ? [kind] : []));

  it('is so after another connection, until the machine says otherwise', async () => {
    await publish('plant/slm-1/status', { print: { state: 'RUNNING', file: 'gear', layer: 12 } });
    const first = open();
    await listen(first);
    await publish('plant/slm-1/alarm', { alarm: 'Low gas' }, false);
    await vi.waitFor(async () => {
      await listen(first);
      expect(known.alarm?.text).toBe('Low gas');
    });
    await again();
    await publish('plant/slm-1/status', { print: { state: 'RUNNING' } });
    const second = open();
    await listen(second);
    expect([known.alarm?.text, known.live.job, known.live.layer, known.print?.name]).toEqual([
      ...['Low gas', 'gear', 12, 'gear'],
    ]);
    expect(alarms()).toEqual(['ALARM']);
    await publish('plant/slm-1/alarm', { alarm: null });
    await vi.waitFor(async () => {
      await listen(second);
      expect(known.alarm).toBeNull();
    });
    expect(alarms()).toEqual(['ALARM', 'ALARM_OVER']);
  });

  it('is over with the state that was the alarm', async () => {
    await publish('plant/slm-1/status', { print: { state: 'ERROR' } });
    await listen(open());
    await again();
    await publish('plant/slm-1/status', { print: { state: 'RUNNING' } });
    await listen(open());
    expect(alarms()).toEqual(['ALARM', 'ALARM_OVER']);
  });

  it('is not kept where the connector no longer listens to it', async () => {
    await publish('plant/slm-1/status', { print: { state: 'RUNNING', layer: 12 }, alarm: 'Low gas' });
    await listen(open());
    await listen(open({ settings: { user: 'sinter', state: 'print.state', progressUnit: 'PERCENT' } }));
    expect([known.live.layer, known.alarm]).toEqual([null, null]);
  });
});

describe('what is wrong is said in words', () => {
  it('of user and password', async () => {
    expect(await why(read(open({ secret: 'other' })))).toBe('The user name or password is not accepted.');
  });

  it('of a topic at which nothing is, and one that the user may not listen to', async () => {
    const driver = open();
    expect(await read(driver)).toEqual([]);
    expect(driver.trouble?.()?.message).toBe(
      'The broker answers, but nothing has been published under plant/slm-1/#. Check the topic, and whether the machine is on.',
    );
    const refused = open({ sources: [{ machine: 'A', settings: { topic: 'secret/a' } }] });
    expect(await why(read(refused))).toBe(
      'The broker does not let this user listen to secret/a. Check the topic, and what the user may do.',
    );
    expect(await why(read(open({ sources: [{ machine: 'A', settings: { topic: 'a/#/b' } }] })))).toContain('a/#/b');
  });

  it('of messages that are no JSON, or have no state, until there is a better one', async () => {
    await publish('plant/slm-1/status', 'hello');
    const driver = open();
    expect(await read(driver)).toEqual([]);
    expect(driver.trouble?.()?.message).toBe('The last message under plant/slm-1/status is not JSON.');
    await publish('plant/slm-1/status', { state: 'RUNNING' });
    await vi.waitFor(() =>
      expect(driver.trouble?.()?.message).toBe(
        'The messages under plant/slm-1/status have no state at print.state. Check the path.',
      ),
    );
    await publish('plant/slm-1/status', { print: { state: 'RUNNING' } });
    await vi.waitFor(() => expect(driver.trouble?.()).toBeNull());
    expect(await read(driver)).toMatchObject([{ vendorState: 'RUNNING' }]);
  });

  it('of messages that are too large, of what is no broker, and of networks that are not called', async () => {
    await publish('plant/slm-1/status', 'x'.repeat(2 * 1024 * 1024));
    const driver = open();
    await read(driver).catch(() => []);
    expect(await why(read(driver))).toBe('A message of the broker is larger than 1 MB.');
    const page = await machineServer((_, response) => json(response, {}));
    const elsewhere = page.url.replace('http', 'mqtt');
    expect(await why(read(open({ endpoint: elsewhere })))).toBe('Something answers, but it is not an MQTT broker.');
    page.close();
    expect(await why(read(open({}, createOutboundSocket([]))))).toMatch(/^This server may not call that network\./);
  });
});

it('whatever is published becomes a line that can be stored, and no more of it than a reading is made of', () => {
  const topics = new Topics({
    settings: { state: 'state', job: 'job', layer: 'layer', progressUnit: 'PERCENT' },
    sources: [{ machine: 'SLM-1', settings: { topic: 'plant/#' } }],
  });
  topics.publish('plant/alarm', '{"alarm":"Door"}');
  expect(topics.trouble()?.message).toContain('plant/alarm');
  topics.publish(
    'plant/status',
    `{"state":"RUN\\ud800","job":"${'x'.repeat(299)}\\ud83d\\ude00","layer":[${'[],'.repeat(1000)}1]}`,
  );
  expect(topics.trouble()).toBeNull();
  const [reading] = topics.drain();
  expect(reading).toMatchObject({ vendorState: 'RUN', job: 'x'.repeat(299), layer: null });
  topics.publish('plant/status', JSON.stringify({ job: 'y'.repeat(5000) }));
  expect(topics.drain()).toMatchObject([{ vendorState: 'RUN', job: null }]);
});

it('a password without a user name is asked for before anything is sent', async () => {
  const driver = open({ settings: { state: 'print.state', progressUnit: 'PERCENT' } });
  await expect(driver.read(new AbortController().signal)).rejects.toMatchObject({
    why: { message: 'Enter the user name that goes with the password.' },
  });
});

it('topics fit filters as MQTT has it', () => {
  expect(fits('a/+/c', 'a/b/c')).toBe(true);
  expect(fits('a/#', 'a/b/c')).toBe(true);
  expect(fits('a/#', 'a')).toBe(true);
  expect(fits('a/+', 'a/b/c')).toBe(false);
  expect(fits('a', 'a/b')).toBe(false);
  expect(fits('#', 'a/b')).toBe(true);
});

it('paths lead to what a message has itself', () => {
  expect(at({ heads: [{ state: 'IDLE' }] }, 'heads.0.state')).toBe('IDLE');
  expect(at({}, 'constructor.name')).toBeUndefined();
  expect(at(null, 'a')).toBeUndefined();
});
