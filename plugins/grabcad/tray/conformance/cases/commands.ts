import { commands } from '../../messages.ts';
import type { CommandData, TrayLine, TrayModel } from '../../messages.ts';
import { check, eventOf, NotTried, refusedWith } from '../Bench.ts';
import type { Bench, Case, Person, Session } from '../Bench.ts';
import { jobOf, lineOf } from '../examples.ts';
import { commandOf, inWords } from '../Probe.ts';

const rule =
  (group: string) =>
  (name: string, run: Case['run']): Case => ({ group, name, run });

const loginOf = (serverOrigin: string, code: string): CommandData<'LOGIN'> => ({
  serverOrigin,
  user: { firstName: 'Ada', lastName: 'King' },
  facilityId: 3,
  code,
});

const inWordsOf = (lines: readonly TrayLine[]): string =>
  lines.map(({ quantity, fileName, orderId }) => `${quantity} × ${fileName} of order ${orderId}`).join(', ') ||
  'an empty tray';

async function holds(session: Session, models: readonly TrayLine[]): Promise<void> {
  const tray = await session.tray();
  const same = (a: TrayLine, b: TrayLine) => JSON.stringify(lineOf(a)) === JSON.stringify(lineOf(b));
  const right = tray.length === models.length && models.every((model) => tray.some((line) => same(line, model)));
  check(right, `${inWordsOf(models)} in the tray`, inWordsOf(tray));
}

/** A tray that holds this model alone. */
async function filled(bench: Bench, model: TrayModel): Promise<Session> {
  const session = await (await bench.session()).emptied();
  const { inserted } = await session.done('INSERT_MODELS', { models: [model] });
  check(inserted.includes(model.fileId), `inserted with ${model.fileId}`, JSON.stringify(inserted));
  return session;
}

/** What cannot be had right is named with this code, and is not in the tray. */
async function failsWith(bench: Bench, model: TrayModel, code: string): Promise<void> {
  const session = await (await bench.session()).emptied();
  const answer = await session.done('INSERT_MODELS', { models: [model] });
  const right = answer.inserted.length === 0 && answer.failed.some((one) => one.code === code);
  check(right, `failed with ${code}`, JSON.stringify(answer));
  await holds(session, []);
}

