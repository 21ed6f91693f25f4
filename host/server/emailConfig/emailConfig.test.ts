import {
  checkEmailDomain,
  listEmailFailures,
  readEmailConfig,
  saveEmailConfig,
  sendTestEmail,
  type EmailConfigInput,
} from '@sinter/sdk/contract/host/emailConfig';
import { readNotificationSettings } from '@sinter/sdk/contract/host/notifications';
import { sql } from 'kysely';
import plugins from 'virtual:plugin-servers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailer } from '../mail/mail.ts';
import { testMailServer } from '../mail/testing.ts';
import { testServer, type TestClient, type TestServer } from '../testing.ts';
import { testDnsServer } from './testing.ts';

const mails = testMailServer();
const texts = new Map([['print.example', ['v=spf1 mx -all']]]);
let dns: Awaited<ReturnType<typeof testDnsServer>>;
let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  await mails.listen();
  dns = await testDnsServer(texts);
  const { resolveTxt } = dns;
  server = await testServer({ plugins, demo: true, worker: true, allowedNetworks: ['127.0.0.0/8'], resolveTxt });
  admin = await server.client('admin');
});
afterAll(async () => {
  await server.stop();
  await dns.close();
  await mails.close();
});

const port = () => Number(new URL(mails.address()).port);
const input = (change: Partial<EmailConfigInput> = {}): EmailConfigInput => ({
  senderName: 'Demo Additive',
  senderAddress: 'orders@print.example',
  replyTo: 'desk@print.example',
  answersToMessages: true,
  host: '127.0.0.1',
  port: port(),
  security: 'STARTTLS',
  userName: '',
  dkimSelector: '',
  digest: 'AT_ONCE',
  hour: 8,
  off: [],
  recipients: [],
  language: 'en_US',
  ...change,
});
const save = (change?: Partial<EmailConfigInput>) => admin.call(saveEmailConfig, { body: input(change) });

