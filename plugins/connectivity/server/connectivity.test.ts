import { randomUUID, X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  createConnector,
  dropReadings,
  listConnectors,
  readingSchema,
  runConnector,
  testConnector,
  updateConnector,
  type ConnectorDraft,
  type Reading,
} from '@sinter/sdk/contract/connectivity/connectors';
import {
  acknowledgeAlarm,
  clearPlate,
  linkPrint,
  listLinkable,
  readTimeline,
  readWall,
} from '@sinter/sdk/contract/connectivity/machines';
import { fireJobEvent, readJob } from '@sinter/sdk/contract/scheduling/jobs';
import { Aedes } from 'aedes';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestClient, TestServer } from '../../../host/server/testing.ts';
import {
  build,
  failure,
  hoursAhead,
  machineOf,
  schedulingTestServer,
  type TestMachine,
} from '../../scheduling/server/testing.ts';
import { createAuthority, type Certificate } from './drivers/mqtt/testing.ts';
import { forgetOld } from './listen/forget.ts';
import { json, machineServer, onWall, showMachines } from './testing.ts';

let server: TestServer;
let admin: TestClient;
let planner: TestClient;
let operator: TestClient;
let equipment: TestMachine;
beforeAll(async () => {
  server = await schedulingTestServer(true, ['127.0.0.1/32']);
  await showMachines(server);
  [admin, planner, operator] = await Promise.all([
    server.client('admin'),
    server.client('planner'),
    server.client('operator'),
  ]);
  equipment = await machineOf(server, 'FDM-02');
});
afterAll(() => server.stop());

const draftOf = (more: Partial<ConnectorDraft> = {}): ConnectorDraft => ({
  ...{ type: 'FILE_DROP', name: 'Files', endpoint: '', pollSeconds: 0.5, stateMap: {}, machines: [] },
  ...{ settings: {}, sources: [] },
  ...more,
});
const added = async (more: Partial<ConnectorDraft> = {}) => {
  const made = await admin.call(createConnector, { body: { ...draftOf(more), eventId: randomUUID() } });
  return admin.call(runConnector, { params: { id: made.id }, body: { run: 'ON' } });
};
const drop = (id: number, ...readings: (Partial<Reading> & Pick<Reading, 'machine' | 'vendorState'>)[]) =>
  admin.call(dropReadings, {
    params: { id },
    body: { eventId: randomUUID(), readings: readings.map((each) => readingSchema.parse(each)) },
  });

