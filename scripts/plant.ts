import { mtconnectAgent } from './plant/mtconnect.ts';
import { moonraker, octoprint } from './plant/printers.ts';
import { listening } from './plant/serve.ts';
import { simulatedMachines, simulatedReading } from '../plugins/connectivity/server/drivers/simulator/plant.ts';
import { TaskError } from './taskError.ts';

/**
 * `npm run plant [-- --port 5100] [--speed 10]`: twelve machines that do not exist, over real HTTP on this machine alone: four behind an
 * MTConnect agent, four OctoPrints, four Moonrakers. They print, pause, fail, and drop out as it was recorded, again and again.
 */
export default async function run(args: string[]): Promise<void> {
  const port = numberOf(args, '--port', 5100);
  const speed = numberOf(args, '--speed', 1);
  const readings = simulatedMachines.map((machine, index) => () => simulatedReading(machine, index, Date.now(), speed));
  const behind = (from: number) => readings.slice(from, from + 4);
  const servers = [
    await listening(port, mtconnectAgent(behind(0))),
    ...(await Promise.all(behind(4).map((read, index) => listening(port + 1 + index, octoprint(read))))),
    ...(await Promise.all(behind(8).map((read, index) => listening(port + 5 + index, moonraker(read))))),
  ];
  const lines = [
    'SIMULATOR. No machine is behind these addresses. Stop with Ctrl+C.',
    `  MTConnect   http://127.0.0.1:${port}   (4 devices)`,
    ...Array.from({ length: 4 }, (_, index) => `  OctoPrint   http://127.0.0.1:${port + 1 + index}   key: simulator`),
    ...Array.from({ length: 4 }, (_, index) => `  Moonraker   http://127.0.0.1:${port + 5 + index}`),
    'A server calls them with ALLOWED_NETWORKS=127.0.0.1/32.',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  await new Promise<void>((ended) => {
    process.once('SIGINT', ended);
    process.once('SIGTERM', ended);
  });
  for (const server of servers) server.close();
}

function numberOf(args: readonly string[], name: string, usual: number): number {
  const at = args.indexOf(name);
  if (at < 0) return usual;
  const value = Number(args[at + 1]);
  if (!Number.isFinite(value) || value <= 0) throw new TaskError(`${name} takes a number above 0.`);
  return value;
}