test('nobody without the right and the authority reads or changes it', async () => {
  for (const name of ['planner', 'buyer', 'admin2']) {
    const other = await server.client(name);
    await expect(other.call(readEmailConfig, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  }
});

test('a test mail says so where no server is set, and tells what the server answered', async () => {
  expect(await admin.call(sendTestEmail, {})).toMatchObject({
    sent: false,
    text: expect.stringContaining('No email server'),
  });
  await save();
  expect(await admin.call(sendTestEmail, {})).toMatchObject({ sent: true, answer: expect.stringMatching(/^250 /) });
  expect(mails.inbox.at(-1)).toMatchObject({ secure: true, to: ['admin@demo.example'] });
  expect(mails.inbox.at(-1)?.mail).toMatchObject({
    from: { name: 'Demo Additive', address: 'orders@print.example' },
    replyTo: [{ address: 'desk@print.example' }],
  });
  mails.refusals.push(550);
  expect(await admin.call(sendTestEmail, {})).toMatchObject({
    sent: false,
    text: 'The email server refused the email.',
    answer: expect.stringContaining('Not now'),
  });
});

test('the password goes in and never comes out, and is told to no other server', async () => {
  await expect(save({ userName: 'orders' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  const saved = await save({ userName: 'orders', password: 'hush-hush' });
  expect(saved.passwordSet).toBe(true);
  expect(JSON.stringify([saved, await admin.call(readEmailConfig, {})])).not.toContain('hush-hush');
  const { rows } = await sql<{ row: string }>`select to_jsonb(a)::text as row from audit_entry a
    where action = 'email_config.changed'`.execute(server.services.db);
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain('hush-hush');
  // The same server and user keep it.
  expect((await save({ userName: 'orders' })).passwordSet).toBe(true);
  expect((await admin.call(sendTestEmail, {})).text).toBe('The email server refused the user name or password.');
  await expect(save({ userName: 'orders', port: port() + 1 })).rejects.toMatchObject({
    details: { fields: { password: expect.any(String) } },
  });
});

test('a server in a network that is not called is refused', async () => {
  await expect(save({ host: '10.1.2.3' })).rejects.toMatchObject({ details: { fields: { host: expect.any(String) } } });
  await expect(save({ senderAddress: null })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('a mail that is refused for good is among the failures of its facility', async () => {
  await save();
  mails.refusals.push(550);
  await server.services.write(async (unit) =>
    server.services.get(mailer).send(unit, 'notice', {
      to: 'gone@print.example',
      language: 'en_US',
      facilityId: server.world.rootFacilityId,
      values: { name: 'Ada', notice: 'Something', link: 'https://print.example/x' },
    }),
  );
  await expect
    .poll(() => admin.call(listEmailFailures, {}), { timeout: 15_000 })
    .toMatchObject([{ to: 'gone@print.example', state: 'FAILED', answer: expect.stringContaining('Not now') }]);
});

test('what is switched off is not mailed to those who have chosen nothing', async () => {
  const { events } = await admin.call(readEmailConfig, {});
  const [event] = events.filter(({ on }) => on);
  const off = event?.id ?? '';
  const saved = await save({ off: [off], digest: 'DAILY', hour: 6 });
  expect(saved.events.find(({ id }) => id === off)?.on).toBe(false);
  const planner = await server.client('planner');
  const settings = await planner.call(readNotificationSettings, {});
  expect([settings.mail, settings.hour]).toEqual(['DAILY', 6]);
  expect(settings.kinds.find(({ id }) => id === off)?.mail).toBe(false);
});

test('addresses are added to what concerns the facility, never to what is one person alone', async () => {
  await save();
  const before = await admin.call(readEmailConfig, {});
  const ids = before.recipients.map(({ id }) => id);
  expect(ids).toEqual(
    expect.arrayContaining(['orders.awarded', 'orders.late', 'quality.reported', 'apps.serverStopped']),
  );
  const personal = [
    'comments.mentioned',
    'comments.answered',
    'projects.assigned',
    'quality.assigned',
    'orders.recordReady',
  ];
  expect(ids.filter((id) => personal.includes(id))).toEqual([]);

  const desk = 'production@print.example';
  const saved = await save({
    recipients: [
      { id: 'orders.awarded', addresses: [desk, 'PRODUCTION@print.example', 'sales@print.example'] },
      { id: 'comments.mentioned', addresses: [desk] },
      { id: 'no.such', addresses: [desk] },
    ],
    language: 'fr_FR',
  });
  expect(saved.recipients.filter(({ addresses }) => addresses.length > 0)).toMatchObject([
    { id: 'orders.awarded', addresses: [desk, 'sales@print.example'] },
  ]);
  expect(saved.language).toBe('fr_FR');
  const { rows } = await sql<{ row: string }>`select to_jsonb(a)::text as row from audit_entry a
    where action = 'email_config.changed' order by id desc limit 1`.execute(server.services.db);
  expect(rows[0]?.row).toContain(desk);

  const eleven = Array.from({ length: 11 }, (_, each) => `desk${each}@print.example`);
  for (const addresses of [
    eleven,
    ['no address'],
    ['a@print.example, b@print.example'],
    ['a@print.example\r\nBcc: b@c.example'],
  ]) {
    await expect(save({ recipients: [{ id: 'orders.awarded', addresses }] })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  }
  await expect(save({ language: 'xx_XX' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('what the domain of the sender publishes is looked up', async () => {
  await save({ dkimSelector: 'mail' });
  expect(await admin.call(checkEmailDomain, {})).toMatchObject({
    domain: 'print.example',
    spf: { state: 'GOOD', record: 'v=spf1 mx -all' },
    dkim: { state: 'MISSING' },
    dmarc: { state: 'MISSING' },
  });
  await save({ host: null, port: null, senderAddress: null });
  expect(await admin.call(checkEmailDomain, {})).toBeNull();
});
