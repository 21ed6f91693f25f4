import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { costOver, type Table } from './figure.ts';
import { emptyFolder, startProgram } from './program.ts';
import { inRounds, median } from './statistics.ts';
import { TaskError } from '../taskError.ts';

/** `npm start` without npm: on an empty folder, and again on the same data. */
export async function startTimes(rounds: number): Promise<Table> {
  const folder = emptyFolder('starts');
  const start = async (round: number): Promise<number> => {
    const program = await startProgram(['scripts/run.mjs', 'start'], { DATA_DIR: join(folder, String(round)) });
    await program.stop();
    if (program.output().includes('Built ')) throw new TaskError('A source was changed during the measurement.');
    return program.readyMs;
  };
  const times = { node: [] as number[], empty: [] as number[], again: [] as number[] };
  await inRounds(
    rounds,
    async () => times.node.push(await bareNode()),
    async (round) => times.empty.push(await start(round)),
    async (round) => times.again.push(await start(round)),
  );
  const node = median(times.node);
  return {
    subject: 'Start',
    note: 'From the command to "ready", build aside; floor: node -e 0, from the command to its end.',
    figures: [
      {
        name: 'first start, empty folder',
        unit: 'ms',
        ...costOver(node, median(times.empty)),
        target: { atMost: 40 },
      },
      { name: 'restart', unit: 'ms', ...costOver(node, median(times.again)), target: { atMost: 8 } },
    ],
  };
}

async function bareNode(): Promise<number> {
  const times = [];
  for (let count = 0; count < 3; count += 1) {
    const begun = performance.now();
    await new Promise((ended) => spawn(process.execPath, ['-e', '0']).once('exit', ended));
    times.push(performance.now() - begun);
  }
  return median(times);
}
