import type { PageServer } from './pageServer.ts';
import { Bench, Mismatch, NotTried, patience } from './Bench.ts';
import type { Case, Patience, Person } from './Bench.ts';
import { answerCases, repeatCases } from './cases/answers.ts';
import { commandCases } from './cases/commands.ts';
import { connectionCases, sessionCases, silentPage, silentSession } from './cases/connection.ts';
import { firstHello, helloCases } from './cases/hello.ts';

/** How one case ended. */
export type Outcome = { group: string; name: string } & (
  { result: 'passed' } | { result: 'failed'; expected: string; came: string } | { result: 'not tried'; why: string }
);

export interface SuiteOptions {
  /** The tool's address. */
  url: URL;
  /** Its origin has to be one that the tool allows. */
  server: PageServer;
  /** Left out, what needs somebody at the tool is not tried. */
  person?: Person;
  patience?: Partial<Patience>;
  /** As soon as each is known. */
  onOutcome?(outcome: Outcome): void;
}

const form: Case = {
  group: 'Frames',
  name: 'Everything that the tool sent is text in the form of the protocol.',
  run: async ({ unreadable: [first, ...rest] }) => {
    if (first === undefined) return;
    throw new Mismatch('frames as in the document', `${first}${rest.length > 0 ? `, and ${rest.length} more` : ''}`);
  },
};

/** Tries every rule of the protocol on a tool that is running, one after the other. */
export async function conformance(options: SuiteOptions): Promise<Outcome[]> {
  const bench = new Bench(options.url, options.server, { ...patience, ...options.patience }, options.person ?? null);
  const outcomes: Outcome[] = [];
  const tell = (outcome: Outcome): Outcome => {
    outcomes.push(outcome);
    options.onOutcome?.(outcome);
    return outcome;
  };
  const greeted = tell(await tried(firstHello, bench)).result === 'passed';
  const needHello = [...sessionCases, ...helloCases, ...commandCases, ...answerCases, ...repeatCases, silentSession];
  for (const each of [...connectionCases, ...needHello, silentPage, form]) {
    if (!greeted && needHello.includes(each)) {
      tell({ group: each.group, name: each.name, result: 'not tried', why: 'The tool lets no page in.' });
    } else tell(await tried(each, bench));
  }
  return outcomes;
}

async function tried({ group, name, run }: Case, bench: Bench): Promise<Outcome> {
  try {
    await run(bench);
    return { group, name, result: 'passed' };
  } catch (error) {
    if (error instanceof Mismatch) return { group, name, result: 'failed', expected: error.expected, came: error.came };
    if (error instanceof NotTried) return { group, name, result: 'not tried', why: error.message };
    throw error;
  } finally {
    bench.clear();
  }
}

/** The lines of one outcome, for people. */
export function linesOf(outcome: Outcome): string[] {
  const { result, name } = outcome;
  if (result === 'passed') return [`  passed     ${name}`];
  if (result === 'not tried') return [`  not tried  ${name} ${outcome.why}`];
  return [
    `  FAILED     ${name}`,
    `             expected: ${outcome.expected}`,
    `             came:     ${outcome.came}`,
  ];
}

/** The last line. */
export function summaryOf(outcomes: readonly Outcome[]): string {
  const count = (result: Outcome['result']) => outcomes.filter((outcome) => outcome.result === result).length;
  return `${count('passed')} passed, ${count('failed')} failed, ${count('not tried')} not tried`;
}