const models = rule('Models');
const modelCases: Case[] = [
  models('INSERT_MODELS downloads a model once and puts it into the tray.', async (bench) => {
    const model = bench.server.model(1);
    await holds(await filled(bench, model), [model]);
    const times = bench.server.fetched(model.url);
    check(times === 1, 'one GET of its address', String(times));
  }),
  models('On the way it sends PROGRESS with the command and the file.', async (bench) => {
    const model = bench.server.model(1);
    const session = await (await bench.session()).emptied();
    const frame = commandOf('INSERT_MODELS', { models: [model] }, session.sid);
    session.probe.send(frame);
    const heard = await session.probe.hear(eventOf('PROGRESS'), bench.patience.answerMs);
    check(heard.what === 'frame', 'the event PROGRESS', inWords(heard));
    const said = JSON.stringify(heard.frame.data);
    check(said.includes(frame.id) && said.includes('"fileId":1'), `commandId ${frame.id} and fileId 1`, said);
  }),
  models('A line whose order and file are there already is replaced.', async (bench) => {
    const session = await filled(bench, bench.server.model(1));
    const more = bench.server.model(1, undefined, { quantity: 5 });
    await session.done('INSERT_MODELS', { models: [more] });
    await holds(session, [more]);
  }),
  models('The same file of another order is a line of its own.', async (bench) => {
    const first = bench.server.model(1);
    const session = await filled(bench, first);
    const second = bench.server.model(1, undefined, { orderId: 42 });
    await session.done('INSERT_MODELS', { models: [second] });
    await holds(session, [first, second]);
  }),
  models('One model that fails does not keep the others out.', async (bench) => {
    const good = bench.server.model(2);
    const session = await (await bench.session()).emptied();
    const bad = bench.server.model(1, undefined, { sha256: '0'.repeat(64) });
    const answer = await session.done('INSERT_MODELS', { models: [bad, good] });
    check(answer.inserted.join() === '2', 'inserted with 2 alone', JSON.stringify(answer));
    await holds(session, [good]);
  }),
  models('A file with another SHA-256 fails with HASH_MISMATCH.', (bench) =>
    failsWith(bench, bench.server.model(1, undefined, { sha256: '0'.repeat(64) }), 'HASH_MISMATCH'),
  ),
  models('A file with another size fails with SIZE_MISMATCH.', (bench) =>
    failsWith(bench, bench.server.model(1, undefined, { size: 100 }), 'SIZE_MISMATCH'),
  ),
  models('An address that was used before fails with DOWNLOAD_FAILED.', async (bench) => {
    const model = bench.server.model(1);
    await filled(bench, model);
    await failsWith(bench, model, 'DOWNLOAD_FAILED');
  }),
  models('A redirect is not followed and fails with DOWNLOAD_FAILED.', async (bench) => {
    const { model, target } = bench.server.redirected(1);
    await failsWith(bench, model, 'DOWNLOAD_FAILED');
    check(bench.server.fetched(target) === 0, 'no GET of what the redirect names', 'one');
  }),
  models('An address of another origin fails with URL_REFUSED and is not asked.', async (bench) => {
    const { port } = new URL(bench.server.origin);
    const model = bench.server.model(1);
    const before = bench.server.fetched();
    await failsWith(
      bench,
      { ...model, url: model.url.replace(bench.server.origin, `http://localhost:${port}`) },
      'URL_REFUSED',
    );
    check(bench.server.fetched() === before, 'no GET of its address', 'one');
  }),
  models('CLEAR_TRAY empties the tray and says how many lines went.', async (bench) => {
    const session = await filled(bench, bench.server.model(1));
    const { removed } = await session.done('CLEAR_TRAY', { reason: 'USER' });
    check(removed === 1, 'removed 1', `removed ${removed}`);
    await holds(session, []);
  }),
  models('CLEAR_TRAY stops a download, which then fails with CANCELLED.', async (bench) => {
    const session = await (await bench.session()).emptied();
    const model = bench.server.stuck(1);
    const asking = session.ask('INSERT_MODELS', { models: [model] });
    const until = Date.now() + bench.patience.answerMs;
    while (bench.server.fetched(model.url) === 0 && Date.now() < until)
      await new Promise((done) => setTimeout(done, 10));
    await session.done('CLEAR_TRAY', { reason: 'USER' });
    const heard = await asking;
    const said = heard.what === 'frame' ? JSON.stringify(heard.frame.data) : '';
    check(said.includes('CANCELLED'), 'failed with CANCELLED', inWords(heard));
    await holds(session, []);
  }),
];

const facts = rule('What the page asks');
const factCases: Case[] = [
  facts('LOGIN is answered, and its code exchanged once at most.', async (bench) => {
    const code = bench.server.code();
    await (await bench.session()).done('LOGIN', loginOf(bench.server.origin, code));
    const times = bench.server.exchanged(code);
    check(times <= 1, 'one exchange at most', String(times));
  }),
  facts('LOGIN with a code that the server refuses is answered CODE_REFUSED.', async (bench) => {
    const [good, used] = [bench.server.code(), 'a-code-that-was-used-before'];
    const session = await bench.session();
    await session.done('LOGIN', loginOf(bench.server.origin, good));
    if (bench.server.exchanged(good) === 0) throw new NotTried('The tool exchanges no codes, and need not.');
    refusedWith('CODE_REFUSED', await session.ask('LOGIN', loginOf(bench.server.origin, used)));
  }),
  facts(
    'LOGIN to another server than the page’s is answered INVALID_DATA, and its code sent nowhere.',
    async (bench) => {
      const code = bench.server.code();
      const other = bench.server.origin.replace('127.0.0.1', 'localhost');
      refusedWith('INVALID_DATA', await (await bench.session()).ask('LOGIN', loginOf(other, code)));
      check(bench.server.exchanged(code) === 0, 'no exchange', 'one');
    },
  ),
  facts('REQUEST_DATA PRINTER names the printer and its process.', async (bench) => {
    const answer = await (await bench.session()).done('REQUEST_DATA', { what: 'PRINTER' });
    check(answer.what === 'PRINTER', 'the printer', `what is ${answer.what}`);
  }),
  facts('The estimate of an empty tray is NO_ESTIMATE rather than a guess.', async (bench) => {
    const session = await (await bench.session()).emptied();
    refusedWith('NO_ESTIMATE', await session.ask('REQUEST_DATA', { what: 'ESTIMATE' }));
  }),
  facts('The estimate of a tray is its duration and material, or NO_ESTIMATE.', async (bench) => {
    const session = await filled(bench, bench.server.model(1));
    const heard = await session.ask('REQUEST_DATA', { what: 'ESTIMATE' });
    if (heard.what === 'frame' && heard.frame.code === 'NO_ESTIMATE') return;
    const answer = await session.done('REQUEST_DATA', { what: 'ESTIMATE' });
    check(answer.what === 'ESTIMATE', 'an estimate', `what is ${answer.what}`);
    check(answer.durationSeconds > 0, 'a duration above 0', String(answer.durationSeconds));
  }),
];

