import { parseArgs } from 'node:util';
import { linesOf, conformance, summaryOf } from '../plugins/grabcad/tray/conformance/suite.ts';
import type { Outcome } from '../plugins/grabcad/tray/conformance/suite.ts';
import { startPageServer } from '../plugins/grabcad/tray/conformance/pageServer.ts';
import { TaskError } from './taskError.ts';

const usage =
  'Give the address of the tool: npm run tray:conformance -- ws://localhost:12001 [--port 12002] [--person]';
const log = (line: string) => process.stdout.write(`${line}\n`);

/** `npm run tray:conformance -- <address>`: tries every rule of the open tray protocol on a tool that is running. */
export default async function run(args: string[]): Promise<void> {
  const { url, port, person } = read(args);
  const server = await startPageServer(port).catch((error: unknown) => {
    throw new TaskError(
      `The page's server cannot listen at port ${port} (${String(error)}). Choose another with --port.`,
    );
  });
  log(`The tool at ${url.href} has to allow the page ${server.origin}, and to let it in when it asks the person.`);
  if (person) log('Make the tool forget this page first, and agree when it asks.');
  let group = '';
  const show = (outcome: Outcome) => {
    if (outcome.group !== group) log(`\n${outcome.group}`);
    group = outcome.group;
    for (const line of linesOf(outcome)) log(line);
  };
  const save = () => log('\nNow send the tray as a job, at the tool.');
  try {
    const outcomes = await conformance({ url, server, person: person ? { save } : undefined, onOutcome: show });
    log(`\n${summaryOf(outcomes)}`);
    if (outcomes.some(({ result }) => result === 'failed')) process.exitCode = 1;
  } finally {
    server.close();
  }
}

function read(args: string[]): { url: URL; port: number; person: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { port: { type: 'string', default: '12002' }, person: { type: 'boolean', default: false } },
    });
    const url = new URL(positionals[0] ?? '');
    const port = Number(values.port);
    if (!/^wss?:$/.test(url.protocol) || positionals.length > 1 || !Number.isInteger(port)) throw new TaskError(usage);
    return { url, port, person: values.person };
  } catch {
    throw new TaskError(usage);
  }
}
