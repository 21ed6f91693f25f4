import { randomUUID } from 'node:crypto';
import plugins from 'virtual:plugin-servers';
import { addComment, deleteComment, listComments, updateComment } from '@sinter/sdk/contract/comments/comments';
import {
  countUnreadComments,
  listMentionable,
  listThreads,
  readThread,
  seeAll,
  seeThread,
  shareThread,
} from '@sinter/sdk/contract/comments/threads';
import { CallError } from '@sinter/sdk/contract/errors';
import { fileDtoSchema } from '@sinter/sdk/contract/host/files';
import { listNotifications } from '@sinter/sdk/contract/host/notifications';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';

let server: TestServer;
let buyer: TestClient;
let planner: TestClient;
let rival: TestClient;
let stranger: TestClient;
let order: { id: number; part: number; quotes: { planner: number; rival: number } };
let facilities: { planner: number; rival: number };

/** An order that two facilities were asked for and have quoted. */
beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  [buyer, planner, rival, stranger] = await Promise.all([
    server.client('buyer'),
    server.client('planner'),
    server.client('admin2'),
    server.client('third'),
  ]);
  const { db } = server.services;
  facilities = { planner: server.world.rootFacilityId, rival: server.world.secondFacilityId };
  const { rows } = await sql<{ id: number; part: number }>`
    select o.id, min(f.id) as part from rfq_order o join rfq_order_file f on f.order_id = o.id
    where o.created_by = ${server.world.users['buyer@demo.example']} and not o.export_controlled and not o.holds_controlled
      and o.company_id = ${server.world.buyerCompanyId}
      and exists (select from rfq_match m where m.order_id = o.id and m.facility_id = ${facilities.planner} and m.unlocked_at is not null)
    group by o.id order by o.id desc limit 1`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('The demo has no such order.');
  await server.asOwner(async (owner) => {
    await sql`delete from comment_seen`.execute(owner);
    await sql`update rfq_match set status = 'BID_PLACED' where order_id = ${found.id}`.execute(owner);
    await sql`insert into rfq_match (order_id, facility_id, status, created_at, unlocked_at)
      values (${found.id}, ${facilities.rival}, 'BID_PLACED', now(), now())
      on conflict (order_id, facility_id) do update set status = 'BID_PLACED', unlocked_at = now()`.execute(owner);
  });
  const quoteOf = async (facilityId: number) => {
    const made = await sql<{ id: number }>`
      insert into quote (match_id, status, total_minor, currency, lead_time_days, valid_until, note)
      select m.id, 'WITHDRAWN', 100, 'EUR', 3, now() + interval '9 days', ''
      from rfq_match m
      where m.order_id = ${found.id} and m.facility_id = ${facilityId} returning id`.execute(db);
    return made.rows[0]?.id ?? 0;
  };
  order = { ...found, quotes: { planner: await quoteOf(facilities.planner), rival: await quoteOf(facilities.rival) } };
});
afterAll(() => server.stop());

const write = (client: TestClient, over: object = {}) =>
  client.call(addComment, {
    body: { eventId: randomUUID(), objectKind: 'RFQ_ORDER', objectId: order.id, body: 'Words', ...over },
  });
const about = () => ({ objectKind: 'RFQ_ORDER' as const, objectId: order.id });
const threads = (client: TestClient, query: object = {}) =>
  client.call(listThreads, { query: { ...about(), size: 100, ...query } });
const unread = async (client: TestClient) => (await client.call(countUnreadComments, { query: about() })).unread;
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  );

/** Everything that somebody is answered about the order's messages, as text. */
async function all(client: TestClient): Promise<string> {
  const page = await threads(client);
  const read = await Promise.all(page.threads.map(({ id }) => client.call(readThread, { params: { id } })));
  const lists = await Promise.all(
    page.subjects.map(({ objectKind, objectId }) => client.call(listComments, { query: { objectKind, objectId } })),
  );
  const people = await client.call(listMentionable, { query: { ...about(), visibility: 'SHARED' } });
  const told = await client.call(listNotifications, { query: { size: 100 } });
  return JSON.stringify([page, read, lists, people, told]);
}