const jobs = rule('Jobs');
const jobCases: Case[] = [
  jobs('INSERT_JOB of parts that are not in the tray is refused with MODEL_MISSING.', async (bench) => {
    const session = await (await bench.session()).emptied();
    refusedWith('MODEL_MISSING', await session.ask('INSERT_JOB', jobOf([lineOf(bench.server.model(1))])));
  }),
  jobs('INSERT_JOB with another quantity than the tray’s is refused with MODEL_MISSING.', async (bench) => {
    const model = bench.server.model(1);
    const session = await filled(bench, model);
    refusedWith('MODEL_MISSING', await session.ask('INSERT_JOB', jobOf([{ ...lineOf(model), quantity: 7 }])));
  }),
  jobs('INSERT_JOB of what the tray holds is accepted.', async (bench) => {
    const model = bench.server.model(1);
    await (await filled(bench, model)).done('INSERT_JOB', jobOf([lineOf(model)]));
  }),
  jobs('FROM_DATE and JOB_SUBMITTED_SUCCESS are answered.', async (bench) => {
    const session = await bench.session();
    await session.done('FROM_DATE', { fromDate: '1760007200000', toDate: '1760010800000' });
    await session.done('JOB_SUBMITTED_SUCCESS', { jobId: 12, created: false, status: 'QUEUED' });
  }),
  jobs('SAVE_JOB brings the tray, its duration and its material.', async (bench) => {
    if (!bench.person) throw new NotTried('This needs a person at the tool; add --person.');
    await saved(bench, bench.person);
  }),
];

/** The tool's own command, which a page answers. */
async function saved(bench: Bench, person: Person): Promise<void> {
  const model = bench.server.model(1);
  const session = await filled(bench, model);
  await session.done('INSERT_JOB', jobOf([lineOf(model)]));
  person.save();
  const { probe, sid } = session;
  const heard = await probe.hear((frame) => frame.kind === 'cmd', bench.patience.personMs);
  check(heard.what === 'frame' && heard.frame.kind === 'cmd', 'the command SAVE_JOB', inWords(heard));
  const { frame } = heard;
  probe.send({ v: 1, kind: 'ack', replyTo: frame.id, status: 'OK', code: '', message: '', data: {} });
  check(frame.type === 'SAVE_JOB', 'the command SAVE_JOB', frame.type);
  check(frame.sid === sid, 'the session of the connection', frame.sid ?? 'none');
  const said = commands.SAVE_JOB.data.safeParse(frame.data);
  check(said.success, 'tray, durationSeconds and materialM3', JSON.stringify(frame.data));
  check(said.data.jobId === 12, 'the jobId of INSERT_JOB', String(said.data.jobId ?? 'none'));
  check(inWordsOf(said.data.tray) === inWordsOf([model]), inWordsOf([model]), inWordsOf(said.data.tray));
}

export const commandCases: Case[] = [...factCases, ...modelCases, ...jobCases];