describe('a connector', () => {
  test('is off until somebody turns it on, keeps its key to itself, and asks for it again for another address', async () => {
    const machine = await machineServer((request, response) => {
      if (request.headers['x-api-key'] !== 'k-1') json(response, {}, 403);
      else if (request.url === '/api/v1/status') json(response, { printer: { state: 'IDLE', temp_bed: 22 } });
      else json(response, {}, 404);
    });
    const body = draftOf({ type: 'PRUSALINK', name: 'MK4', endpoint: machine.url });
    expect(
      (await failure(admin.call(createConnector, { body: { ...body, eventId: randomUUID() } }))).details,
    ).toMatchObject({
      fields: { secret: 'Enter the key.' },
    });
    const made = await admin.call(createConnector, { body: { ...body, secret: 'k-1', eventId: randomUUID() } });
    expect(made).toMatchObject({ run: 'OFF', health: 'OFF', secretSet: true });
    expect(JSON.stringify(await admin.call(listConnectors, {}))).not.toContain('k-1');
    const elsewhere = { ...body, endpoint: 'https://attacker.example', version: made.version };
    expect(
      (await failure(admin.call(updateConnector, { params: { id: made.id }, body: elsewhere }))).details,
    ).toMatchObject({
      fields: { secret: 'Enter the key again, because it goes to another address.' },
    });
    machine.close();
  });

  test('leaves in the audit whom it trusts, with the fingerprint before and after, and no word of what stays', async () => {
    const opcua = (fingerprint: string, security = 'ENCRYPTED') =>
      draftOf({
        ...{ type: 'OPC_UA', name: 'SLM', endpoint: 'opc.tcp://127.0.0.1:4840' },
        settings: { security, fingerprint, progressUnit: 'PERCENT', user: 'sinter' },
        sources: [{ machine: 'SLM-1', settings: { state: 'nsu=urn:machine;s=State' } }],
      });
    const { id } = await admin.call(createConnector, { body: { ...opcua('AA:01'), eventId: randomUUID() } });
    const change = async (draft: ConnectorDraft, version: number) =>
      admin.call(updateConnector, { params: { id }, body: { ...draft, version } });
    await change(opcua('BB:02'), 1);
    await change({ ...opcua('BB:02'), name: 'SLM hall 2' }, 2);
    await change(opcua('BB:02', 'NONE'), 3);
    const { rows } = await sql`select before, after from audit_entry where action = 'connector.trust'
      and object_id = ${String(id)} order by id`.execute(server.services.db);
    const of = (fingerprint: string, security = 'ENCRYPTED') => ({ security, fingerprint });
    expect(rows).toEqual([
      { before: {}, after: of('AA:01') },
      { before: of('AA:01'), after: of('BB:02') },
      { before: of('BB:02'), after: of('BB:02', 'NONE') },
    ]);
  });

  test('keeps its client certificate to itself, and takes none that proves nothing', async () => {
    const factory = createAuthority('Factory');
    const [ours, next] = [factory.issue('sinter'), factory.issue('sinter')];
    const draft = draftOf({
      ...{ type: 'MQTT', name: 'Broker', endpoint: 'mqtts://broker.example' },
      settings: { state: 'state', progressUnit: 'PERCENT' },
      sources: [{ machine: 'A', settings: { topic: 'plant/a' } }],
    });
    const create = (certificate: string) =>
      admin.call(createConnector, { body: { ...draft, certificate, eventId: randomUUID() } });
    expect((await failure(create(`${ours.cert}${next.key}`))).details).toMatchObject({
      fields: { certificate: expect.stringMatching(/^The key does not belong to the client certificate\./) },
    });
    const { id, certificateSet } = await create(`${ours.cert}${ours.key}`);
    expect(certificateSet).toBe(true);
    expect(JSON.stringify(await admin.call(listConnectors, {}))).not.toContain('PRIVATE KEY');
    const elsewhere = { ...draft, endpoint: 'mqtts://attacker.example', version: 1 };
    expect((await failure(admin.call(updateConnector, { params: { id }, body: elsewhere }))).details).toMatchObject({
      fields: { certificate: 'Enter the client certificate again, because it goes to another address.' },
    });
    const change = { ...draft, certificate: `${next.cert}${next.key}`, version: 1 };
    await admin.call(updateConnector, { params: { id }, body: change });
    const { rows } = await sql`select before, after from audit_entry where action = 'connector.trust'
      and object_id = ${String(id)} order by id`.execute(server.services.db);
    const of = ({ cert }: Certificate) => ({ certificate: new X509Certificate(cert).fingerprint256 });
    expect(rows).toEqual([
      { before: {}, after: of(ours) },
      { before: of(ours), after: of(next) },
    ]);
    expect(JSON.stringify(rows)).not.toContain('PRIVATE KEY');
  });

  test('says in words why nothing is heard', async () => {
    const page = await machineServer((_, response) => void response.end('<html></html>'));
    const test = (type: ConnectorDraft['type'], endpoint: string) =>
      admin.call(testConnector, { body: { type, endpoint, id: null, secret: 'x', settings: {}, sources: [] } });
    expect(await test('OCTOPRINT', page.url.replace('127.0.0.1', '127.0.0.2'))).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^This server may not call that network\./),
    });
    expect(await test('SIMULATOR', '')).toMatchObject({ ok: true, message: '12 machines answer.' });
    page.close();
  });
});