describe('who reads what', () => {
  test('internal words, rivals’ threads and their people reach nobody else: in no answer, notice, mail or event', async () => {
    const said: Record<string, string[]> = {};
    const say = async (client: TestClient, word: string, readers: string[], over: object) => {
      said[word] = readers;
      return write(client, { ...over, body: `${word} words` });
    };
    const part = { objectKind: 'RFQ_ORDER_FILE', objectId: order.part };
    const quote = (which: 'planner' | 'rival') => ({ objectKind: 'ORDER_QUOTATION', objectId: order.quotes[which] });
    const everybody = ['buyer', 'planner', 'rival'];
    await say(buyer, 'zzbuyerinternal', ['buyer'], { visibility: 'INTERNAL' });
    await say(planner, 'zzplannerinternal', ['planner'], { ...part });
    await say(rival, 'zzrivalinternal', ['rival'], { visibility: 'INTERNAL' });
    await say(buyer, 'zztoeverybody', everybody, {});
    const one = await say(planner, 'zzplannershared', ['buyer', 'planner'], { ...part, visibility: 'SHARED' });
    await say(buyer, 'zzanswertoplanner', ['buyer', 'planner'], { ...part, parentId: one.id });
    await say(planner, 'zzplanneraside', ['planner'], { ...part, parentId: one.id, visibility: 'INTERNAL' });
    await say(buyer, 'zztorival', ['buyer', 'rival'], { ...part, facilityId: facilities.rival });
    await say(buyer, 'zzonplannersquote', ['buyer', 'planner'], quote('planner'));
    await say(rival, 'zzonrivalsquote', ['buyer', 'rival'], { ...quote('rival'), visibility: 'SHARED' });

    for (const [name, client] of Object.entries({ buyer, planner, rival })) {
      const heard = await all(client);
      const wrong = Object.entries(said).filter(([word, readers]) => heard.includes(word) !== readers.includes(name));
      expect(wrong, name).toEqual([]);
    }
    const [forPlanner, forRival] = [await all(planner), await all(rival)];
    const { rows } = await sql<{ id: number; name: string }>`
      select id, company_name as name from facility where id in (${facilities.planner}, ${facilities.rival})`.execute(
      server.services.db,
    );
    const nameOf = (id: number) => rows.find((row) => row.id === id)?.name ?? '?';
    expect([forPlanner.includes(nameOf(facilities.rival)), forRival.includes(nameOf(facilities.planner))]).toEqual([
      false,
      false,
    ]);
    expect(await code(threads(stranger))).toBe('NOT_FOUND');

    // Mails are worded when they are sent: no row that a mail or a notice is made of has a word.
    const { rows: kept } = await sql<{ text: string }>`
      select n.kind || ' ' || n.params::text as text from notification n
      union all select payload::text from outbox_event union all select coalesce(after::text, '') from audit_entry`.execute(
      server.services.db,
    );
    expect(
      kept.map(({ text }) => text).filter((text) => Object.keys(said).some((word) => text.includes(word))),
    ).toEqual([]);
    // Who is told is one of those who read it.
    const { rows: told } = await sql<{ body: string; facility: number | null; company: number | null }>`
      select c.body, m.facility_id as facility, m.company_id as company from notification n
        join comment c on c.id = n.subject_id join membership m on m.id = n.membership_id
      where n.kind like 'comments.%' and c.body like 'zz%'`.execute(server.services.db);
    expect(told.length).toBeGreaterThan(5);
    const sideOf = ({ facility }: { facility: number | null }) =>
      facility === null ? 'buyer' : facility === facilities.planner ? 'planner' : 'rival';
    expect(told.filter((row) => !said[row.body.split(' ')[0] ?? '']?.includes(sideOf(row)))).toEqual([]);
  });

  test('a rival opens no thread of another facility, and writes in none', async () => {
    const { id } = await write(buyer, { facilityId: facilities.planner });
    expect(await code(rival.call(readThread, { params: { id } }))).toBe('NOT_FOUND');
    expect(await code(write(rival, { parentId: id }))).toBe('NOT_FOUND');
    expect(await code(rival.call(seeThread, { params: { id }, body: { upTo: id } }))).toBe('NOT_FOUND');
    const quote = { objectKind: 'ORDER_QUOTATION', objectId: order.quotes.planner };
    expect(await code(write(rival, quote))).toBe('NOT_FOUND');
    expect(await code(write(buyer, { facilityId: 999_999 }))).toBe('INVALID_INPUT');
  });

  test('a facility that has not agreed not to disclose sees no thread at all', async () => {
    await server.asOwner((db) =>
      sql`update rfq_match set unlocked_at = null where order_id = ${order.id} and facility_id = ${facilities.rival}`.execute(
        db,
      ),
    );
    expect(await code(threads(rival))).toBe('NOT_FOUND');
    expect(await code(write(rival))).toBe('NOT_FOUND');
    await server.asOwner((db) =>
      sql`update rfq_match set unlocked_at = now() where order_id = ${order.id} and facility_id = ${facilities.rival}`.execute(
        db,
      ),
    );
  });
});

