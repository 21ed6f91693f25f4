import { readFile } from 'node:fs/promises';
import { connectorTypeSchema, drivers } from '@sinter/sdk/contract/connectivity/states';
import { createOutbound } from '#host/server/outbound/outbound.ts';
import { createOutboundSocket } from '#host/server/outbound/socket.ts';
import { threadFile } from '#host/server/threadFile.ts';
import type { Link } from '../plugins/connectivity/server/drivers/driver.ts';
import { openers } from '../plugins/connectivity/server/drivers/drivers.ts';
import { simulatedMachines, simulatedReading } from '../plugins/connectivity/server/drivers/simulator/plant.ts';
import { linesInto, readFeed, record, replayed } from './plant/feed.ts';
import { mtconnectAgent } from './plant/mtconnect.ts';
import { mqttBroker } from './plant/mqtt.ts';
import { opcuaServerOf } from './plant/opcua.ts';
import { moonraker, octoprint } from './plant/printers.ts';
import { listening, type Read } from './plant/serve.ts';
import { TaskError } from './taskError.ts';

/**
 * `npm run plant [-- --port 5100] [--speed 10]`: fourteen machines that do not exist, over real connections on this machine alone: three
 * behind an MTConnect agent, three OctoPrints, three Moonrakers, three that publish to an MQTT broker, two behind an OPC UA server (twelve where
 * what only developers have is not installed). They print, pause, fail, and drop out as it was recorded, again and again.
 *
 * `-- --record day.jsonl --type MOONRAKER --address http://10.0.0.12:7125`: writes down what a machine says (its key in PLANT_SECRET) until
 * it is stopped. `-- --replay day.jsonl`: its machines behind an MTConnect agent, at their own pace or `--speed` times as fast.
 */
export default async function run(args: string[]): Promise<void> {
  const port = numberOf(args, '--port', 5100);
  const speed = numberOf(args, '--speed', 1);
  const [into, from] = [textOf(args, '--record'), textOf(args, '--replay')];
  if (into !== undefined) await recordInto(into, args);
  else if (from !== undefined) await replay(await readFile(from, 'utf8'), port, speed);
  else await simulate(port, speed);
}

async function recordInto(path: string, args: readonly string[]): Promise<void> {
  const types = connectorTypeSchema.options.filter((type) => {
    const { schemes, source } = drivers[type];
    return schemes.length > 0 && source.length === 0;
  });
  const type = types.find((each) => each === textOf(args, '--type'));
  if (!type) throw new TaskError(`--type takes one of ${types.join(', ')}.`);
  const address = textOf(args, '--address');
  if (address === undefined || !URL.canParse(address))
    throw new TaskError('--address takes the address of the machine.');
  // Whoever sits at this machine may call what they like.
  const everywhere = ['0.0.0.0/0', '::/0'];
  const link: Link = {
    ...{
      endpoint: address.replace(/\/+$/, ''),
      secret: process.env['PLANT_SECRET'] ?? null,
      certificate: null,
      cursor: '',
    },
    ...{ settings: {}, sources: [], call: createOutbound(everywhere), connect: createOutboundSocket(everywhere) },
    ...{ program: threadFile, log: console },
    own: (_, make) => make(),
    dropped: (last) => Promise.resolve({ readings: [], last, wrong: null }),
  };
  const stopping = new AbortController();
  void stopped().then(() => stopping.abort());
  const file = linesInto(path);
  process.stdout.write(`Recording ${address} into ${path}. Stop with Ctrl+C.\n`);
  try {
    const driver = () => openers[type](link);
    await record({ type, driver, everyMs: 1000, signal: stopping.signal, write: file.write });
  } finally {
    await file.close();
  }
}

async function replay(text: string, port: number, speed: number): Promise<void> {
  const began = Date.now();
  const reads = replayed(readFeed(text), () => (Date.now() - began) * speed);
  const server = await listening(port, mtconnectAgent(reads));
  say([`  MTConnect   http://127.0.0.1:${port}   (${reads.length} devices, as they were recorded)`]);
  await stopped();
  server.close();
}

async function simulate(port: number, speed: number): Promise<void> {
  // Two more than the simulator has.
  const more = simulatedMachines.slice(0, 2).map((machine, index) => ({ ...machine, name: `SIM-${index + 13}` }));
  const readings: Read[] = [...simulatedMachines, ...more].map(
    (machine, index) => () => simulatedReading(machine, index, Date.now(), speed),
  );
  const behind = (from: number) => readings.slice(from, from + 3);
  const opcua = await opcuaServerOf(port + 8, behind(12));
  if (opcua) setInterval(opcua.show, 1000).unref();
  const broker = await mqttBroker(port + 7, behind(9));
  setInterval(broker.publish, 1000).unref();
  const servers = [
    await listening(port, mtconnectAgent(behind(0))),
    ...(await Promise.all(behind(3).map((read, index) => listening(port + 1 + index, octoprint(read))))),
    ...(await Promise.all(behind(6).map((read, index) => listening(port + 4 + index, moonraker(read))))),
    broker,
    ...(opcua ? [opcua] : []),
  ];
  say([
    `  MTConnect   http://127.0.0.1:${port}   (3 devices)`,
    ...Array.from({ length: 3 }, (_, index) => `  OctoPrint   http://127.0.0.1:${port + 1 + index}   key: simulator`),
    ...Array.from({ length: 3 }, (_, index) => `  Moonraker   http://127.0.0.1:${port + 4 + index}`),
    `  MQTT        mqtt://127.0.0.1:${port + 7}   (3 machines, name + under the topic plant/+/status)`,
    opcua
      ? `  OPC UA      opc.tcp://127.0.0.1:${port + 8}/machine   (2 machines, SIM-13 and SIM-14, security: none, nodes like ns=1;s=SIM-13.State)`
      : '  OPC UA      is left out: its library for servers is installed with what developers need (npm install).',
  ]);
  await stopped();
  for (const server of servers) server.close();
}

function say(addresses: readonly string[]): void {
  const lines = [
    'SIMULATOR. No machine is behind these addresses. Stop with Ctrl+C.',
    ...addresses,
    'A server calls them with ALLOWED_NETWORKS=127.0.0.1/32.',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

const stopped = (): Promise<void> =>
  new Promise<void>((ended) => {
    process.once('SIGINT', () => ended());
    process.once('SIGTERM', () => ended());
  });

function textOf(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  if (at < 0) return undefined;
  const value = args[at + 1];
  if (value === undefined || value.startsWith('--')) throw new TaskError(`${name} takes a value.`);
  return value;
}

function numberOf(args: readonly string[], name: string, usual: number): number {
  const at = args.indexOf(name);
  if (at < 0) return usual;
  const value = Number(args[at + 1]);
  if (!Number.isFinite(value) || value <= 0) throw new TaskError(`${name} takes a number above 0.`);
  return value;
}