describe('a print', () => {
  test('is linked to the planned job of its machine, which takes its times, pauses with it, and frees the plate', async () => {
    const { id } = await added({ machines: [{ machine: 'A', equipmentId: equipment.id }] });
    const job = await build(planner, equipment, hoursAhead(1));
    const began = Date.now() - 3_600_000;
    await drop(id, {
      machine: 'A',
      vendorState: 'RUNNING',
      job: 'plate.gcode',
      progress: 0.1,
      layer: 12,
      layers: 120,
      at: began,
    });
    const live = await onWall(operator, 'FDM-02', ({ state }) => state === 'RUNNING');
    expect(live).toMatchObject({ layer: 12, layers: 120, print: { name: 'plate.gcode', job: null }, plateFull: false });

    const { jobs } = await operator.call(listLinkable, { params: { id: live.id } });
    expect(jobs.map((each) => each.id)).toContain(job.id);
    const linked = await operator.call(linkPrint, { params: { id: live.id }, body: { jobId: job.id } });
    expect(linked.print?.job).toMatchObject({ id: job.id, status: 'IN_PROGRESS' });
    const statusOf = async () => (await planner.call(readJob, { params: { id: job.id } })).jobStatus;

    await drop(id, { machine: 'A', vendorState: 'PAUSED', job: 'plate.gcode', progress: 0.5 });
    await vi.waitFor(async () => expect(await statusOf()).toBe('PAUSED'), 10_000);
    await drop(id, { machine: 'A', vendorState: 'FINISHED', job: 'plate.gcode', progress: 1 });
    await vi.waitFor(async () => expect(await statusOf()).toBe('COMPLETED'), 10_000);
    const { actualTime } = await planner.call(readJob, { params: { id: job.id } });
    expect(Number(actualTime)).toBeCloseTo(1, 1);

    const next = await build(planner, equipment, hoursAhead(6));
    const start = () => planner.call(fireJobEvent, { params: { id: next.id }, body: { event: 'START' } });
    expect(await failure(start())).toMatchObject({
      code: 'CONFLICT',
      message:
        'The last print is still on the plate of FDM-02. Clear the plate, and confirm it on the screen for machine connectivity.',
    });
    expect(await operator.call(clearPlate, { params: { id: live.id } })).toMatchObject({ plateFull: false });
    expect((await start()).jobStatus).toBe('IN_PROGRESS');
    await planner.call(fireJobEvent, { params: { id: next.id }, body: { event: 'CANCEL', reason: 'Test' } });
  });

  test('that nobody planned becomes a job of the machine; its alarm waits for somebody', async () => {
    const { connectors } = await admin.call(listConnectors, {});
    const id = connectors.find(({ type }) => type === 'FILE_DROP')?.id ?? 0;
    await drop(id, { machine: 'A', vendorState: 'RUNNING', job: 'found.gcode', progress: 0.2, secondsLeft: 7200 });
    const { id: machineId } = await onWall(operator, 'FDM-02', ({ print }) => print?.name === 'found.gcode');
    const linked = await operator.call(linkPrint, { params: { id: machineId }, body: { jobId: null } });
    const job = await planner.call(readJob, { params: { id: linked.print?.job?.id ?? 0 } });
    expect(job).toMatchObject({
      jobName: 'found.gcode',
      jobCreationType: 'MACHINE_CONNECTIVITY',
      jobStatus: 'IN_PROGRESS',
    });

    await drop(id, { machine: 'A', vendorState: 'ERROR', alarm: { code: 'E1', text: 'Thermal runaway' } });
    const { alarm } = await onWall(operator, 'FDM-02', ({ alarm: raised }) => raised !== null);
    expect(alarm).toMatchObject({ text: 'Thermal runaway', open: true });
    const seen = await operator.call(acknowledgeAlarm, {
      params: { id: machineId },
      body: { alarmId: alarm?.id ?? '' },
    });
    expect(seen.alarm).toMatchObject({ open: false });
    await drop(id, { machine: 'A', vendorState: 'STOPPED', job: 'found.gcode' });
    await vi.waitFor(async () => {
      expect(await planner.call(readJob, { params: { id: job.id } })).toMatchObject({ jobStatus: 'FAILED' });
    }, 10_000);
    const { spans, alarms } = await operator.call(readTimeline, { params: { id: machineId }, query: {} });
    expect(spans.map(({ state }) => state)).toEqual(['RUNNING', 'PAUSED', 'FINISHED', 'RUNNING', 'ERROR', 'STOPPED']);
    expect(alarms).toMatchObject([
      { text: 'Thermal runaway', clearedAt: expect.any(String), seenBy: expect.any(String) },
    ]);
  });

  test('that cannot be written while the database refuses is there when it does not any more, once and in its order', async () => {
    const { connectors } = await admin.call(listConnectors, {});
    const id = connectors.find(({ type }) => type === 'FILE_DROP')?.id ?? 0;
    await server.asOwner((owner) =>
      sql`
        create function refused() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
        create trigger refused before insert on mc_span for each row execute function refused()
      `.execute(owner),
    );
    await drop(id, { machine: 'B', vendorState: 'RUNNING', job: 'dark.gcode', progress: 0.3 });
    await setTimeout(1500);
    await drop(id, { machine: 'B', vendorState: 'PAUSED', job: 'dark.gcode', progress: 0.4 });
    await server.asOwner((owner) => sql`drop function refused cascade`.execute(owner));
    const { id: machineId } = await onWall(operator, 'B', ({ state }) => state === 'PAUSED');
    const { spans } = await operator.call(readTimeline, { params: { id: machineId }, query: {} });
    expect(spans.map(({ state }) => state)).toEqual(['RUNNING', 'PAUSED']);
  });

  test('is shown to nobody of another facility', async () => {
    await showMachines(server, server.world.secondFacilityId);
    const other = await server.client('admin2');
    expect(await other.call(readWall, { query: {} })).toMatchObject({ machines: [], total: 0, counts: [] });
    const { machines } = await operator.call(readWall, { query: { q: 'FDM-02' } });
    const [machine] = machines;
    expect(machine).toBeDefined();
    expect((await failure(other.call(clearPlate, { params: { id: machine?.id ?? 0 } }))).code).toBe('NOT_FOUND');
  });
});

