import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { addComment, deleteComment, listComments, type Comment } from '@sinter/sdk/contract/comments/comments';
import { listEmailReplies, readEmailConfig, saveEmailConfig } from '@sinter/sdk/contract/host/emailConfig';
import { publishSetting, readSetting, saveSettingDraft } from '@sinter/sdk/contract/host/versions';
import { portalKind, type PortalChange } from '@sinter/sdk/contract/orders/portal';
import { sql } from 'kysely';
import { createTransport, type SendMailOptions } from 'nodemailer';
import plugins from 'virtual:plugin-servers';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { makeSigningKey } from '../../../tests/idp/certificate.ts';
import { orderParts } from '../../../tests/contract/ordering.ts';
import { testDnsServer } from '../emailConfig/testing.ts';
import { rateLimiter } from '../http/rateLimit.ts';
import { replyAddresses, type ReplyAddresses } from '../mail/replyAddresses.ts';
import { headersOf, testMailServer } from '../mail/testing.ts';
import type { Incoming } from './receive.ts';
import { createReceiver } from './receiver.ts';
import { testServer, type TestClient, type TestServer } from '../testing.ts';

const domain = 'replies.example';
const mails = testMailServer();
const texts = new Map<string, string[]>();
let dns: Awaited<ReturnType<typeof testDnsServer>>;
let server: TestServer;
let buyer: TestClient;
let planner: TestClient;
let admin: TestClient;
let orderId: number;
let thread: Comment;
/** Where the buyer answers. */
let address: string;

beforeAll(async () => {
  await mails.listen();
  dns = await testDnsServer(texts);
  const { resolveTxt } = dns;
  const smtpUrl = mails.address();
  server = await testServer({ plugins, demo: true, worker: true, smtpUrl, resolveTxt, repliesDomain: domain });
  [buyer, planner, admin] = await Promise.all([
    server.client('buyer'),
    server.client('planner'),
    server.client('admin'),
  ]);
  ({ id: orderId } = await orderParts(server, buyer, 'Brackets'));
  thread = await ask();
  address = (await mailTo('buyer@demo.example')).replyTo;
});
afterAll(async () => {
  await server.stop();
  await dns.close();
  await mails.close();
});
afterEach(() => texts.clear());

/** The planner asks the buyer something, who is mailed at once because they are named. */
const ask = (body = 'Which color?') =>
  planner.call(addComment, {
    body: {
      ...{ eventId: randomUUID(), objectKind: 'RFQ_ORDER', objectId: orderId, body, visibility: 'SHARED' },
      mentions: [server.world.users['buyer@demo.example'] ?? 0],
    },
  });

/** The newest email to somebody. */
async function mailTo(email: string) {
  const found = () => mails.inbox.findLast(({ to }) => to.includes(email))?.mail;
  await vi.waitFor(() => expect(found()).toBeDefined(), { timeout: 15_000 });
  const mail = found();
  return { text: mail?.text ?? '', replyTo: mail?.replyTo?.[0]?.address ?? '', headers: headersOf(mail) };
}

const port = () => server.node.receiver?.port() ?? 0;
const smtpError = z.object({ responseCode: z.number(), response: z.string() });

/** Answers what the server said. */
async function send(mail: SendMailOptions): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port: port(), ignoreTLS: true });
  try {
    const sent = await transport.sendMail({ from: 'buyer@demo.example', to: address, subject: 'Re', ...mail });
    return sent.response.slice(0, 3);
  } catch (error) {
    const { success, data } = smtpError.safeParse(error);
    if (!success) throw error;
    return data.response;
  } finally {
    transport.close();
  }
}
const answers = async (client: TestClient = planner) =>
  (await client.call(listComments, { query: { objectKind: 'RFQ_ORDER', objectId: orderId } })).filter(
    ({ parentId, deleted }) => parentId === thread.id && !deleted,
  );
const newest = async () => (await answers()).at(-1);
const refusals = () => admin.call(listEmailReplies, {});
/** Sends what is no valid email either, as it is. */
const raw = (lines: readonly string[], to = address) =>
  send({ envelope: { from: 'buyer@demo.example', to }, raw: lines.join('\r\n') });