describe('sharing an internal thread', () => {
  test('shows its first message and the replies that were named, and no other', async () => {
    const upload = await planner.send('/api/v1/files', 'sketch.txt', randomUUID(), {});
    const file = fileDtoSchema.parse(await upload.json()).id;
    const { id, visibility } = await write(planner, { body: 'May we tilt it?', fileIds: [file] });
    expect(visibility).toBe('INTERNAL');
    const keep = await write(planner, { parentId: id, body: 'It saves us 40 EUR', visibility: 'SHARED' });
    const give = await write(planner, { parentId: id, body: 'By 15 degrees' });
    expect(keep.visibility).toBe('INTERNAL');
    expect((await buyer.fetch(`/api/v1/files/${file}/content`)).status).toBe(404);

    expect(await code(buyer.call(shareThread, { params: { id }, body: {} }))).toBe('NOT_FOUND');
    expect(await code(planner.call(shareThread, { params: { id }, body: { replyIds: [id + 999] } }))).toBe(
      'INVALID_INPUT',
    );
    await planner.call(shareThread, { params: { id }, body: { replyIds: [give.id] } });
    expect(await code(planner.call(shareThread, { params: { id }, body: {} }))).toBe('CONFLICT');

    const { comments, thread } = await buyer.call(readThread, { params: { id } });
    expect(comments.map(({ body }) => body)).toEqual(['May we tilt it?', 'By 15 degrees']);
    expect([thread.unread, thread.comments]).toEqual([2, 2]);
    expect((await buyer.fetch(`/api/v1/files/${file}/content`)).status).toBe(200);
    expect((await buyer.call(listNotifications, { query: { size: 1 } })).notifications[0]?.link).toBe(
      `/order/${order.id}/messages?thread=${id}&reply=${id}`,
    );
    expect(await code(rival.call(readThread, { params: { id } }))).toBe('NOT_FOUND');
  });

  test('by a buyer is with one facility', async () => {
    const { id } = await write(buyer, { visibility: 'INTERNAL', body: 'Is black fine?' });
    expect(await code(buyer.call(shareThread, { params: { id }, body: {} }))).toBe('INVALID_INPUT');
    await buyer.call(shareThread, { params: { id }, body: { facilityId: facilities.rival } });
    expect(await code(planner.call(readThread, { params: { id } }))).toBe('NOT_FOUND');
    expect((await rival.call(readThread, { params: { id } })).thread.visibility).toBe('SHARED');
  });
});