test('files in the folder of a connector are brought as by the call, once, and what is none is named', async () => {
  const root = await mkdtemp(join(tmpdir(), 'machine-files-'));
  vi.stubEnv('MACHINE_FILES', root);
  const { id, folder } = await added({ name: 'Folder' });
  expect(folder).toBe(String(id));
  const at = (name: string) => join(root, String(id), name);
  await vi.waitFor(() => stat(join(root, String(id))), 10_000);
  const put = async (name: string, content: unknown) => {
    await writeFile(at(`${name}.part`), typeof content === 'string' ? content : JSON.stringify(content));
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(at(`${name}.part`), longAgo, longAgo);
    await rename(at(`${name}.part`), at(name));
  };
  await put('1.json', { readings: [{ machine: 'F-1', vendorState: 'RUNNING', layer: 7, job: 'disc' }] });
  expect(await onWall(operator, 'F-1', ({ state }) => state === 'RUNNING')).toMatchObject({ layer: 7 });
  await put('2.json', { readings: [{ machine: 'F-1', vendorState: 'PAUSED' }] });
  const { id: machineId } = await onWall(operator, 'F-1', ({ state }) => state === 'PAUSED');
  await symlink('/etc/hostname', at('3.json'));
  await put('4.json', 'hello');
  await put('5.json', '{"readings":[{"machine":"F-1","vendorState":"RUNNING","job":"\\ud800"}]}');
  await vi.waitFor(async () => {
    const { connectors } = await admin.call(listConnectors, {});
    expect(connectors.find((each) => each.id === id)).toMatchObject({ health: 'FAILING' });
    expect((await readdir(join(root, String(id)))).toSorted()).toEqual([
      '3.json.wrong',
      '4.json.wrong',
      '5.json.wrong',
    ]);
  }, 10_000);
  const { connectors } = await admin.call(listConnectors, {});
  expect(connectors.find((each) => each.id === id)?.last?.message).toBe(
    'The file 3.json.wrong in the folder of this connector holds no readings. Take it away or mend it.',
  );
  const { spans } = await operator.call(readTimeline, { params: { id: machineId }, query: {} });
  expect(spans.map(({ state }) => state)).toEqual(['RUNNING', 'PAUSED']);
  await admin.call(runConnector, { params: { id }, body: { run: 'OFF' } });
  vi.unstubAllEnvs();
  await rm(root, { recursive: true });
});