test('an email about a message says that it can be answered, and the answer is in the thread, with its files', async () => {
  const { text, replyTo, headers } = await mailTo('buyer@demo.example');
  expect(replyTo).toMatch(/^[0-9a-f]{40}@replies\.example$/);
  expect(text).toContain('your reply becomes a message of the same conversation');
  expect(headers['auto-submitted']).toBe('auto-generated');
  const said = await send({
    text: `Blue, please.\n\nOn Sat, Nov 28, 2026 at 9:00 PM Sinter <no-reply@example.com> wrote:\n> Hello\n> Which color?\n`,
    attachments: [{ filename: 'shade.txt', content: 'RAL 5010' }],
  });
  expect(said).toBe('250');
  const answer = await newest();
  expect(answer).toMatchObject({ body: 'Blue, please.', visibility: 'SHARED', author: { side: 'ROLE_ENGINEER' } });
  const [file] = answer?.attachments ?? [];
  expect(file).toMatchObject({ fileName: 'shade.txt', size: 8 });
  expect(await (await planner.fetch(file?.fileURL ?? '')).text()).toBe('RAL 5010');
  const { rows } = await sql`select 1 from audit_entry where action = 'comment.added' or action = 'file.uploaded'
    and after ->> 'fileName' = 'shade.txt'`.execute(server.services.db);
  expect(rows.length).toBeGreaterThan(0);
});

test('what a colleague answers to an internal message in a conversation with the customer stays internal', async () => {
  const askColleague = () =>
    planner.call(addComment, {
      body: {
        ...{ eventId: randomUUID(), objectKind: 'RFQ_ORDER', objectId: orderId, parentId: thread.id },
        ...{ body: 'Can we do blue?', visibility: 'INTERNAL' },
        mentions: [server.world.users['admin@demo.example'] ?? 0],
      },
    });
  await askColleague();
  await mailTo('admin@demo.example'); // of the new order too, which nobody answers by email
  mails.inbox.length = 0;
  await askColleague();
  const { replyTo } = await mailTo('admin@demo.example');
  expect(await send({ from: 'admin@demo.example', to: replyTo, text: 'Not at that price.' })).toBe('250');
  expect(await newest()).toMatchObject({ body: 'Not at that price.', visibility: 'INTERNAL' });
  expect((await answers(buyer)).map(({ body }) => body)).not.toContain('Not at that price.');
});

test('one email of several messages is answered where all of them are of one conversation', async () => {
  const reply = (parentId: number, mentions: number[] = []) =>
    planner.call(addComment, {
      body: {
        ...{ eventId: randomUUID(), objectKind: 'RFQ_ORDER', objectId: orderId, parentId, mentions },
        ...{ body: 'Blue it is.', visibility: 'SHARED' },
      },
    });
  mails.inbox.length = 0;
  const other = await ask('Which size?');
  await mailTo('buyer@demo.example');
  const buyerId = server.world.users['buyer@demo.example'] ?? 0;
  for (const [parents, isAnswered] of [
    [[thread.id, thread.id], true],
    [[other.id, thread.id], false],
  ] as const) {
    await sql`update notification set mail_due_at = null`.execute(server.services.db);
    mails.inbox.length = 0;
    const [first = 0, last = 0] = parents;
    await reply(first);
    await sql`update notification set mail_due_at = now() where mail_due_at is not null`.execute(server.services.db);
    await reply(last, [buyerId]);
    const { text, replyTo } = await mailTo('buyer@demo.example');
    expect(text.match(/reply=\d+/g)).toHaveLength(2);
    expect(replyTo !== '').toBe(isAnswered);
    if (isAnswered) expect(await send({ to: replyTo, text: 'Fine.' })).toBe('250');
  }
  expect((await newest())?.visibility).toBe('SHARED');
});

test.each([
  ['Grün.\n\nAm Sa., 28. Nov. 2026 um 21:00 Uhr schrieb Sinter <no-reply@example.com>:\n\n> Hallo\n', 'Grün.'],
  ['Vert.\n\nLe sam. 28 nov. 2026 à 21:00, Sinter <no-reply@example.com> a écrit :\n\n> Bonjour\n', 'Vert.'],
  ['緑です。\n\n2026年11月28日(土) 21:00 Sinter <no-reply@example.com>:\n\n> こんにちは\n', '緑です。'],
  ['أخضر.\n\nفي السبت، 28 نوفمبر 2026، كتب Sinter\n<no-reply@example.com>:\n\n> مرحبا\n', 'أخضر.'],
  ['Green.\n\n________________________________\nFrom: Sinter <no-reply@example.com>\nSent: today\n\nHello', 'Green.'],
  ['Green.\n\n-- \nBea\nBuyers Ltd.\n', 'Green.'],
  ['On Sat, Sinter <no-reply@example.com> wrote:\n> Which color?\n\nGreen, below.\n', 'Green, below.'],
])('what is quoted and signed with is left out: %j', async (text, expected) => {
  expect(await send({ text })).toBe('250');
  expect((await newest())?.body).toBe(expected);
});

