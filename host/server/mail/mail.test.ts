import { request } from 'node:http';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { hostDb } from '../allTables.ts';
import { type TestServer, testServer } from '../testing.ts';
import type { MailValues } from './mail.ts';
import { oneLine, renderMail } from './render.ts';
import { type MailTexts, mailNames, mailTexts } from './texts.ts';
import { createFrontDoors } from '../doors/doors.ts';
import { roomDb as doorsDb } from '../doors/tables.ts';
import { createMail, removeOldMail } from './createMail.ts';
import { headersOf as headers, testMailServer } from './testing.ts';
import { createSecrets } from '../secrets/secrets.ts';

const link = 'https://print.example/reset-password/abc?x=1&y=2';
const resetPassword = { name: 'Zoë Müller', link };
/** As `testServer` seals. */
const secrets = createSecrets(Buffer.alloc(32, 7));

let texts: MailTexts;
beforeAll(async () => void (texts = await mailTexts('en_US')));

describe('texts', () => {
  it.each(mailNames)('has a subject and a body for %s', (name) => {
    expect(texts(`${name}.subject`)).toBeTruthy();
    expect(texts(`${name}.body`)).toBeTruthy();
  });

  it.each(['xx_XX', 'constructor', '../../package', ''])('falls back to English for %j', async (language) => {
    expect((await mailTexts(language))('resetPassword.subject')).toBe('Set a new password');
  });

  it('has none under a name that every object has', () => expect(texts('constructor')).toBeUndefined());
});

