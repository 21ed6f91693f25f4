import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { trayPort } from './messages.ts';
import { startTraySimulator } from './simulator.ts';
import { checkWithServer } from './ticketCheck.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: String(trayPort) },
    origin: { type: 'string', multiple: true, default: ['http://localhost:4000', 'http://127.0.0.1:4000'] },
    'file-origin': { type: 'string', multiple: true, default: [] },
    accept: { type: 'boolean', default: false },
    'no-ticket-check': { type: 'boolean', default: false },
    slow: { type: 'string' },
    drop: { type: 'string' },
    duplicate: { type: 'boolean', default: false },
    'old-version': { type: 'boolean', default: false },
    'not-queued': { type: 'boolean', default: false },
  },
});
const count = z.coerce.number().int().nonnegative();

const log = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const questions: ((answer: string) => void)[] = [];
function ask(origin: string): Promise<boolean> {
  if (values.accept) return Promise.resolve(true);
  log(`May ${origin} use this tray? [y/N]`);
  return new Promise((resolve) => questions.push((answer) => resolve(/^y(es)?$/i.test(answer))));
}

const simulator = await startTraySimulator({
  port: count.parse(values.port),
  origins: values.origin,
  fileOrigins: values['file-origin'],
  checkTicket: values['no-ticket-check'] ? undefined : checkWithServer,
  accept: ask,
  faults: {
    slow: count.optional().parse(values.slow),
    drop: count.optional().parse(values.drop),
    duplicate: values.duplicate,
    oldVersion: values['old-version'],
    notQueued: values['not-queued'],
  },
  log,
});
log('Commands: save (send the tray as a job), status, quit');

const input = createInterface({ input: process.stdin });
input.on('line', (line) => {
  const answer = line.trim();
  const question = questions.shift();
  if (question) question(answer);
  else if (answer === 'save') void save();
  else if (answer === 'status') log(JSON.stringify(simulator.status(), null, 2));
  else if (answer === 'quit') void quit();
});
process.once('SIGINT', () => void quit());
process.once('SIGTERM', () => void quit());

async function save(): Promise<void> {
  try {
    const ack = await simulator.saveJob();
    log(ack.status === 'OK' ? 'The job was saved.' : `The job was not saved: ${ack.message} (${ack.code})`);
  } catch (error) {
    log(`The job was not saved: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function quit(): Promise<void> {
  input.close();
  await simulator.close();
}
