import { sql } from 'kysely';
import * as z from 'zod';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contractOf } from '@sinter/sdk/contract';
import {
  countUnread,
  listNotifications,
  markAllNotifications,
  markNotifications,
  readNotificationSettings,
  saveNotificationSettings,
} from '@sinter/sdk/contract/host/notifications';
import { defineTexts } from '@sinter/sdk/contract/texts';
import {
  areaTexts,
  defineNotice,
  defineServer,
  noticeKinds,
  type Notice,
  type NoticeAudience,
} from '@sinter/sdk/server';
import { hostDb } from '../allTables.ts';
import { headersOf, testMailServer } from '../mail/testing.ts';
import { mailNotices } from './tell.ts';
import { type Account, type TestServer, testServer } from '../testing.ts';

/** An area with things, some of which some people see. */
const say = defineTexts(
  'things',
  { things: 'Things', broke: '{{thing}} broke {{count}} times', held: 'A thing needs you', breaks: 'A thing breaks' },
  (language) =>
    Promise.resolve({ default: language === 'de_DE' ? { broke: '{{thing}} ging {{count}} Mal kaputt' } : {} }),
);
const hidden = new Set<number>();
const controlled = new Set<number>();
const broke = defineNotice({
  id: 'things.broke',
  category: { id: 'things', title: say('things') },
  subject: {
    seen: (_db, viewer, ids) =>
      Promise.resolve(
        new Map(
          ids
            .filter((id) => !hidden.has(id) && (!controlled.has(id) || viewer.cleared))
            .map((id) => [id, { name: `#${id} Thing`, link: `/things/${id}`, controlled: controlled.has(id) }]),
        ),
      ),
    withheld: say('held'),
  },
  title: say('breaks'),
  mail: true,
  shared: true,
  params: z.object({ count: z.number() }),
  says: ({ subject, count }) => say('broke', { thing: subject, count }),
});
/** What is one person's own. */
const own = defineNotice({ ...broke, id: 'things.own', shared: false });
const things = defineServer({
  id: 'things',
  contract: contractOf({}),
  migrations: {},
  setup(server) {
    server.contribute(areaTexts, say);
    server.contribute(noticeKinds, [broke, own]);
  },
});

const { inbox, listen, close, address } = testMailServer();
let server: TestServer;
beforeAll(async () => {
  await listen();
  server = await testServer({ plugins: [things], smtpUrl: address(), worker: true, publicUrl: undefined });
});
afterAll(async () => {
  await server.stop();
  await close();
});
beforeEach(() => {
  hidden.clear();
  controlled.clear();
});
afterEach(async () => {
  inbox.length = 0;
  await db().deleteFrom('notification').execute();
  await db().deleteFrom('notification_setting').execute();
  await db().deleteFrom('notification_address').execute();
  await db().deleteFrom('mail_config').execute();
});

const db = () => hostDb(server.services.db);
const idOf = (account: Account): number => server.world.users[`${account}@demo.example`] ?? 0;
const root = () => ({ facilityId: server.world.rootFacilityId, companyId: null });
const everybody: NoticeAudience['orWhoever'] = () => true;
let last = 0;
const tell = (to: NoticeAudience, notice: Partial<Notice<{ count: number }>> = {}) =>
  server.services.write((unit) =>
    unit.notify(broke, { subjectId: 7, params: { count: 3 }, key: `break ${++last}`, by: null, to: [to], ...notice }),
  );
const toPlanner = (notice: Partial<Notice<{ count: number }>> = {}) =>
  tell({ place: root(), people: [idOf('planner')] }, notice);
const inboxOf = async (account: Account, query: { unread?: 'true' | 'false'; category?: string } = {}) =>
  (await server.client(account)).call(listNotifications, { query });
const told = async () =>
  (
    await sql<{ email: string }>`select distinct u.email from notification n join membership m on m.id = n.membership_id
      join app_user u on u.id = m.user_id order by 1`.execute(server.services.db)
  ).rows.map(({ email }) => email.split('@')[0]);
/** As if the minutes in which mails are gathered had passed. */
const passMinutes = async () => {
  for (const table of ['notification', 'notification_address'] as const) {
    await db().updateTable(table).set({ mail_due_at: new Date() }).where('mail_due_at', 'is not', null).execute();
  }
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(server.services.db);
  await server.services.write((unit) => unit.enqueue(mailNotices, {}));
};

