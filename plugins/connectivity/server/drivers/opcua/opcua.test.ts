import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createOutboundSocket } from '../../../../../host/server/outbound/socket.ts';
import { json, machineServer } from '../../testing.ts';
import { notHeard } from '../ask.ts';
import { NotHeard } from '../driver.ts';
import { placeOf } from './connection.ts';
import { makeIdentity } from './identity.ts';
import { loadOpcua } from './library.ts';
import { listenTo, type Listening } from './opcua.ts';
import type { Server } from './server.ts';
import { DataType, MessageSecurityMode, opcuaServer, StatusCodes, Variant, VariantArrayType } from './testing.ts';

let machine: Awaited<ReturnType<typeof opcuaServer>>;
let state: ReturnType<typeof machine.variable>;
const drivers: Listening[] = [];

beforeAll(async () => {
  const { None, SignAndEncrypt } = MessageSecurityMode;
  machine = await opcuaServer({ securityModes: [None, SignAndEncrypt] });
  state = machine.variable('State', DataType.String, 'RUNNING');
});
afterEach(async () => {
  await Promise.all(drivers.splice(0).map((driver) => driver.close()));
});
afterAll(() => machine.stop());

const connect = createOutboundSocket(['127.0.0.1/32']);
let kept: Promise<string> | null = null;
const make = async (): Promise<string> => makeIdentity(await loadOpcua());
const dialTo = (endpoint: string, allowed = connect) =>
  allowed(placeOf(endpoint), { seconds: 8 }).catch((error: unknown) => {
    throw notHeard(error);
  });
function open(settings: Record<string, string> = {}, more: Partial<Server> = {}): Listening {
  const server = {
    ...{ endpoint: machine.url, secret: null },
    settings: { security: 'NONE', intervalMs: '100', progressUnit: 'PERCENT', ...settings },
    sources: [{ machine: 'SLM-1', settings: { state: 'ns=1;s=State' } }],
    own: () => (kept ??= make()),
    ...more,
  };
  const driver = listenTo({ dial: () => dialTo(server.endpoint), ...server });
  drivers.push(driver);
  return driver;
}
const read = (driver: Listening) => driver.read();
const why = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'heard',
    (error: unknown) => (error instanceof NotHeard ? error.why.message : String(error)),
  );

const nodesAt = (settings: Record<string, string>) => ({
  sources: [{ machine: 'SLM-1', settings: { state: 'ns=1;s=State', ...settings } }],
});
const fingerprint = async (): Promise<string> =>
  /(?:[0-9A-F]{2}:){31}[0-9A-F]{2}/.exec(await why(read(open({ security: 'ENCRYPTED' }))))?.[0] ?? '';
async function eventually(driver: Listening): Promise<Awaited<ReturnType<Listening['read']>>> {
  const heard: Awaited<ReturnType<Listening['read']>>[number][] = [];
  await vi.waitFor(async () => {
    heard.push(...(await read(driver)));
    expect(heard.length).toBeGreaterThan(0);
  }, 8000);
  return heard;
}

describe('machines behind an OPC UA server', () => {
  it('are heard as they are, each change in its order, whatever their values are', async () => {
    const progress = machine.variable('Progress', DataType.Double, 40.5);
    machine.variable('Layer', DataType.UInt64, [0, 12], VariantArrayType.Scalar);
    machine.variable('Job', DataType.LocalizedText, { text: 'gear\u00004' });
    const alarm = machine.variable('Alarm', DataType.String, '');
    const driver = open(
      {},
      nodesAt({ progress: 'ns=1;s=Progress', layer: 'ns=1;s=Layer', job: 'ns=1;s=Job', alarm: 'ns=1;s=Alarm' }),
    );
    const [first] = await read(driver);
    expect(first).toMatchObject({
      machine: 'SLM-1',
      vendorState: 'RUNNING',
      progress: 0.405,
      layer: 12,
      job: 'gear 4',
      alarm: null,
    });
    expect(driver.trouble()).toBeNull();
    state.set('PAUSED');
    alarm.set('Low gas');
    await vi.waitFor(async () => expect((await eventually(driver)).at(-1)?.alarm?.text).toBe('Low gas'), 8000);
    alarm.set('');
    state.set('RUNNING');
    progress.set(41);
    const now = { vendorState: 'RUNNING', progress: 0.41, job: 'gear 4', alarm: null };
    await vi.waitFor(async () => expect((await eventually(driver)).at(-1)).toMatchObject(now), 8000);
  });

  it('are heard encrypted from the server whose certificate somebody has seen, as the user that was entered', async () => {
    const shown = await fingerprint();
    const written = shown.toLowerCase().replaceAll(':', ' ');
    const entered = { security: 'ENCRYPTED', fingerprint: written, user: 'sinter' };
    expect(await read(open(entered, { secret: 'key' }))).toHaveLength(1);
    expect(await why(read(open(entered, { secret: 'other' })))).toBe('The user name or password is not accepted.');
    expect(await why(read(open({ ...entered, fingerprint: 'AA:BB' }, { secret: 'key' })))).toContain(
      `another certificate than the one you entered. Its fingerprint is ${shown}.`,
    );
  });
});

