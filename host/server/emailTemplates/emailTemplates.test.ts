import plugins from 'virtual:plugin-servers';
import { emailFrameKind, emailTextId, emailTextKind } from '@sinter/sdk/contract/host/emailTemplates';
import * as templates from '@sinter/sdk/contract/host/emailTemplates';
import { publishSetting, readSetting, restoreSetting, saveSettingDraft } from '@sinter/sdk/contract/host/versions';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testMailServer } from '../mail/testing.ts';
import { mailNotices } from '../notifications/tell.ts';
import { configure, testServer, type TestClient, type TestServer } from '../testing.ts';

const { inbox, listen, close, address } = testMailServer();
let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  await listen();
  server = await testServer({ plugins, demo: true, worker: true, smtpUrl: address() });
  await turn(true);
  admin = await server.client('admin');
});
afterAll(async () => {
  await server.stop();
  await close();
});
afterEach(() => void (inbox.length = 0));

const turn = (on: boolean): Promise<void> => configure(server, 'EMAIL_TEMPLATES', { enabled: on });
const event = 'orders.quoted';
const asked = (text: templates.EmailText, more: Partial<templates.EmailTrial> = {}): templates.EmailTrial => ({
  ...{ event, language: 'en_US', text, frame: null, example: null },
  ...more,
});
async function publish(kind: string, elementId: string, value: unknown): Promise<void> {
  const which = { kind, elementId };
  const { seen } = await admin.call(readSetting, { query: which });
  const drafted = await admin.call(saveSettingDraft, { body: { ...which, value, seen } });
  await admin.call(publishSetting, { body: { ...which, note: '', seen: drafted.seen } });
}
async function openOrder(): Promise<number> {
  const { rows } = await sql<{ id: number }>`select o.id from rfq_order o join rfq_match m on m.order_id = o.id
    where m.facility_id = ${server.world.rootFacilityId} and m.unlocked_at is not null and o.display_title <> ''
      and not ${orderIsControlled} order by o.id limit 1`.execute(server.services.db);
  return rows[0]?.id ?? 0;
}
async function clear(account: string): Promise<void> {
  await sql`insert into export_policy (facility_id, enabled) values (${server.world.rootFacilityId}, true)
    on conflict do nothing`.execute(server.services.db);
  const userId = server.world.users[`${account}@demo.example`] ?? 0;
  await sql`insert into export_clearance (user_id, facility_id, basis, stated_on, decided_by, decided_at, expires_on)
    values (${userId}, ${server.world.rootFacilityId}, 'CITIZEN', current_date, ${server.world.users['planner@demo.example'] ?? 0}, now(), current_date + 30)`.execute(
    server.services.db,
  );
}