describe('a broker of machines', () => {
  test('has machines on the wall as they publish, with their states on the timeline, and says what is wrong', async () => {
    const aedes = await Aedes.createBroker();
    const broker = createServer((socket) => aedes.handle(socket));
    await new Promise<void>((ready) => void broker.listen(0, '127.0.0.1', ready));
    const place = broker.address();
    const port = place !== null && typeof place === 'object' ? place.port : 0;
    const publish = (value: unknown) =>
      new Promise<void>((done) =>
        aedes.publish(
          {
            ...{ cmd: 'publish', qos: 1, dup: false, retain: true, topic: 'plant/ebm-1/status' },
            payload: typeof value === 'string' ? value : JSON.stringify(value),
          },
          () => done(),
        ),
      );
    const draft = {
      ...({ type: 'MQTT', name: 'Broker', endpoint: `mqtt://127.0.0.1:${port}`, pollSeconds: 1 } as const),
      settings: { state: 'state', layer: 'layer', alarm: 'alarm', job: 'job', progressUnit: 'PERCENT', other: 'x' },
    };
    const sources = [{ machine: '+', settings: { topic: 'plant/+/status' } }];
    expect((await failure(added(draft))).details).toMatchObject({ fields: { sources: 'Enter a value.' } });
    const wrong = { ...draft, endpoint: 'http://127.0.0.1', sources };
    expect((await failure(added(wrong))).details).toMatchObject({
      fields: { endpoint: 'Enter an address that begins with mqtt:// or mqtts://.' },
    });
    await publish({ state: 'RUNNING', layer: 3, job: 'rotor' });
    const { id, settings } = await added({ ...draft, sources });
    expect(settings).not.toHaveProperty('other');
    expect(await onWall(operator, 'ebm-1', ({ state }) => state === 'RUNNING')).toMatchObject({
      ...{ type: 'MQTT', connector: 'Broker', layer: 3, print: { name: 'rotor' } },
    });
    await publish({ state: 'PAUSED', alarm: 'Powder is low' });
    const paused = await onWall(operator, 'ebm-1', ({ alarm }) => alarm !== null);
    expect(paused).toMatchObject({ state: 'PAUSED', layer: 3, alarm: { text: 'Powder is low', open: true } });
    await publish('nonsense');
    await vi.waitFor(async () => {
      const { connectors } = await admin.call(listConnectors, {});
      expect(connectors.find((each) => each.id === id)).toMatchObject({
        ...{ health: 'FAILING', last: { message: 'The last message under plant/ebm-1/status is not JSON.' } },
      });
    }, 10_000);
    await publish({ state: 'FINISHED' });
    const { id: machine } = await onWall(operator, 'ebm-1', ({ state }) => state === 'FINISHED');
    const { spans } = await operator.call(readTimeline, { params: { id: machine }, query: {} });
    expect(spans.map(({ state }) => state)).toEqual(['RUNNING', 'PAUSED', 'FINISHED']);

    const test = { ...draft, sources, id: null, secret: null, endpoint: `mqtt://localhost:${port}` };
    expect(await admin.call(testConnector, { body: test })).toMatchObject({
      ...{ ok: true, machines: [{ machine: 'ebm-1', vendorState: 'FINISHED' }] },
    });
    await admin.call(runConnector, { params: { id }, body: { run: 'OFF' } });
    await vi.waitFor(() => expect(aedes.connectedClients).toBe(0), 10_000);
    broker.close();
    await new Promise<void>((closed) => aedes.close(closed));
  });

  test('keeps a password that goes to another broker to itself', async () => {
    const body = draftOf({
      ...{
        type: 'MQTT',
        endpoint: 'mqtts://one.example',
        secret: 'p-1',
        settings: { state: 's', progressUnit: 'SHARE' },
      },
      sources: [{ machine: 'A', settings: { topic: 'a' } }],
    });
    const { id, version } = await admin.call(createConnector, { body: { ...body, eventId: randomUUID() } });
    const { secret: _, ...elsewhere } = { ...body, endpoint: 'mqtts://attacker.example', version };
    expect((await failure(admin.call(updateConnector, { params: { id }, body: elsewhere }))).details).toMatchObject({
      fields: { secret: expect.stringMatching(/^Enter the password again/) },
    });
  });
});

test('what machines did over a year ago is forgotten, but not the state that they have had since', async () => {
  await added({ machines: [{ machine: 'OLD', equipmentId: null }] });
  await server.services.write(({ db }) =>
    sql`
      with old as (select id from mc_machine where machine = 'OLD'),
        spans as (insert into mc_span (machine_id, state, from_at)
          select id, state, now() - make_interval(days => days) from old, (values ('IDLE', 500), ('RUNNING', 450), ('ERROR', 420), ('IDLE', 1))
            as t(state, days)),
        alarms as (insert into mc_alarm (id, machine_id, code, text, raised_at, cleared_at)
          select gen_random_uuid(), id, code, '', now() - make_interval(days => 420), cleared from old,
            (values ('over', now()), ('open', null)) as t(code, cleared))
      insert into mc_print (id, machine_id, name, started_at, ended_at)
      select gen_random_uuid(), id, name, now() - make_interval(days => days), now() from old, (values ('long ago', 450), ('new', 2)) as t(name, days)
    `.execute(db),
  );
  await server.services.write(forgetOld);
  const { rows } = await sql<{ said: string }>`
    select x.said from mc_machine m cross join lateral (
      select state as said, from_at as at from mc_span where machine_id = m.id
      union all select code, raised_at from mc_alarm where machine_id = m.id
      union all select name, started_at from mc_print where machine_id = m.id) x
    where m.machine = 'OLD' order by x.at, x.said
  `.execute(server.services.db);
  expect(rows.map(({ said }) => said)).toEqual(['ERROR', 'open', 'new', 'IDLE']);
});