describe('rendering', () => {
  const render = (values: Record<string, string | number>, name = 'resetPassword') =>
    renderMail({ texts, name, language: 'en_US', title: 'Print & Co', values });

  it('puts the values into the text as they are, and escapes them in the HTML', () => {
    const { text, html, subject } = render({ name: 'Tom <b>"O\'Hara"</b>', link });
    expect(subject).toBe('Set a new password');
    expect(text).toContain('Hello Tom <b>"O\'Hara"</b>,');
    expect(text).toContain(`Set a new password:\n${link}\n`);
    expect(html).toContain('Tom &lt;b&gt;&quot;O&#39;Hara&quot;&lt;/b&gt;');
    expect(html).toContain('href="https://print.example/reset-password/abc?x=1&amp;y=2"');
    expect(html).toContain('Print &amp; Co');
    expect(html).not.toContain('<img');
    expect(html + text).not.toMatch(/\{\{/);
  });

  it('lets no value become a line, a button or a placeholder', () => {
    const { text, html } = render({ name: 'x\n\n[Sign in](https://evil.example)\n\n{{link}}', link });
    expect(text.split('\n')[0]).toBe('Hello x [Sign in](https evil. example) {{link}},');
    expect(html).not.toContain('href="https://evil');
  });

  it('makes nothing that mail readers turn into a link out of names that people chose themselves', () => {
    const values = { inviter: 'www.evil.example', companyName: 'http://evil.example/a', link, days: 7 };
    const { text, subject } = render(values, 'invitation');
    expect(text).not.toMatch(/evil\.example|www\.evil/);
    expect(subject).not.toMatch(/evil\.example/);
  });

  it('says words of its own for values that have some', () => {
    expect(render({ name: 'Ada', which: 'USER', address: '192.0.2.1' }, 'keysReset').text).toContain(
      'your own API key',
    );
  });

  it('takes only web addresses for a link', () => {
    expect(() => render({ name: 'Ada', link: 'javascript:alert(1)' })).toThrow();
  });

  it.each([
    ['a line break', 'a\r\nBcc: eve@evil.example', 'a Bcc: eve@evil.example'],
    ['a line separator', 'a\u2028b\u2029c\u0085d', 'a b c d'],
    ['characters that are not seen', 'a\u202eb\u200bc\u0000d', 'a b c d'],
  ])('makes one line of %s', (_, given, expected) => expect(oneLine(given, 100)).toBe(expected));

  it('cuts what is long between characters', () => {
    expect(oneLine('😀'.repeat(1000), 10)).toBe(`${'😀'.repeat(9)}…`);
  });
});

describe('without a mail server', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await testServer()));
  afterAll(() => server.stop());

  const send = (to: string, values = resetPassword, of = server) =>
    of.services.write((unit) =>
      createMail(secrets, createFrontDoors(doorsDb(of.services.db)), false).send(unit, 'resetPassword', {
        to,
        language: 'en_US',
        values,
      }),
    );

  it('keeps mails, sealed, and shows them to whoever sits at the machine', async () => {
    await send('ada@demo.example', { name: '<script>alert(1)</script>', link });
    const stored = await hostDb(server.services.db).selectFrom('mail_message').selectAll().executeTakeFirstOrThrow();
    expect(stored).toMatchObject({ state: 'KEPT', recipient: 'ada@demo.example', subject: 'Set a new password' });
    expect(stored.body_sealed).not.toContain('print.example');

    const [mail] = await (await fetch(`${server.url}/dev/mail.json`)).json();
    expect(mail).toMatchObject({ to: 'ada@demo.example', links: [link] });
    const list = await (await fetch(`${server.url}/dev/mail`)).text();
    expect(list).toContain(`<a href="/dev/mail/${stored.id}">Set a new password</a>`);
    const one = await fetch(`${server.url}/dev/mail/${stored.id}`);
    expect(one.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await one.text();
    expect(page).toContain('<a href="https://print.example/reset-password/abc?x=1&amp;y=2">');
    expect(page).not.toContain('<script');
    expect((await fetch(`${server.url}/dev/mail/999999`)).status).toBe(404);
  });

  it.each([
    ['under a name of somebody else', { host: 'evil.example' }],
    ['under a name that only begins like ours', { host: 'localhost.evil.example' }],
    ['through a proxy', { 'x-forwarded-for': '203.0.113.7' }],
    ['through a proxy that hides it', { forwarded: 'for=_hidden' }],
    ['by a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ])('does not show them when asked %s', async (_, headers) => {
    for (const path of ['/dev/mail', '/dev/mail.json', '/dev/mail/1']) {
      const { statusCode } = await get(server.url + path, headers);
      expect(statusCode).toBe(404);
    }
  });

  it('does not show them at all where the site is open to others: proxies need not say that they are one', async () => {
    const open = await testServer({ publicUrl: 'https://print.example' });
    try {
      for (const path of ['/dev/mail', '/dev/mail.json']) expect((await fetch(open.url + path)).status).toBe(404);
    } finally {
      await open.stop();
    }
  });

  it('writes nothing when the transaction does not commit', async () => {
    const before = await (await fetch(`${server.url}/dev/mail.json`)).json();
    const refused = server.services.write(async (unit) => {
      await createMail(secrets, createFrontDoors(doorsDb(server.services.db)), false).send(unit, 'resetPassword', {
        to: 'ada@demo.example',
        language: 'en_US',
        values: resetPassword,
      });
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    expect(await (await fetch(`${server.url}/dev/mail.json`)).json()).toEqual(before);
  });

  it.each([
    'ada@demo.example, eve@evil.example',
    'ada@demo.example\r\nBcc: eve@evil.example',
    'Ada <ada@demo.example>',
    'ada@demo.example\u2028',
    '',
  ])('refuses the recipient %j', async (to) => {
    await expect(send(to)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('forgets them after thirty days', async () => {
    await send('old@demo.example');
    const db = hostDb(server.services.db);
    await sql`update mail_message set created_at = now() - interval '31 days' where recipient = 'old@demo.example'`.execute(
      db,
    );
    await removeOldMail(db);
    const left = await db.selectFrom('mail_message').select('recipient').execute();
    expect(left).not.toContainEqual({ recipient: 'old@demo.example' });
    expect(left.length).toBeGreaterThan(0);
  });
});

describe('with a mail server', () => {
  const { inbox, refusals, listen, close, address } = testMailServer();
  let server: TestServer;

  beforeAll(async () => {
    await listen();
    server = await testServer({ smtpUrl: address(), worker: true });
  });
  afterEach(() => {
    inbox.length = 0;
    refusals.length = 0;
  });
  afterAll(async () => {
    await server.stop();
    await close();
  });

  async function send<N extends keyof MailValues>(to: string, name: N, values: MailValues[N]): Promise<void> {
    await server.services.write((unit) =>
      createMail(secrets, createFrontDoors(doorsDb(server.services.db)), true).send(unit, name, {
        to,
        language: 'en_US',
        values,
      }),
    );
  }
  const stateOf = (to: string) =>
    hostDb(server.services.db)
      .selectFrom('mail_message')
      .select(['state', 'body_sealed', 'error'])
      .where('recipient', '=', to)
      .executeTakeFirstOrThrow();

  test('sends text and HTML over TLS, and keeps neither', async () => {
    await send('ada@demo.example', 'invitation', {
      inviter: 'Zoë Müller 株式会社',
      companyName: 'Nordwind & Söhne',
      link,
      days: 7,
    });
    await expect.poll(() => inbox.length).toBe(1);
    const [got] = inbox;
    expect(got).toMatchObject({ secure: true, to: ['ada@demo.example'] });
    expect(got?.mail).toMatchObject({
      subject: 'Zoë Müller 株式会社 invites you to CO-AM',
      from: { name: 'Sinter', address: 'no-reply@example.com' },
      to: [{ address: 'ada@demo.example' }],
    });
    expect(got?.mail.messageId).toMatch(/^<mail-\d+-\d+@example\.com>$/);
    expect(headers(got?.mail)).toMatchObject({ 'auto-submitted': 'auto-generated' });
    expect(got?.mail.text).toContain(link);
    expect(got?.mail.text).toContain('Nordwind & Söhne');
    expect(got?.mail.html).toContain('Nordwind &amp; Söhne');
    await expect.poll(() => stateOf('ada@demo.example')).toEqual({ state: 'SENT', body_sealed: null, error: null });
    expect((await fetch(`${server.url}/dev/mail`)).status).toBe(404);
  });

  test('has no header that a name has brought along', async () => {
    const evil = `Eve\r\nBcc: eve@evil.example\r\n\r\nbody\u2028X-Evil: 1${'x'.repeat(1000)}`;
    await send('plain@demo.example', 'invitation', { inviter: 'Ada', companyName: 'Plain', link, days: 7 });
    await send('bo@demo.example', 'invitation', { inviter: evil, companyName: evil, link, days: 7 });
    await expect.poll(() => inbox.length).toBe(2);
    const attacked = inbox.find(({ to }) => to.includes('bo@demo.example'));
    const plain = inbox.find(({ to }) => to.includes('plain@demo.example'));
    expect(attacked?.to).toEqual(['bo@demo.example']);
    expect(Object.keys(headers(attacked?.mail))).toEqual(Object.keys(headers(plain?.mail)));
    expect(attacked?.mail.bcc ?? []).toEqual([]);
    expect([...(attacked?.mail.subject ?? '')].length).toBeLessThanOrEqual(150);
  });

  test('is tried again after a refused connection', { timeout: 30_000 }, async () => {
    await close();
    await send('late@demo.example', 'resetPassword', resetPassword);
    await expect.poll(async () => (await stateOf('late@demo.example')).error).toBeTruthy();
    expect((await stateOf('late@demo.example')).state).toBe('QUEUED');
    await listen();
    await expect.poll(async () => (await stateOf('late@demo.example')).state, { timeout: 20_000 }).toBe('SENT');
    expect(inbox.length).toBe(1);
  });

  test(
    'is tried again when the server says "later", and given up when it says "never"',
    { timeout: 30_000 },
    async () => {
      refusals.push(451);
      await send('busy@demo.example', 'resetPassword', resetPassword);
      await expect.poll(async () => (await stateOf('busy@demo.example')).error).toContain('Not now');
      await expect.poll(async () => (await stateOf('busy@demo.example')).state, { timeout: 20_000 }).toBe('SENT');

      refusals.push(550);
      await send('gone@demo.example', 'resetPassword', resetPassword);
      await expect
        .poll(() => stateOf('gone@demo.example'))
        .toMatchObject({ state: 'FAILED', body_sealed: null, error: expect.stringContaining('Not now') });
    },
  );
});

/** `fetch` would not send another host's name. */
const get = (url: string, headers: Record<string, string>) =>
  new Promise<{ statusCode: number | undefined }>((resolve, reject) => {
    request(url, { headers }, (response) => {
      response.resume();
      resolve({ statusCode: response.statusCode });
    })
      .on('error', reject)
      .end();
  });
