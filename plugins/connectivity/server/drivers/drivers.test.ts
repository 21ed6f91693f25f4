import { expect, test } from 'vitest';
import { createOutbound } from '../../../../host/server/outbound/outbound.ts';
import { createOutboundSocket } from '../../../../host/server/outbound/socket.ts';
import { threadFile } from '../../../../host/server/threadFile.ts';
import { json, machineServer } from '../testing.ts';
import { NotHeard, type Link, type OpenDriver } from './driver.ts';
import { openMoonraker } from './moonraker/moonraker.ts';
import { openMtconnect } from './mtconnect/mtconnect.ts';
import { readXml } from './mtconnect/xml.ts';
import { openOctoPrint } from './octoprint/octoprint.ts';
import { openPrusaLink } from './prusalink/prusalink.ts';
import { simulatedMachines, simulatedReading } from './simulator/plant.ts';

const call = createOutbound(['127.0.0.1/32']);
const connect = createOutboundSocket(['127.0.0.1/32']);
const linkTo = (endpoint: string, more: Partial<Link> = {}): Link => ({
  ...{
    endpoint,
    secret: 'key',
    certificate: null,
    cursor: '',
    settings: {},
    sources: [],
    call,
    connect,
    program: threadFile,
    log: console,
    own: (_, make) => make(),
    dropped: (last) => Promise.resolve({ readings: [], last, wrong: null }),
  },
  ...more,
});
const read = (open: OpenDriver, endpoint: string) => open(linkTo(endpoint)).read(AbortSignal.timeout(5000));
const why = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'heard',
    (error: unknown) => (error instanceof NotHeard ? error.why.message : String(error)),
  );

test('OctoPrint says what it prints, and nothing to who has no key', async () => {
  const machine = await machineServer((request, response) => {
    if (request.headers['x-api-key'] !== 'key') json(response, { error: 'forbidden' }, 403);
    else if (request.url === '/api/job')
      json(response, {
        state: 'Printing',
        job: { file: { name: 'gear.gcode', display: 'Gear.gcode' } },
        progress: { completion: 42.5, printTimeLeft: 901 },
      });
    else
      json(response, {
        temperature: { tool0: { actual: 214.8, target: 215, offset: 0 }, bed: { actual: 60, target: 60 } },
      });
  });
  expect(await read(openOctoPrint, machine.url)).toMatchObject([
    {
      ...{ vendorState: 'Printing', job: 'Gear.gcode', progress: 0.425, secondsLeft: 901, alarm: null },
      temperatures: [{ name: 'tool0', actual: 214.8, target: 215 }, { name: 'bed' }],
    },
  ]);
  const refused = openOctoPrint(linkTo(machine.url, { secret: 'other' })).read(AbortSignal.timeout(5000));
  expect(await why(refused)).toBe('The machine does not accept the key.');
  machine.close();
});

test('Moonraker says layers, what it skips, and why it stands still', async () => {
  let shutDown = false;
  const machine = await machineServer((_, response) =>
    json(response, {
      result: {
        status: {
          webhooks: shutDown ? { state: 'shutdown', state_message: 'MCU lost' } : { state: 'ready' },
          print_stats: {
            ...{ state: 'printing', filename: 'plate.gcode', print_duration: 600 },
            info: { current_layer: 30, total_layer: 120 },
          },
          virtual_sdcard: { progress: 0.25 },
          extruder: { temperature: 240.1, target: 240 },
          exclude_object: { excluded_objects: ['17-2'] },
        },
      },
    }),
  );
  expect(await read(openMoonraker, machine.url)).toMatchObject([
    {
      vendorState: 'printing',
      layer: 30,
      layers: 120,
      progress: 0.25,
      secondsLeft: 1800,
      skipped: ['17-2'],
      alarm: null,
    },
  ]);
  shutDown = true;
  expect(await read(openMoonraker, machine.url)).toMatchObject([
    { vendorState: 'shutdown', alarm: { code: 'SHUTDOWN', text: 'MCU lost' } },
  ]);
  machine.close();
});

test('PrusaLink says what it prints', async () => {
  const machine = await machineServer((request, response) => {
    if (request.url === '/api/v1/status')
      json(response, {
        printer: { state: 'PRINTING', temp_nozzle: 215, target_nozzle: 215, temp_bed: 60, target_bed: 60 },
        job: { id: 7, progress: 12, time_remaining: 3600, time_printing: 400 },
      });
    else json(response, { id: 7, file: { name: 'A~1.BGC', display_name: 'bracket.bgcode' } });
  });
  expect(await read(openPrusaLink, machine.url)).toMatchObject([
    { vendorState: 'PRINTING', job: 'bracket.bgcode', progress: 0.12, secondsLeft: 3600 },
  ]);
  machine.close();
});