describe('what a person has read', () => {
  test('is counted for each, and a shared reply is news again', async () => {
    await Promise.all([buyer, planner].map((client) => client.call(seeAll, { body: about() })));
    expect([await unread(buyer), await unread(planner)]).toEqual([0, 0]);
    const { id } = await write(planner, { visibility: 'SHARED' });
    await write(planner, { parentId: id });
    expect([await unread(buyer), await unread(planner)]).toEqual([2, 0]);
    expect((await threads(buyer, { show: 'UNREAD' })).threads.map((thread) => thread.id)).toEqual([id]);
    await buyer.call(seeThread, { params: { id }, body: { upTo: id } });
    expect(await unread(buyer)).toBe(1);
    const answer = await write(buyer, { parentId: id });
    expect([await unread(buyer), await unread(planner)]).toEqual([0, 1]);
    // A colleague has a count of their own.
    expect(await unread(await server.client('admin'))).toBeGreaterThan(0);
    await buyer.call(deleteComment, { params: { id: answer.id } });
    expect(await unread(planner)).toBe(0);
  });

  test('filters: mine, internal, unresolved, and by part, page by page', async () => {
    const part = { objectKind: 'RFQ_ORDER_FILE', objectId: order.part };
    const { id } = await write(planner, { ...part, body: 'On the part' });
    await planner.call(updateComment, { body: { id, resolved: true } });
    const ids = async (query: object) => (await threads(planner, query)).threads.map((thread) => thread.id);
    expect(await ids({ on: `RFQ_ORDER_FILE ${order.part}` })).toContain(id);
    expect(await ids({ on: `RFQ_ORDER ${order.id}` })).not.toContain(id);
    expect(await ids({ show: 'INTERNAL' })).toContain(id);
    expect(await ids({ show: 'MINE' })).toContain(id);
    expect(await ids({ show: 'UNRESOLVED' })).not.toContain(id);
    const first = await threads(planner, { size: 2 });
    const next = await threads(planner, { size: 2, page: 1 });
    expect(first.threads).toHaveLength(2);
    expect(next.threads.map((thread) => thread.id)).not.toContain(first.threads[0]?.id);
    expect(first.totalCount).toBe((await threads(planner)).threads.length);
  });
});

describe('a mention', () => {
  test('tells who is named at once, in the bell and by mail, and only who would see it', async () => {
    const people = await planner.call(listMentionable, { query: { ...about(), visibility: 'INTERNAL' } });
    const admin = people.find(({ id }) => id === server.world.users['admin@demo.example']);
    expect(admin?.side).toBe('ROLE_SERVICE_PROVIDER');
    expect(people.every(({ side }) => side === 'ROLE_SERVICE_PROVIDER')).toBe(true);
    const { id, mentions } = await write(planner, { mentions: [admin?.id], body: `@${admin?.name} look` });
    expect(mentions).toEqual([{ id: admin?.id, name: admin?.name }]);
    const { rows } = await sql<{ kind: string; due: boolean }>`
      select kind, mail_due_at <= now() as due from notification where subject_id = ${id} and kind like 'comments.%'`.execute(
      server.services.db,
    );
    expect(rows).toEqual([{ kind: 'comments.mentioned', due: true }]);

    const ofBuyer = server.world.users['buyer@demo.example'];
    expect(await code(write(planner, { mentions: [ofBuyer] }))).toBe('INVALID_INPUT');
    expect(await code(write(planner, { mentions: [ofBuyer], visibility: 'SHARED' }))).toBe('done');
    expect(
      await code(write(planner, { mentions: [server.world.users['admin2@demo.example']], visibility: 'SHARED' })),
    ).toBe('INVALID_INPUT');
  });
});

describe('what is too much', () => {
  test('is refused with a sentence: 20,000 characters, and a file over the limit', async () => {
    const long = write(buyer, { body: 'x'.repeat(20_000) });
    await expect(long).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: { body: expect.stringContaining('10') },
    });
    const upload = await buyer.send('/api/v1/files', 'scan.bin', randomUUID(), {});
    const file = fileDtoSchema.parse(await upload.json()).id;
    await server.asOwner((db) => sql`update stored_file set size = 52428800 where id = ${file}`.execute(db));
    await expect(write(buyer, { fileIds: [file] })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: { fileIds: expect.stringContaining('25 MB') },
    });
  });
});
