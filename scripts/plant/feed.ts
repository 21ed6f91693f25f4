import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { readingSchema, type Reading } from '@sinter/sdk/contract/connectivity/connectors';
import { drivers, type ConnectorType } from '@sinter/sdk/contract/connectivity/states';
import * as z from 'zod';
import { NotHeard, type Driver } from '../../plugins/connectivity/server/drivers/driver.ts';
import { TaskError } from '../taskError.ts';
import type { Read } from './serve.ts';

/** What a machine said, so many milliseconds after the recording began. */
const lineSchema = z.object({ at: z.number().min(0), reading: readingSchema });
type Line = z.infer<typeof lineSchema>;
export type Feed = readonly Line[];

/** After the last line it begins anew. */
const pauseMs = 1000;

/** A feed as it was recorded: a line of JSON for each reading. */
export function readFeed(text: string): Feed {
  const lines = text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [lineSchema.parse(JSON.parse(line))];
    } catch {
      throw new TaskError(`Line ${index + 1} is not one of a feed.`);
    }
  });
  if (lines.length === 0) throw new TaskError('The feed is empty.');
  return lines.toSorted((one, other) => one.at - other.at);
}

/** Its machines, as they were at every moment, again and again. `clock` answers milliseconds since it began. */
export function replayed(feed: Feed, clock: () => number): Read[] {
  const length = (feed.at(-1)?.at ?? 0) + pauseMs;
  const machines = [...new Set(feed.map(({ reading }) => reading.machine))];
  return machines.map((machine) => {
    const lines = feed.filter(({ reading }) => reading.machine === machine);
    return () => {
      const now = clock() % length;
      const told = lines.findLast(({ at }) => at <= now)?.reading;
      return told ?? readingSchema.parse({ machine, vendorState: 'OFFLINE' });
    };
  });
}

interface Recording {
  type: ConnectorType;
  driver: () => Driver;
  everyMs: number;
  signal: AbortSignal;
  write: (line: Line) => Promise<void> | void;
}

/** Writes down what a driver reads until it is stopped, in our words, and when nobody answers. What is as it was is not written again. */
export async function record({ type, driver: open, everyMs, signal, write }: Recording): Promise<void> {
  const began = Date.now();
  const known = new Map<string, Reading>();
  const note = async (reading: Reading) => {
    const before = known.get(reading.machine);
    if (before && JSON.stringify(before) === JSON.stringify(reading)) return;
    known.set(reading.machine, reading);
    await write({ at: Date.now() - began, reading });
  };
  for (let driver = open(); !signal.aborted;) {
    try {
      for (const { at: _, ...reading } of await driver.read(signal)) {
        const state = drivers[type].states[reading.vendorState] ?? known.get(reading.machine)?.vendorState ?? 'IDLE';
        await note({ ...reading, vendorState: state });
      }
    } catch (error) {
      if (signal.aborted) break;
      if (!(error instanceof NotHeard)) throw error;
      for (const reading of known.values()) await note({ ...reading, vendorState: 'OFFLINE' });
      if (known.size === 0) throw new TaskError(error.why.message);
      driver = open();
    }
    await sleep(everyMs, undefined, { signal }).catch(() => {});
  }
}

/** Into a file, line by line, so that what is there is whole whenever it ends. */
export function linesInto(path: string): { write: (line: Line) => Promise<void>; close(): Promise<void> } {
  const file = createWriteStream(path, { flags: 'wx' });
  return {
    async write(line) {
      if (!file.write(`${JSON.stringify(line)}\n`)) await once(file, 'drain');
    },
    async close() {
      file.end();
      await once(file, 'close');
    },
  };
}
