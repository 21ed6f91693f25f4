import { expect, it } from 'vitest';
import type { TestContext } from 'vitest';
import { patience } from './conformance/Bench.ts';
import { conformance, linesOf, summaryOf } from './conformance/suite.ts';
import type { Outcome } from './conformance/suite.ts';
import { startPageServer } from './conformance/pageServer.ts';
import { startTool } from './testing/bench.ts';
import { startWrongTool } from './testing/wrongTool.ts';
import type { SimulatorFaults } from './tool.ts';

/** A busy machine may hold everything up for seconds. Only what never comes is waited for to the end. */
const quick = { answerMs: 10_000, helloMs: 10_000, personMs: 10_000, silenceMs: 10_000, quietMs: 50 };
const hurried = { answerMs: 1_000, helloMs: 1_000, personMs: 1_000, silenceMs: 1_000, quietMs: 50 };

async function simulated({ onTestFinished }: TestContext, faults: SimulatorFaults): Promise<Outcome[]> {
  const server = await startPageServer();
  const tool = await startTool(server, { faults, helloMs: 6_000, silenceMs: 6_000 });
  onTestFinished(() => tool.close());
  onTestFinished(() => server.close());
  const person = { save: () => void tool.saveJob().catch(() => {}) };
  return conformance({ url: new URL(`ws://127.0.0.1:${tool.port}`), server, person, patience: quick });
}

const named = (outcomes: Outcome[], result: Outcome['result']): string[] =>
  outcomes.filter((outcome) => outcome.result === result).map(({ name }) => name);

/** `A rule of the document. came: what the tool did` */
const mistakes = (outcomes: Outcome[]): string[] =>
  outcomes.flatMap((one) => (one.result === 'failed' ? [`${one.name} came: ${one.came}`] : []));

it('waits as long as the document says', () => {
  expect(patience).toMatchObject({ answerMs: 10_000, helloMs: 7_000, personMs: 120_000, silenceMs: 55_000 });
});

// They wait most of their time: both at once.
it.concurrent(
  'says what holds of the simulator, with each of its faults',
  async (context) => {
    const [sound, slow, duplicate, oldVersion, notQueued, drop] = await Promise.all([
      simulated(context, {}),
      simulated(context, { slow: 5 }),
      simulated(context, { duplicate: true }),
      simulated(context, { oldVersion: true }),
      simulated(context, { notQueued: true }),
      simulated(context, { drop: 1 }),
    ]);
    for (const kept of [sound, slow]) {
      expect(mistakes(kept)).toEqual([]);
      expect(named(kept, 'not tried')).toEqual([]);
    }
    expect(named(duplicate, 'failed')).toEqual(['Every command has one answer.']);
    expect(named(notQueued, 'failed')).toEqual([
      'INSERT_JOB of parts that are not in the tray is refused with MODEL_MISSING.',
      'INSERT_JOB with another quantity than the tray’s is refused with MODEL_MISSING.',
      'INSERT_JOB of what the tray holds is accepted.',
      'SAVE_JOB brings the tray, its duration and its material.',
    ]);
    expect(mistakes(oldVersion)).toEqual([
      'A page with a good ticket is let in. came: the connection was closed with 4406',
      'Its event HELLO comes first and names am-tray.v1. came: am-tray.v0',
    ]);
    expect(named(oldVersion, 'not tried')).toContain('LOGIN is answered, and its code exchanged once at most.');
    expect(mistakes(drop)).toContain(
      'LOGIN is answered, and its code exchanged once at most. came: the connection was cut',
    );
    expect(named(drop, 'passed')).toContain('A foreign host name is turned away with 4403.');
  },
  60_000,
);

it.concurrent(
  'names each mistake of a tool that is wrong',
  async ({ onTestFinished }) => {
    const server = await startPageServer();
    const tool = await startWrongTool();
    onTestFinished(() => tool.close());
    onTestFinished(() => server.close());
    const outcomes = await conformance({ url: new URL(`ws://127.0.0.1:${tool.port}`), server, patience: hurried });
    expect(mistakes(outcomes)).toEqual(
      expect.arrayContaining([
        'A page of another origin is turned away with 4403. came: the event HELLO',
        'Its heartbeat is 15 s. came: 60',
        'A line whose order and file are there already is replaced. came: 2 × part-1.stl of order 41, 5 × part-1.stl of order 41',
        'A file with another SHA-256 fails with HASH_MISMATCH. came: {"inserted":[1],"failed":[]}',
        'An unknown command is answered UNSUPPORTED. came: OK with {}',
        'A command that comes again under its id is answered the same, and done once. came: 2',
      ]),
    );
    expect(named(outcomes, 'failed')).toEqual(
      expect.arrayContaining([
        'A connection without an origin is turned away with 4403.',
        'A foreign host name is turned away with 4403.',
        'A frame over 1,048,576 bytes closes with 1009.',
        'Nonce and session are new for each connection.',
        'A ticket that nobody signed is refused, and closes with 4401.',
        'A ticket for another connection is refused, and closes with 4401.',
        'LOGIN is answered, and its code exchanged once at most.',
        'LOGIN to another server than the page’s is answered INVALID_DATA, and its code sent nowhere.',
        'The estimate of an empty tray is NO_ESTIMATE rather than a guess.',
        'On the way it sends PROGRESS with the command and the file.',
        'An address of another origin fails with URL_REFUSED and is not asked.',
        'A redirect is not followed and fails with DOWNLOAD_FAILED.',
        'CLEAR_TRAY empties the tray and says how many lines went.',
        'INSERT_JOB of parts that are not in the tray is refused with MODEL_MISSING.',
        'FROM_DATE with unreadable data is answered INVALID_DATA.',
        'A command with the session of another connection, or none, is answered NO_SESSION.',
        'PING is answered with PONG.',
        'A page that says nothing is closed with 4401 after 5 s.',
        'It asks a silent page by WebSocket pings, and gives it up with 4408 after 45 s.',
        'Everything that the tool sent is text in the form of the protocol.',
      ]),
    );
    expect(outcomes.flatMap(linesOf)).toContain('             expected: heartbeatSeconds 15');
    const [passed, failed, untried] = (['passed', 'failed', 'not tried'] as const).map(
      (one) => named(outcomes, one).length,
    );
    expect(summaryOf(outcomes)).toBe(`${passed} passed, ${failed} failed, ${untried} not tried`);
  },
  60_000,
);