test('what answers otherwise, or not at all, is told in words', async () => {
  const page = await machineServer((_, response) => void response.end('<html></html>'));
  expect(await why(read(openOctoPrint, page.url))).toBe(
    'Something answers, but not as this type of connector expects.',
  );
  expect(await why(read(openMtconnect, page.url))).toBe('Something answers, but it is not an MTConnect agent.');
  page.close();
  expect(await why(read(openMoonraker, page.url))).toBe(
    'Nothing listens at this address. Check the port, and whether the machine is on.',
  );
});

const streams = (next: number, items: string) => `<?xml version="1.0"?>
  <MTConnectStreams xmlns="urn:mtconnect.org:MTConnectStreams:2.0"><Header instanceId="5" nextSequence="${next}"/>
  <Streams><DeviceStream name="SLM-1" uuid="u1"><ComponentStream component="Path">${items}</ComponentStream></DeviceStream></Streams>
  </MTConnectStreams>`;
const event = (sequence: number, name: string, text: string, second: number) =>
  `<${name} dataItemId="${name}" sequence="${sequence}" timestamp="2026-11-20T10:00:0${second}Z">${text}</${name}>`;

test('MTConnect misses nothing between two questions, nor over a restart', async () => {
  const asked: string[] = [];
  const answers: Record<string, string> = {
    '/current': streams(
      10,
      `<Events>${event(1, 'Availability', 'AVAILABLE', 0)}${event(2, 'Execution', 'ACTIVE', 0)}${event(3, 'Program', 'A &amp; B', 0)}</Events>`,
    ),
    '/sample?from=10&count=1000': streams(
      13,
      `<Events>${event(10, 'Execution', 'FEED_HOLD', 1)}${event(12, 'Execution', 'ACTIVE', 3)}</Events>
       <Condition><Fault dataItemId="sys" sequence="11" timestamp="2026-11-20T10:00:02Z" type="SYSTEM" nativeCode="42">Low gas</Fault></Condition>`,
    ),
    '/current?at=12': streams(
      13,
      `<Events>${event(12, 'Execution', 'ACTIVE', 3)}${event(3, 'Program', 'A &amp; B', 0)}</Events>`,
    ),
    '/sample?from=13&count=1000': streams(14, `<Events>${event(13, 'Execution', 'PROGRAM_COMPLETED', 5)}</Events>`),
  };
  const agent = await machineServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(answers[request.url ?? ''] ?? '<MTConnectError><Errors><Error>No</Error></Errors></MTConnectError>');
  });
  const signal = AbortSignal.timeout(5000);
  const driver = openMtconnect(linkTo(agent.url));
  expect(await driver.read(signal)).toMatchObject([{ machine: 'SLM-1', vendorState: 'ACTIVE', job: 'A & B' }]);
  expect((await driver.read(signal)).map(({ vendorState, alarm }) => [vendorState, alarm?.text])).toEqual([
    ['FEED_HOLD', undefined],
    ['ACTIVE', 'Low gas'],
    ['ACTIVE', 'Low gas'],
  ]);
  const again = openMtconnect(linkTo(agent.url, { cursor: driver.cursor() }));
  expect((await again.read(signal)).map(({ vendorState, job }) => [vendorState, job])).toContainEqual([
    ...['PROGRAM_COMPLETED', 'A & B'],
  ]);
  expect(asked.at(-1)).toBe('/sample?from=13&count=1000');
  agent.close();
});

test('XML declares nothing and ends as it begins', () => {
  expect(readXml('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>')).toBeNull();
  expect(readXml('<a>&x;&#65;&lt;</a>')?.text).toBe('A<');
  expect(readXml('<a><b></a></b>')).toBeNull();
  expect(readXml('<a'.repeat(10_000))).toBeNull();
  expect(readXml('<m:a m:b="1" c=\'2\'><![CDATA[<x>]]></m:a>')).toMatchObject({
    name: 'a',
    attributes: { b: '1', c: '2' },
    text: '<x>',
  });
});

test('the simulated plant prints, pauses, fails, and drops out within the hour', () => {
  const states = new Set<string>();
  for (const [index, machine] of simulatedMachines.entries()) {
    for (let at = 0; at < 3_600_000; at += 10_000) states.add(simulatedReading(machine, index, at).vendorState);
  }
  expect([...states].toSorted()).toEqual([
    'ERROR',
    'FINISHED',
    'IDLE',
    'OFFLINE',
    'PAUSED',
    'PREPARING',
    'RUNNING',
    'STOPPED',
  ]);
});