test('an email of HTML alone becomes plain text', async () => {
  const html = `<p>Yes<script>alert(1)</script>, <b>blue</b>.</p><img src=x onerror=alert(1)>
    <a href="https://evil.example">here</a><blockquote>Which color?</blockquote>`;
  expect(await send({ html })).toBe('250');
  const { body } = (await newest()) ?? { body: '' };
  expect(body).toMatch(/^Yes,? ?, blue\.\s+here$|^Yes, blue\.\s+here$/);
  expect(body).not.toContain('alert');
});

test('the same email twice is one message, also when it comes twice at the same time', async () => {
  const before = (await answers()).length;
  const mail = { text: 'Once', messageId: '<once@demo.example>' };
  expect(await Promise.all([send(mail), send(mail)])).toEqual(['250', '250']);
  expect(await send(mail)).toBe('250');
  expect((await answers()).length).toBe(before + 1);
});

test.each([
  ['another sender', { from: 'planner@demo.example' }, /^550 .*Only the person whom our email went to/],
  ['two senders', { from: 'buyer@demo.example, planner@demo.example' }, /^550 .*Only the person/],
  ['no text', { text: '\n\n> Which color?\n' }, /^550 .*no text of its own/],
  ['an empty file', { attachments: [{ filename: 'a.txt', content: '' }] }, /^550 .*a\.txt is empty/],
  ['an unknown address', { to: `${'0'.repeat(40)}@${domain}` }, /^550 .*isn't known/],
  ['another domain', { to: 'somebody@elsewhere.example' }, /^550 .*isn't known/],
  ['too many files', { attachments: Array.from({ length: 21 }, () => ({ content: 'a' })) }, /^550 .*can't be read/],
  ['too long a text', { text: 'a '.repeat(5_001) }, /^550 .*up to 10,000 characters/],
])('%s is refused with a sentence, and nothing of it stays', async (_what, mail, says) => {
  const before = (await answers()).length;
  const files = () => sql`select 1 from stored_file`.execute(server.services.db);
  const kept = (await files()).rows.length;
  expect(await send({ text: 'Words', ...mail })).toMatch(says);
  expect((await answers()).length).toBe(before);
  expect((await files()).rows.length).toBe(kept);
});

test('what is too large is refused', async () => {
  const content = Buffer.alloc(26 * 1024 * 1024);
  expect(await send({ text: 'Large', attachments: [{ content }] })).toMatch(/^552 /);
});

test.each([
  ['an absence note', { headers: { 'Auto-Submitted': 'auto-replied' } }],
  ['a list', { headers: { 'List-Id': '<all.demo.example>' } }],
  ['a program', { headers: { Precedence: 'bulk' } }],
  ['a mail server', { envelope: { from: '', to: '' } }],
])('%s is taken and dropped, and answered by nobody', async (_what, { envelope, ...mail }: SendMailOptions) => {
  const before = { answers: (await answers()).length, mails: mails.inbox.length };
  expect(await send({ text: 'Away', ...mail, ...(envelope && { envelope: { ...envelope, to: address } }) })).toBe(
    '250',
  );
  expect({ answers: (await answers()).length, mails: mails.inbox.length }).toEqual(before);
});

test('whoever must not use the domain of the sender is refused, and one whose DNS is silent waits', async () => {
  texts.set('_dmarc.demo.example', ['v=DMARC1; p=reject']);
  expect(await send({ text: 'Forged' })).toMatch(/^550 .*domain demo\.example doesn't confirm/);
  texts.set('_dmarc.demo.example', ['v=DMARC1; p=none']);
  expect(await send({ text: 'Watched' })).toBe('250');
  texts.set('_dmarc.demo.example', ['v=DMARC1; p=quarantine']);
  texts.set('demo.example', ['v=spf1 ip4:127.0.0.1 -all']);
  expect(await send({ text: 'From its server' })).toBe('250');
});

test('a signed email is let in wherever it comes from', async () => {
  const { generateKeyPairSync } = await import('node:crypto');
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  texts.set('_dmarc.demo.example', ['v=DMARC1; p=reject']);
  texts.set('mail._domainkey.demo.example', [`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`]);
  const dkim = { domainName: 'demo.example', keySelector: 'mail', privateKey };
  expect(await send({ text: 'Signed', dkim })).toBe('250');
  expect((await newest())?.body).toBe('Signed');
});

test('hostile emails are refused in time, and the server goes on', async () => {
  const head = ['From: buyer@demo.example', `To: ${address}`, 'MIME-Version: 1.0'];
  const deep = Array.from({ length: 500 }, (_, at) => [
    `Content-Type: multipart/mixed; boundary=b${at}`,
    '',
    `--b${at}`,
  ]);
  expect(await raw([...head, ...deep.flat(), '', 'deep'])).toMatch(/^550 .*can't be read/);
  const many = Array.from({ length: 100_000 }, () => ['--b', 'Content-Type: application/x', '', 'x']).flat();
  expect(await raw([...head, 'Content-Type: multipart/mixed; boundary=b', '', ...many, '--b--'])).toMatch(
    /^550 .*can't be read/,
  );
  expect(
    await raw([...head, ...Array.from({ length: 20_000 }, (_, at) => `X-${at}: ${'y'.repeat(60)}`), '', 'x']),
  ).toMatch(/^550 .*can't be read/);
  expect(await raw([...head, 'Content-Type: text/plain; charset=x-nonsense', '', 'Odd\u0007 words'])).toBe('250');
  expect((await newest())?.body).toBe('Odd words');
  expect(await raw([...head, '', `${'On a '.repeat(200_000)}wrote:`])).toMatch(/^(250|550)/);
  expect(await send({ text: 'Still here' })).toBe('250');
});

test('what a sender smuggles behind the end of an email is no command', async () => {
  const before = (await answers()).length;
  const [head, smuggled] = [
    `From: buyer@demo.example\r\n\r\nOne\n.\n`,
    `MAIL FROM:<buyer@demo.example>\r\nRCPT TO:<${address}>\r\nDATA\r\n`,
  ];
  expect(await send({ envelope: { from: 'buyer@demo.example', to: address }, raw: `${head}${smuggled}Two` })).toMatch(
    /^(250|550)/,
  );
  expect((await answers()).length - before).toBeLessThan(2);
});

test('who guesses addresses is stopped', async () => {
  const said = await new Promise<string>((resolve) => {
    let all = '';
    const socket = connect(port(), '127.0.0.1');
    socket.on('data', (chunk) => (all += chunk.toString()));
    socket.on('error', () => {});
    socket.on('close', () => resolve(all));
    socket.write('EHLO a\r\nMAIL FROM:<a@b.example>\r\n');
    for (let at = 0; at < 60; at++) socket.write(`RCPT TO:<${at}@${domain}>\r\n`);
    socket.write('QUIT\r\n');
  });
  expect(said).toMatch(/^421 /m);
  expect(await send({ text: 'Who knows one is let in' })).toBe('250');
});

test('what was refused is shown to the facility, without what was never theirs', async () => {
  const shown = await refusals();
  expect(shown.map(({ state }) => state)).toEqual(expect.arrayContaining(['REFUSED', 'AUTOMATIC']));
  expect(shown.find(({ from }) => from === 'planner@demo.example')).toMatchObject({
    text: expect.stringContaining('Only the person'),
  });
  await expect(planner.call(listEmailReplies, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const other = await server.client('admin2');
  await expect(other.call(listEmailReplies, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('a facility that has answers go elsewhere gives no address', async () => {
  const {
    siteSends: _1,
    passwordSet: _2,
    events,
    recipients: _3,
    languages: _4,
    repliesDomain,
    ...config
  } = await admin.call(readEmailConfig, {});
  expect({ repliesDomain, on: config.answersToMessages }).toEqual({ repliesDomain: domain, on: true });
  const body = { ...config, off: events.filter(({ on }) => !on).map(({ id }) => id), recipients: [] };
  await admin.call(saveEmailConfig, { body: { ...body, answersToMessages: false } });
  mails.inbox.length = 0;
  await ask('And which size?');
  const { text, replyTo } = await mailTo('buyer@demo.example');
  expect({ replyTo, said: text.includes('Replies are not read') }).toEqual({ replyTo: '', said: true });
  await admin.call(saveEmailConfig, { body: { ...body, answersToMessages: true } });
});

test('an order that has become export controlled is answered on the site alone', async () => {
  const set = (controlled: boolean) =>
    sql`update rfq_order set export_controlled = ${controlled} where id = ${orderId}`.execute(server.services.db);
  await set(true);
  expect(await send({ text: 'Secret' })).toMatch(/^550 .*Export-controlled content isn't handled by email/);
  await set(false);
});

test('where customers write no messages they write none by email, and are told what the screen says', async () => {
  const change = { kind: portalKind, elementId: '' };
  const put = async (value: PortalChange) => {
    const { seen } = await admin.call(readSetting, { query: change });
    const saved = await admin.call(saveSettingDraft, { body: { ...change, seen, value } });
    await admin.call(publishSetting, { body: { ...change, seen: saved.seen } });
  };
  await put({ allowMessages: false });
  const screen = buyer.call(addComment, {
    body: { eventId: randomUUID(), objectKind: 'RFQ_ORDER', objectId: orderId, body: 'Quiet' },
  });
  const { message } = await screen.then(
    () => new Error('It was written.'),
    (error: unknown) => z.object({ message: z.string() }).parse(error),
  );
  expect(await send({ text: 'Quiet' })).toBe(`550 ${message.replaceAll('’', "'")}`);
  await put({ allowMessages: true });
});

test.each([
  ['app_user', 'id'],
  ['membership', 'user_id'],
])('who may not come in any more is told so (%s)', async (table, column) => {
  const userId = server.world.users['buyer@demo.example'];
  const set = (disabled: boolean) =>
    sql`update ${sql.table(table)} set disabled = ${disabled} where ${sql.ref(column)} = ${userId}`.execute(
      server.services.db,
    );
  await set(true);
  expect(await send({ text: 'Gone' })).toMatch(/^550 .*no longer open to you/);
  await set(false);
});

test('a thread that has gone, and an address that has expired, are answered by nobody', async () => {
  const { db } = server.services;
  mails.inbox.length = 0;
  const gone = await ask('Never mind');
  const { replyTo } = await mailTo('buyer@demo.example');
  await planner.call(deleteComment, { params: { id: gone.id } });
  expect(await send({ text: 'Late', to: replyTo })).toMatch(/^550 .*no longer open to you/);
  await sql`update mail_reply_address set created_at = now() - interval '181 days'`.execute(db);
  expect(await send({ text: 'Late' })).toMatch(/^550 .*has expired/);
});

test('a server that cannot listen says so to its operator', async () => {
  const { get, log } = server.services;
  const settings = { domain, host: '127.0.0.1', port: port() };
  const parts = { addresses: get(replyAddresses), limiter: get(rateLimiter), receive: async () => {}, log };
  await expect(createReceiver({ settings, ...parts }).listen()).rejects.toThrow(
    /^Emails cannot be received at 127\.0\.0\.1, port \d+: .*EADDRINUSE/,
  );
  const certificate = { cert: '/no/such/file', key: '/no/such/file' };
  await expect(createReceiver({ settings: { ...settings, certificate }, ...parts }).listen()).rejects.toThrow(
    /^The certificate for emails cannot be read/,
  );
});

test('with a certificate of the operator, emails come in encrypted', async () => {
  const { get, log } = server.services;
  const { privateKey, certificate: pem } = makeSigningKey();
  const [cert, key] = [join(server.dataDir, 'cert.pem'), join(server.dataDir, 'key.pem')];
  await Promise.all([writeFile(cert, pem), writeFile(key, privateKey)]);
  const settings = { domain, host: '127.0.0.1', port: 0, certificate: { cert, key } };
  const addresses: ReplyAddresses = {
    make: async () => null,
    find: async () => ({ id: 1, membershipId: 1, facilityId: null, kind: '', thread: '1' }),
  };
  const received: Incoming[] = [];
  const receiver = createReceiver({
    ...{ settings, addresses, limiter: get(rateLimiter), log },
    receive: async (mail) => void received.push(mail),
  });
  await receiver.listen();
  const tls = { rejectUnauthorized: false };
  const transport = createTransport({ host: '127.0.0.1', port: receiver.port(), requireTLS: true, tls });
  await transport.sendMail({ from: 'buyer@demo.example', to: `a@${domain}`, text: 'Encrypted' });
  transport.close();
  await receiver.stop();
  expect(received.map(({ sender }) => sender)).toEqual(['buyer@demo.example']);
});
