import { randomUUID } from 'node:crypto';
import { limits } from '../../messages.ts';
import { check, eventOf, NotTried, refusedWith } from '../Bench.ts';
import type { Case } from '../Bench.ts';
import { commandOf, inWords } from '../Probe.ts';

const group = 'Answers';
const rule = (name: string, run: Case['run']): Case => ({ group, name, run });

/** What no tool can read, one for each command. */
const unreadableData: [string, unknown][] = [
  ['LOGIN', { serverOrigin: 5 }],
  ['INSERT_MODELS', { models: [] }],
  ['CLEAR_TRAY', { reason: 'BECAUSE' }],
  ['REQUEST_DATA', { what: 'WEATHER' }],
  ['INSERT_JOB', { jobId: 'twelve' }],
  ['FROM_DATE', { fromDate: 1760000000000 }],
  ['JOB_SUBMITTED_SUCCESS', { jobId: -1 }],
];

export const answerCases: Case[] = [
  rule('An unknown command is answered UNSUPPORTED.', async (bench) => {
    refusedWith('UNSUPPORTED', await (await bench.session()).ask('FOLD_TRAY', {}));
  }),
  ...unreadableData.map(([type, data]) =>
    rule(`${type} with unreadable data is answered INVALID_DATA.`, async (bench) => {
      refusedWith('INVALID_DATA', await (await bench.session()).ask(type, data));
    }),
  ),
  rule('More than 500 models are answered INVALID_DATA.', async (bench) => {
    const one = bench.server.model(1);
    const models = Array.from({ length: limits.modelsPerCommand + 1 }, (_each, index) => ({
      ...one,
      fileId: index + 1,
    }));
    refusedWith('INVALID_DATA', await (await bench.session()).ask('INSERT_MODELS', { models }));
  }),
  rule('A command with the session of another connection, or none, is answered NO_SESSION.', async (bench) => {
    const session = await bench.session();
    refusedWith('NO_SESSION', await session.ask('REQUEST_DATA', { what: 'TRAY' }, 'another-session'));
    const without = commandOf('REQUEST_DATA', { what: 'TRAY' });
    session.probe.send(without);
    refusedWith('NO_SESSION', await session.probe.answer(without.id, bench.patience.answerMs));
  }),
  rule('Unknown fields are ignored.', async (bench) => {
    const { probe, sid } = await bench.session();
    const frame = commandOf('REQUEST_DATA', { what: 'TRAY', future: true }, sid);
    probe.send({ ...frame, future: true });
    const heard = await probe.answer(frame.id, bench.patience.answerMs);
    check(heard.what === 'frame' && heard.frame.status === 'OK', 'OK with the tray', inWords(heard));
  }),
  rule('Unknown events are ignored.', async (bench) => {
    const session = await bench.session();
    session.probe.send({ ...commandOf('SUNSET', {}, session.sid), kind: 'evt' });
    await session.tray();
  }),
  rule('PING is answered with PONG.', async (bench) => {
    const { probe, sid } = await bench.session();
    probe.send({ ...commandOf('PING', {}, sid), kind: 'evt' });
    const heard = await probe.hear(eventOf('PONG'), bench.patience.answerMs);
    check(heard.what === 'frame', 'the event PONG', inWords(heard));
  }),
  rule('Every command has one answer.', async (bench) => {
    const { probe, sid } = await bench.session();
    const frame = commandOf('REQUEST_DATA', { what: 'TRAY' }, sid);
    probe.send(frame);
    const first = await probe.answer(frame.id, bench.patience.answerMs);
    check(first.what === 'frame', 'an answer', inWords(first));
    const second = await probe.answer(frame.id, bench.patience.quietMs);
    check(second.what === 'nothing', 'nothing after the answer', `${inWords(second)}, once more`);
  }),
];

const again = (name: string, run: Case['run']): Case => ({ group: 'Lost connections', name, run });

export const repeatCases: Case[] = [
  again('A command that comes again under its id is answered the same, and done once.', async (bench) => {
    const session = await (await bench.session()).emptied();
    const model = bench.server.model(1);
    const id = randomUUID();
    const answers = [];
    for (let time = 0; time < 2; time += 1) {
      answers.push(await session.done('INSERT_MODELS', { models: [model] }, id));
    }
    const [first, second] = answers.map((answer) => JSON.stringify(answer));
    check(first === second, `${first} twice`, `${first}, then ${second}`);
    const times = bench.server.fetched(model.url);
    check(times === 1, 'one download', String(times));
  }),
  again(
    'The tray is still there on the next connection, and so is the answer to a command of the last.',
    async (bench) => {
      const session = await (await bench.session()).emptied();
      const model = bench.server.model(1);
      const id = randomUUID();
      const before = await session.done('INSERT_MODELS', { models: [model] }, id);
      session.probe.cut();
      const next = await bench.session();
      const tray = await next.tray();
      check(tray.length === 1, 'the model in the tray', `${tray.length} lines`);
      const after = await next.done('INSERT_MODELS', { models: [model] }, id);
      check(JSON.stringify(after) === JSON.stringify(before), JSON.stringify(before), JSON.stringify(after));
      const times = bench.server.fetched(model.url);
      check(times === 1, 'one download', String(times));
    },
  ),
  again('What was under way when the connection was lost is answered on the next.', async (bench) => {
    const session = await (await bench.session()).emptied();
    const frame = commandOf('INSERT_MODELS', { models: [bench.server.model(1)] }, session.sid);
    session.probe.send(frame);
    // Sent, and gone before an answer is read.
    await session.probe.hear(eventOf('PROGRESS'), bench.patience.quietMs);
    session.probe.cut();
    const next = await bench.session();
    const { inserted } = await next.done('INSERT_MODELS', { models: [bench.server.model(1)] }, frame.id);
    check(inserted.join() === '1', 'inserted with 1', JSON.stringify(inserted));
  }),
  again('The last 500 answers are remembered.', async (bench) => {
    const session = await (await bench.session()).emptied();
    await session.done('INSERT_MODELS', { models: [bench.server.model(1)] });
    const id = randomUUID();
    const first = await session.done('CLEAR_TRAY', { reason: 'USER' }, id);
    if (first.removed !== 1) throw new NotTried('CLEAR_TRAY does not say how many lines went.');
    let left = limits.rememberedIds - 1;
    while (left > 0) {
      const some = Math.min(left, limits.queuedCommands);
      await Promise.all(Array.from({ length: some }, () => session.done('REQUEST_DATA', { what: 'TRAY' })));
      left -= some;
    }
    const { removed } = await session.done('CLEAR_TRAY', { reason: 'USER' }, id);
    check(removed === 1, 'removed 1, as at first', `removed ${removed}`);
  }),
];