describe('telling people', () => {
  it('reaches those who are named, once, and not who did it', async () => {
    const notice = { key: 'the same', by: idOf('admin') };
    const people = [idOf('planner'), idOf('admin'), idOf('buyer')];
    await tell({ place: root(), people }, notice);
    await tell({ place: root(), people }, notice);
    expect(await told()).toEqual(['planner']);
    const planner = await server.client('planner');
    expect(await planner.call(countUnread, {})).toEqual({ unread: 1 });
    expect((await inboxOf('planner')).notifications).toMatchObject([
      { text: '#7 Thing broke 3 times', link: '/things/7', read: false, category: 'things' },
    ]);
    expect((await inboxOf('admin')).notifications).toEqual([]);
  });

  it('reaches whoever may do what is to be done, unless one who is at it may', async () => {
    const orWhoever: NoticeAudience['orWhoever'] = ({ memberRoles }) => memberRoles.includes('SP_MANAGER');
    await tell({ place: root(), people: [idOf('operator')], orWhoever });
    expect(await told()).toEqual(['dual', 'operator', 'planner']);
    await db().deleteFrom('notification').execute();
    await tell({ place: root(), people: [idOf('planner')], orWhoever: everybody });
    expect(await told()).toEqual(['planner']);
  });

  it('is of the transaction', async () => {
    await expect(
      server.services.write(async (unit) => {
        await unit.notify(broke, {
          subjectId: 7,
          params: { count: 1 },
          key: 'never',
          by: null,
          to: [{ place: root(), people: [idOf('planner')] }],
        });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await told()).toEqual([]);
  });

  it('keeps what is export controlled from who is not cleared', async () => {
    await tell({ place: root(), orWhoever: everybody }, { controlled: { knownTo: [idOf('operator')] } });
    expect(await told()).toEqual(['operator']);
  });
});

describe('reading', () => {
  it('says nothing of what its reader may not see any more, and nothing of somebody else', async () => {
    await toPlanner();
    hidden.add(7);
    const [row] = (await inboxOf('planner')).notifications;
    expect(row).toMatchObject({ text: 'You can no longer open this', link: null });
    expect(JSON.stringify(row)).not.toContain('Thing');
    const admin = await server.client('admin');
    await admin.call(markNotifications, { body: { ids: [row?.id ?? 0], read: true } });
    expect((await inboxOf('planner')).notifications[0]?.read).toBe(false);
  });

  it('marks, filters and counts', async () => {
    for (let each = 0; each < 5; each += 1) await toPlanner();
    const planner = await server.client('planner');
    const all = await inboxOf('planner');
    const ids = all.notifications.map(({ id }) => id);
    expect(await planner.call(markNotifications, { body: { ids: ids.slice(0, 2), read: true } })).toEqual({
      unread: 3,
    });
    expect((await inboxOf('planner', { unread: 'true' })).totalCount).toBe(3);
    expect((await inboxOf('planner', { category: 'others' })).totalCount).toBe(0);
    expect(await planner.call(markNotifications, { body: { ids: ids.slice(0, 1), read: false } })).toEqual({
      unread: 4,
    });
    await toPlanner();
    expect(await planner.call(markAllNotifications, { body: { upTo: ids[0] ?? 0, category: '' } })).toEqual({
      unread: 1,
    });
  });

  it('is of the place where the person is', async () => {
    await toPlanner();
    await db().updateTable('notification').set({ facility_id: server.world.secondFacilityId }).execute();
    expect((await inboxOf('planner')).totalCount).toBe(0);
  });
});

describe('mails', () => {
  it('gather what happens within minutes, by a real mail server, and can be stopped by one click', async () => {
    for (let each = 0; each < 10; each += 1) await toPlanner({ params: { count: each } });
    await passMinutes();
    await expect.poll(() => inbox.length).toBe(1);
    const [got] = inbox;
    expect(got?.to).toEqual(['planner@demo.example']);
    expect(got?.mail.subject).toBe('10 updates on #7 Thing');
    expect(got?.mail.text).toContain(`- #7 Thing broke 9 times\n  http://localhost:`);
    expect(got?.mail.html).toContain('/things/7');
    const { 'list-unsubscribe': stop, 'list-unsubscribe-post': click } = headersOf(got?.mail);
    expect(click).toBe('List-Unsubscribe=One-Click');

    const link = (stop ?? '').replace(/[<>]/g, '').replace(/^http:\/\/localhost:\d+/, server.url);
    const page = await fetch(link);
    expect(await page.text()).toContain('<form method="post">');
    expect((await (await server.client('planner')).call(readNotificationSettings, {})).mail).toBe('AT_ONCE');
    const form = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
    expect((await fetch(link, form)).status).toBe(200);
    expect((await (await server.client('planner')).call(readNotificationSettings, {})).mail).toBe('NEVER');
    expect((await fetch(`${link}x`, form)).status).toBe(404);
    await toPlanner();
    const { mail_due_at } = await db()
      .selectFrom('notification')
      .select('mail_due_at')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(mail_due_at).toBeNull();
  });

  it('are in the language of their reader, and not sent of what was read', async () => {
    const of = () => db().updateTable('app_user').where('id', '=', idOf('planner'));
    await of().set({ language: 'de_DE' }).execute();
    await toPlanner({ subjectId: 8 });
    await toPlanner({ subjectId: 9 });
    const planner = await server.client('planner');
    const [newest] = (await inboxOf('planner')).notifications;
    await planner.call(markNotifications, { body: { ids: [newest?.id ?? 0], read: true } });
    await passMinutes();
    await expect.poll(() => inbox.length).toBe(1);
    expect(inbox[0]?.mail.subject).toBe('#8 Thing ging 3 Mal kaputt');
    await of().set({ language: 'en_US' }).execute();
  });

  it('name nothing that is export controlled, and leave out what is not seen any more', async () => {
    controlled.add(7);
    hidden.add(8);
    await clear('planner');
    await toPlanner();
    await toPlanner({ subjectId: 8 });
    await passMinutes();
    await expect.poll(() => inbox.length).toBe(1);
    expect(inbox[0]?.mail.subject).toBe('A thing needs you');
    expect(inbox[0]?.mail.text).not.toContain('Thing broke');
    expect(inbox[0]?.mail.html).not.toContain('#7');
  });

  it('wait for the hour of who wants them once a day or week, and for nobody who wants none', async () => {
    const planner = await server.client('planner');
    const save = (change: object) =>
      planner.call(saveNotificationSettings, {
        body: { mail: 'DAILY', hour: 17, weekday: 3, timeZone: 'Asia/Tokyo', kinds: [], ...change },
      });
    const due = async () => {
      await toPlanner();
      const row = await db()
        .selectFrom('notification')
        .select(['mail_due_at', 'bell'])
        .orderBy('id', 'desc')
        .executeTakeFirst();
      return row?.mail_due_at ?? null;
    };
    const inTokyo = (at: Date | null) =>
      new Intl.DateTimeFormat('en', {
        timeZone: 'Asia/Tokyo',
        hour: 'numeric',
        weekday: 'short',
        hour12: false,
      }).format(at ?? 0);
    await save({});
    const daily = await due();
    expect(inTokyo(daily)).toContain('17');
    expect(daily?.getTime()).toBeGreaterThan(Date.now());
    expect(daily?.getTime()).toBeLessThan(Date.now() + 24 * 3_600_000);
    await save({ mail: 'WEEKLY' });
    expect(inTokyo(await due())).toBe('Wed, 17');
    const all = await db().selectFrom('notification').select('mail_due_at').execute();
    expect(all.map(({ mail_due_at }) => inTokyo(mail_due_at))).toEqual(['Wed, 17', 'Wed, 17']);
    await save({ mail: 'AT_ONCE', kinds: [{ id: 'things.broke', bell: true, mail: false }] });
    expect(await due()).toBeNull();
    await save({ kinds: [{ id: 'things.broke', bell: false, mail: false }] });
    const before = (await inboxOf('planner')).totalCount;
    await toPlanner();
    expect((await inboxOf('planner')).totalCount).toBe(before);
    await expect(save({ timeZone: 'Mars/Olympus' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});

describe('addresses beyond the people of a facility', () => {
  const desk = 'production@print.example';
  const add = (
    addresses: readonly string[],
    language = 'en_US',
    kind = 'things.broke',
    facilityId = server.world.rootFacilityId,
  ) =>
    sql`insert into mail_config (facility_id, sender_name, security, user_name, dkim_selector, digest, hour, off_kinds, recipients, language)
      values (${facilityId}, '', 'STARTTLS', '', '', 'AT_ONCE', 8, '{}', ${JSON.stringify({ [kind]: addresses })}::jsonb,
        ${language})
      on conflict (facility_id) do update set recipients = excluded.recipients`.execute(server.services.db);
  const to = () => inbox.map((one) => one.to.join()).toSorted();
  const arrived = async (expected: readonly string[]) => {
    await passMinutes();
    await expect.poll(to).toEqual(expected);
  };

  it('are mailed once what a facility hears, in its language, with the reason why', async () => {
    await add([desk, 'Planner@demo.example'], 'de_DE');
    await toPlanner({ key: 'once' });
    await toPlanner({ key: 'once' });
    await arrived(['planner@demo.example', desk]);
    const got = inbox.find((one) => one.to.includes(desk))?.mail;
    expect(got?.subject).toBe('#7 Thing ging 3 Mal kaputt');
    expect(got?.text).toMatch(/als Empfänger dieser E-Mails eingetragen/);
    expect(got?.text).not.toMatch(/Konto|stop-mails|inbox/);
    expect(headersOf(got)['list-unsubscribe']).toBeUndefined();
    await toPlanner({ key: 'once' });
    await arrived(['planner@demo.example', desk]);
  });

  it('are mailed though nobody of the facility is told, several things in one', async () => {
    await add([desk]);
    for (const subjectId of [8, 9]) await tell({ place: root(), people: [] }, { subjectId });
    await arrived([desk]);
    expect(inbox[0]?.mail.subject).toMatch(/^2 updates on /);
    expect(inbox[0]?.mail.text).toContain('- #8 Thing broke 3 times');
    expect(inbox[0]?.mail.text).not.toContain('/inbox');
  });

  it('hear nothing of what is export controlled, said with the notice or found out later', async () => {
    await add([desk]);
    await clear('planner');
    await toPlanner({ controlled: { knownTo: [] } });
    await toPlanner({ subjectId: 8 });
    controlled.add(8);
    await arrived(['planner@demo.example']);
    expect(await db().selectFrom('notification_address').select('subject_id').execute()).toEqual([{ subject_id: 8 }]);
  });

  it('hear nothing of what is told to one person alone, of other facilities, or after they were removed', async () => {
    await add([desk], 'en_US', 'things.own');
    await server.services.write((unit) =>
      unit.notify(own, {
        ...{ subjectId: 7, params: { count: 1 }, key: 'own', by: null },
        to: [{ place: root(), people: [idOf('planner')] }],
      }),
    );
    await add([desk]);
    await tell({ place: { facilityId: server.world.secondFacilityId, companyId: null }, orWhoever: everybody });
    await toPlanner();
    await add(['other@print.example']);
    await passMinutes();
    await expect.poll(() => to().length).toBeGreaterThan(1);
    expect(to().filter((address) => address.endsWith('@print.example'))).toEqual([]);
  });

  it('of somebody who has turned these mails off are left alone', async () => {
    await add(['planner@demo.example', desk]);
    const planner = await server.client('planner');
    await planner.call(saveNotificationSettings, {
      body: { mail: 'NEVER', hour: 8, weekday: 1, timeZone: 'UTC', kinds: [] },
    });
    await toPlanner();
    await arrived([desk]);
    // Nor does one facility write to them what they would not hear of it anyhow.
    await tell({ place: root(), people: [idOf('admin')] });
    await arrived(['admin@demo.example', desk, desk]);
  });

  it('hear of each facility that has added them', async () => {
    const second = server.world.secondFacilityId;
    await add([desk]);
    await add([desk], 'en_US', 'things.broke', second);
    await server.services.write((unit) =>
      unit.notify(broke, {
        ...{ subjectId: 7, params: { count: 1 }, key: 'both', by: null },
        to: [root(), { facilityId: second, companyId: null }].map((place) => ({ place, people: [] })),
      }),
    );
    await arrived([desk, desk]);
  });
});

/** Cleared by another person, in an enterprise that does such work. */
async function clear(account: Account): Promise<void> {
  const facilityId = server.world.rootFacilityId;
  await sql`insert into export_policy (facility_id, enabled) values (${facilityId}, true) on conflict do nothing`.execute(
    server.services.db,
  );
  await sql`insert into export_clearance (user_id, facility_id, basis, stated_on, decided_by, decided_at, expires_on)
    values (${idOf(account)}, ${facilityId}, 'CITIZEN', current_date, ${idOf('admin')}, now(), current_date + 100)
    on conflict do nothing`.execute(server.services.db);
}