describe('what is wrong is said in words', () => {
  it('of the security that is not offered, of users, and of a certificate that the server does not trust', async () => {
    expect(await why(read(open({ security: 'SIGNED' })))).toMatch(
      /^The server does not offer this security\. It offers: None None, SignAndEncrypt \w+/,
    );
    expect(await why(read(open({}, { secret: 'key' })))).toBe('Enter the user name that goes with the password.');
    const shown = await fingerprint();
    machine.certificates.automaticallyAcceptUnknownCertificate = false;
    const stranger = open({ security: 'ENCRYPTED', fingerprint: shown }, { own: make });
    expect(await why(read(stranger))).toMatch(
      /^The server does not trust this connection yet\. Trust the certificate Sinter in the settings of the server\. Its fingerprint is [0-9A-F:]{95}\.$/,
    );
    machine.certificates.automaticallyAcceptUnknownCertificate = true;
  });

  it('of nodes that are none, that are not there, or cannot be read, while the others are heard', async () => {
    expect(await why(read(open({}, nodesAt({ state: 'State' }))))).toBe(
      'State is not a node ID. Node IDs look like this: ns=2;s=state',
    );
    const own = machine.server.engine.addressSpace?.getOwnNamespace().namespaceUri ?? '';
    const driver = open({}, nodesAt({ layer: 'ns=1;s=Nothing' }));
    expect(await read(driver)).toMatchObject([{ vendorState: 'RUNNING', layer: null }]);
    expect(driver.trouble()?.message).toBe('The server has no node ns=1;s=Nothing. Check the node ID.');
    const named = open({}, nodesAt({ state: `nsu=${own};s=State`, layer: 'nsu=urn:elsewhere;s=State' }));
    expect(await read(named)).toMatchObject([{ vendorState: 'RUNNING', layer: null }]);
    expect(named.trouble()?.message).toBe(
      `The server does not know the namespace urn:elsewhere. It knows: ${own}. Check the node ID.`,
    );
    const hidden = machine.variable('Hidden', DataType.String, 'x');
    hidden.added.accessLevel = 0;
    hidden.added.userAccessLevel = 0;
    const refused = open({}, nodesAt({ job: 'ns=1;s=Hidden' }));
    await read(refused);
    expect(refused.trouble()?.message).toBe('The server does not let this user read the node ns=1;s=Hidden.');
  });

  it('of values that are of another kind or too long, and of those that the server does not have', async () => {
    machine.variable('List', DataType.String, ['a', 'b']);
    machine.variable('Long', DataType.String, 'x'.repeat(1001));
    const gone = machine.variable('Gone', DataType.String, 'IDLE');
    const list = open({}, nodesAt({ job: 'ns=1;s=List' }));
    expect(await read(list)).toMatchObject([{ vendorState: 'RUNNING', job: null }]);
    expect(list.trouble()?.message).toBe(
      'The value of the node ns=1;s=List is not a text of at most 1,000 characters, a number, or yes or no.',
    );
    const long = open({}, nodesAt({ state: 'ns=1;s=Long' }));
    expect(await read(long)).toMatchObject([{ vendorState: 'UNAVAILABLE' }]);
    expect(long.trouble()?.message).toContain('ns=1;s=Long');
    const driver = open({}, nodesAt({ state: 'ns=1;s=Gone' }));
    expect(await read(driver)).toMatchObject([{ vendorState: 'IDLE' }]);
    gone.added.setValueFromSource(
      new Variant({ dataType: DataType.String, value: 'IDLE' }),
      StatusCodes.BadNoCommunication,
    );
    expect(await eventually(driver)).toMatchObject([{ vendorState: 'UNAVAILABLE' }]);
    expect(driver.trouble()?.message).toBe(
      'The server answers, but has no value for the node ns=1;s=Gone (BadNoCommunication).',
    );
  });

  it('of a server that sends too much', async () => {
    machine.variable('Huge', DataType.ByteString, Buffer.alloc(5 * 1024 * 1024));
    const driver = open({}, nodesAt({ job: 'ns=1;s=Huge' }));
    await read(driver).catch(() => []);
    await vi.waitFor(
      async () =>
        expect(await why(read(driver))).toBe(
          'The server sends more than 4 MB at a time. Enter nodes with smaller values.',
        ),
      { timeout: 15_000, interval: 2000 },
    );
  });

  it('of what is no OPC UA server, of nothing, and of networks that are not called', async () => {
    const page = await machineServer((_, response) => json(response, {}));
    const endpoint = page.url.replace('http', 'opc.tcp');
    expect(await why(read(open({}, { endpoint })))).toBe('Something answers, but it is not an OPC UA server.');
    page.close();
    expect(await why(read(open({}, { endpoint })))).toMatch(/^Nothing listens at this address\./);
    expect(await why(read(open({}, { dial: () => dialTo(machine.url, createOutboundSocket([])) })))).toMatch(
      /^This server may not call that network\./,
    );
  });

  it('of a server that says what nobody understands, and the process goes on', async () => {
    for (const bytes of [
      hello('ACKF', 28),
      acknowledged(200),
      Buffer.concat([hello('ACKF', 28), Buffer.alloc(200_000, 0xff)]),
      hello('ERRF', 4000),
    ]) {
      let asked = 0;
      const server = createServer((socket) =>
        socket
          .on('error', () => {})
          .once('data', () => {
            asked++;
            socket.write(bytes);
          }),
      );
      await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
      const address = server.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      const endpoint = `opc.tcp://127.0.0.1:${port}`;
      expect(await why(read(open({}, { endpoint })))).not.toBe('heard');
      expect(asked).toBe(1);
      server.close();
    }
  });

  it('of a machine that says nothing any more', async () => {
    const mute = machine.variable('Mute', DataType.String, 'RUNNING');
    const driver = open({}, nodesAt({ state: 'ns=1;s=Mute' }));
    expect(await read(driver)).toMatchObject([{ vendorState: 'RUNNING' }]);
    mute.set('');
    await vi.waitFor(
      async () => expect((await eventually(driver)).at(-1)).toMatchObject({ vendorState: 'UNAVAILABLE' }),
      8000,
    );
    expect(driver.trouble()?.message).toContain('ns=1;s=Mute');
  });

  it('of nobody who has gone: a session that is given up is closed at the server, also one that is only being opened', async () => {
    const before = new Set(machine.sessions);
    const own = () => [...machine.sessions].filter((session) => !before.has(session)).length;
    const driver = open();
    await read(driver);
    expect(own()).toBe(1);
    await driver.close();
    expect(own()).toBe(0);
    const opening = open();
    const created = new Promise((done) => machine.server.once('create_session', done));
    const reading = why(read(opening));
    await created;
    expect(own()).toBe(1);
    await opening.close();
    expect(own()).toBe(0);
    expect(await reading).toContain('AbortError');
  });

  it('of a session that the server ends, and of a server that goes, until it is back', async () => {
    const driver = open();
    expect(await read(driver)).toHaveLength(1);
    machine.endSessions();
    // It says nothing of it: what tells is that nothing is heard any more.
    const ended = 'The server has ended the connection.';
    await vi.waitFor(async () => expect(await why(read(driver))).toBe(ended), { timeout: 30_000, interval: 500 });
    const other = open();
    expect(await read(other)).toHaveLength(1);
    await machine.server.shutdown(0);
    await vi.waitFor(async () => expect(await why(read(other))).toBe('The server has ended the connection.'), 8000);
    expect(await why(read(open()))).toMatch(/^Nothing listens at this address\./);
  });
});

/** The answer of a server that has room for so little at a time. */
function acknowledged(size: number): Buffer {
  const bytes = hello('ACKF', 28);
  for (const [at, value] of [0, size, size, 0, 0].entries()) bytes.writeUInt32LE(value, 8 + at * 4);
  return bytes;
}

/** A message of that kind and length, with nothing that makes sense in it. */
function hello(kind: string, length: number): Buffer {
  const bytes = Buffer.alloc(length, 0x7f);
  bytes.write(kind, 'latin1');
  bytes.writeUInt32LE(length, 4);
  return bytes;
}
