import { AsyncLocalStorage } from 'node:async_hooks';
import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { say } from '../../../texts.ts';
import { NotHeard } from '../../driver.ts';
import { makeIdentity } from '../identity.ts';
import { loadOpcua } from '../library.ts';
import { listenTo, type Listening } from '../opcua.ts';
import { askedSchema, turnsOut, written, type Told } from './messages.ts';

/** Speaks OPC UA in a process of its own until whoever started it has gone. */

const tell = (told: Told): void => void process.send?.(told);

const drivers = new Map<number, Listening>();
const dials = new Map<number, (why: NotHeard | null, socket: Socket | null) => void>();
let dialed = 0;

/** Whose turn it is, written where it outlives this process: whatever ends it is known to be of that server. */
const turns = new AsyncLocalStorage<number>();
let turn = 0;
function take(driver: number): void {
  if (driver === turn) return;
  turn = driver;
  try {
    writeSync(turnsOut, `${driver}\n`);
  } catch {
    // Nobody reads just now.
  }
}
process.on('uncaughtExceptionMonitor', () => take(turns.getStore() ?? turn));

function dial(driver: number): Promise<Socket> {
  const number = ++dialed;
  tell({ kind: 'dial', driver, dial: number });
  return new Promise((done, failed) => {
    dials.set(number, (why, socket) => {
      dials.delete(number);
      if (!socket) return failed(why ?? new NotHeard(say('noAnswer')));
      socket.on('error', () => {});
      socket.on('data', () => take(driver));
      done(socket);
    });
  });
}

async function read(driver: number): Promise<void> {
  try {
    const listening = drivers.get(driver);
    if (!listening) throw new Error('It is closed.');
    const readings = await listening.read();
    const trouble = listening.trouble();
    tell({ kind: 'heard', driver, readings, trouble: trouble && written(trouble) });
  } catch (error) {
    tell({ kind: 'failed', driver, why: error instanceof NotHeard ? written(error.why) : null, error: String(error) });
  }
}

async function close(driver: number): Promise<void> {
  const listening = drivers.get(driver);
  drivers.delete(driver);
  await listening?.close();
  tell({ kind: 'closed', driver });
}

async function make(): Promise<void> {
  tell({ kind: 'made', own: await makeIdentity(await loadOpcua()) });
}

function heed(asked: ReturnType<typeof askedSchema.parse>, socket: Socket | null): void {
  if (asked.kind === 'dialed') return dials.get(asked.dial)?.(asked.why && new NotHeard(asked.why), socket);
  if (asked.kind === 'make') return void make();
  const { driver } = asked;
  turns.run(driver, () => {
    take(driver);
    if (asked.kind === 'read') return void read(driver);
    if (asked.kind === 'close') return void close(driver);
    const { own, ...server } = asked;
    drivers.set(driver, listenTo({ ...server, own: () => Promise.resolve(own), dial: () => dial(driver) }));
  });
}
process.on('message', (given, handle) => {
  heed(askedSchema.parse(given), handle instanceof Socket ? handle : null);
});

/** Who started it has gone: servers are told, and then there is nobody to speak for. */
const leaveWithin = 3000;
process.once('disconnect', () => {
  setTimeout(() => process.exit(), leaveWithin).unref();
  void Promise.all([...drivers.values()].map((each) => each.close())).finally(() => process.exit());
});
// Whoever stops the server stops it by that.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

/** Work without end would hold out against everything else: a thread looks whether the others still get their turn. */
const beat = new Int32Array(new SharedArrayBuffer(4));
setInterval(() => Atomics.add(beat, 0, 1), 1000).unref();
const looks = { every: 4000, times: 4 };
const watching = `
  const { workerData: { beat, every, times } } = require('node:worker_threads');
  let [seen, missed] = [-1, 0];
  setInterval(() => {
    const now = Atomics.load(beat, 0);
    missed = now === seen ? missed + 1 : 0;
    seen = now;
    if (missed >= times) process.kill(process.pid, 'SIGKILL');
  }, every);
`;
new Worker(watching, {
  eval: true,
  workerData: { beat, ...looks },
  resourceLimits: { maxOldGenerationSizeMb: 16 },
}).unref();