describe('templates', () => {
  it('are of events that the facility mails, each with its tokens and its readers', async () => {
    const { events, delivered } = await admin.call(templates.listEmailTemplates, {});
    const of = (id: string) => events.find((one) => one.id === id);
    expect(of('orders.quoted')).toMatchObject({ readers: 'CUSTOMERS', languages: [] });
    expect(of('orders.requested')).toMatchObject({ readers: 'TEAM' });
    expect(of('comments.written')).toMatchObject({ readers: 'BOTH' });
    // Nobody of the facility is in it.
    expect(of('orders.unmatched')).toBeUndefined();
    expect(of('orders.quoted')?.tokens.map(({ id }) => id)).toContain('customer');
    expect(of('comments.written')?.tokens.map(({ id }) => id)).not.toContain('customer');
    expect(delivered['de_DE']?.body).toContain('{{notice}}');
  });

  it('are refused with a token that there is not, in words that name those that there are', async () => {
    const wrong = asked({ subject: 'Your {{order}}', body: '' });
    const error: unknown = await admin.call(templates.previewEmailTemplate, { body: wrong }).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'INVALID_INPUT', fields: { subject: expect.stringContaining('{{order}}') } });
    expect(error).toMatchObject({ fields: { subject: expect.stringContaining('{{orderNumber}}') } });
    const elementId = emailTextId(event, 'fr_FR');
    await expect(publish(emailTextKind, elementId, { subject: '', body: '{{name' })).rejects.toMatchObject({
      fields: { body: expect.stringContaining('{{name') },
    });
    await expect(publish(emailTextKind, 'nothing.here:fr_FR', { subject: 'x', body: '' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(publish(emailFrameKind, 'fr_FR', { header: '{{customer}}', footer: '' })).rejects.toMatchObject({
      fields: { header: expect.stringContaining('{{facility}}') },
    });
  });

  it('are tried out with a real order that the person may see, a controlled one without names', async () => {
    const text = { subject: '{{orderNumber}} {{orderTitle}}', body: '{{customer}}, {{files}}\n\n[See it]({{link}})' };
    const open = await openOrder();
    const shown = await admin.call(templates.previewEmailTemplate, { body: asked(text, { example: open }) });
    expect(shown.subject).toMatch(new RegExp(`^#${open} \\S`));
    expect(shown.parts).toEqual([
      { text: expect.stringMatching(/\S+, \S/), button: false },
      { text: 'See it', button: true },
    ]);
    const named = await admin.call(templates.previewEmailTemplate, { body: asked(text) });
    expect(named.subject).toBe('‹Order number› ‹Order title›');

    const found = await admin.call(templates.listEmailExamples, { query: { event, search: `#${open}` } });
    expect(found.map(({ id }) => id)).toEqual([open]);
    const { rows } = await sql<{ id: number }>`update rfq_order set export_controlled = true
      where id = (select max(order_id) from rfq_match where facility_id = ${server.world.rootFacilityId}) returning id`.execute(
      server.services.db,
    );
    const kept = rows[0]?.id ?? 0;
    const body = asked({ ...text, subject: '{{orderNumber}} {{orderTitle}} {{subject}}' }, { example: kept });
    await expect(admin.call(templates.previewEmailTemplate, { body })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await clear('admin');
    const cleared = await server.client('admin');
    const thin = await cleared.call(templates.previewEmailTemplate, { body });
    expect(thin.subject).toBe(`#${kept} – an export-controlled item`);
    expect(thin.parts[0]?.text).toBe('–, –');
    // What another facility's people see is theirs.
    const elsewhere = await server.client('admin2');
    await expect(elsewhere.call(templates.listEmailTemplates, {})).rejects.toMatchObject({ code: 'MODULE_OFF' });
  });

  it('make nothing of their own or their values but words', async () => {
    const hostile =
      '<img src=x onerror=alert(1)>\n\n[Sign in](https://evil.example)\n\n{{orderTitle}}\n\n[{{orderTitle}}]({{link}})';
    const id = await openOrder();
    await sql`update rfq_order set display_title = '<script>{{link}}</script> https://evil.example' where id = ${id}`.execute(
      server.services.db,
    );
    const body = asked({ subject: 'A <b>{{orderTitle}}</b>', body: hostile }, { example: id });
    await admin.call(templates.testEmailTemplate, { body });
    await expect.poll(() => inbox.length).toBe(1);
    const { subject = '', html = '', text = '' } = inbox[0]?.mail ?? {};
    expect(subject).toContain('<script>{{link}}</script>');
    expect(html).not.toMatch(/<(?:img|script|b)\b/);
    expect(html).not.toContain('href="https://evil');
    expect(html).toContain('&lt;img src=x');
    expect(text).not.toMatch(/https:\/\/evil\.example(?!\))/);
    expect(inbox[0]?.to).toEqual(['admin@demo.example']);
  });
});

describe('what is mailed', () => {
  const buyer = 'buyer@demo.example';
  let told = 0;
  /** The buyer hears of this order in the facility's name, and is mailed. */
  async function mailed(...orders: number[]) {
    inbox.length = 0;
    for (const orderId of orders) {
      await sql`insert into notification (membership_id, by_facility_id, kind, category, subject_id, params, key, bell, mail_due_at)
        select m.id, ${server.world.rootFacilityId}, ${event}, 'requests', ${orderId}, '{"by":"Alpine"}', ${`told ${++told}`}, true, now()
        from membership m where m.user_id = ${server.world.users[buyer] ?? 0} and m.company_id is not null limit 1`.execute(
        server.services.db,
      );
    }
    await server.services.write((unit) => unit.enqueue(mailNotices, {}));
    await expect.poll(() => inbox.filter(({ to }) => to.includes(buyer)).length).toBe(1);
    return inbox.find(({ to }) => to.includes(buyer))?.mail;
  }
  let order = 0;
  let other = 0;
  beforeAll(async () => {
    const { rows } = await sql<{ id: number }>`select o.id from rfq_order o
      where o.created_by = ${server.world.users[buyer] ?? 0} and not ${orderIsControlled} order by o.id limit 2`.execute(
      server.services.db,
    );
    [order = 0, other = 0] = rows.map(({ id }) => id);
    await sql`update notification set mail_due_at = null`.execute(server.services.db);
  });

  it('is in the words of the facility, in the language of its reader, else in English, else in our own', async () => {
    const ours = (await mailed(order))?.subject;
    expect(ours).toMatch(/sent a quote for/);
    await publish(emailTextKind, emailTextId(event, 'en_US'), {
      subject: 'Offer for {{orderNumber}}',
      body: 'Dear {{name}},\n\n[Look]({{link}})',
    });
    await publish(emailFrameKind, 'en_US', { header: '', footer: 'Yours, {{facility}}' });
    const own = await mailed(order);
    expect(own?.subject).toBe(`Offer for #${order}`);
    expect(own?.text).toMatch(/^Dear \S+,\n\nLook:\nhttp\S+\/order-details\/\d+\n\nYours, \S/);
    const several = await mailed(order, other);
    expect(several?.text).toContain(`- Offer for #${order}\n`);

    await sql`update app_user set language = 'de_DE' where email = ${buyer}`.execute(server.services.db);
    expect((await mailed(order))?.subject).toBe(`Offer for #${order}`);
    await publish(emailTextKind, emailTextId(event, 'de_DE'), { subject: 'Angebot {{orderNumber}}', body: '' });
    const german = await mailed(order);
    expect(german?.subject).toBe(`Angebot #${order}`);
    expect(german?.text).toContain('Hallo');
    expect(german?.text).toContain('Yours, ');
  });

  it('is in our own words where a text cannot be used, was taken back, or the feature is off', async () => {
    const elementId = emailTextId(event, 'de_DE');
    await sql`update setting_version v set value = '{"subject":"{{gone}}","body":""}' from setting s
      where s.id = v.setting_id and s.element_id = ${elementId}`.execute(server.services.db);
    expect((await mailed(order))?.subject).toBe(`Offer for #${order}`);
    const which = { kind: emailTextKind, elementId: emailTextId(event, 'en_US') };
    const { seen } = await admin.call(readSetting, { query: which });
    await admin.call(restoreSetting, { body: { ...which, version: 0, seen } });
    expect((await mailed(order))?.subject).toMatch(/Angebot/);
    await publish(emailTextKind, elementId, { subject: 'Neu {{orderNumber}}', body: '' });
    expect((await mailed(order))?.subject).toBe(`Neu #${order}`);
    await turn(false);
    expect((await mailed(order))?.subject).toMatch(/Angebot/);
  });
});
