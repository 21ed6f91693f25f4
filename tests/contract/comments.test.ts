import { randomUUID } from 'node:crypto';
import plugins from 'virtual:plugin-servers';
import { addComment, deleteComment, listComments, updateComment } from '@sinter/sdk/contract/comments/comments';
import { CallError } from '@sinter/sdk/contract/errors';
import { listNotifications } from '@sinter/sdk/contract/host/notifications';
import { createOrder } from '@sinter/sdk/contract/orders/orders';
import { fileDtoSchema } from '@sinter/sdk/contract/host/files';
import { storedFiles } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';

let server: TestServer;
let buyer: TestClient;
let planner: TestClient;
let second: TestClient;
let third: TestClient;
/** A part of an order that both facilities were asked to quote for. */
let shared: { order: number; file: number; mesh: number };

beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  [buyer, planner, second, third] = await Promise.all([
    server.client('buyer'),
    server.client('planner'),
    server.client('admin2'),
    server.client('third'),
  ]);
  const { world } = server;
  const { db } = server.services;
  const found = await db
    .selectFrom('rfq_order_file as f')
    .innerJoin('rfq_order as o', 'o.id', 'f.order_id')
    .innerJoin('rfq_match as m', 'm.order_id', 'o.id')
    .select(['f.id as file', 'o.id as order', 'f.file_id as mesh'])
    .where('m.facility_id', '=', world.rootFacilityId)
    .where('o.company_id', '=', world.buyerCompanyId)
    .where('o.created_by', '=', world.users['buyer@demo.example'] ?? 0)
    .where('o.export_controlled', '=', false)
    .orderBy('o.id')
    .executeTakeFirstOrThrow();
  shared = found;
  await sql`insert into rfq_match (order_id, facility_id, status, created_at, unlocked_at)
    values (${found.order}, ${world.secondFacilityId}, 'BID_WAITING', now(), now()) on conflict do nothing`.execute(db);
});
afterAll(() => server.stop());

const draft = (over: object = {}) => ({
  eventId: randomUUID(),
  objectKind: 'RFQ_ORDER_FILE' as const,
  objectId: shared.file,
  body: 'Is this edge sharp?',
  visibility: 'SHARED' as const,
  ...over,
});
const write = (client: TestClient, over: object = {}) => client.call(addComment, { body: draft(over) });
const bodies = async (client: TestClient) =>
  (await client.call(listComments, { query: { objectKind: 'RFQ_ORDER_FILE', objectId: shared.file } })).map(
    ({ body }) => body,
  );
const userOf = (account: string): number => server.world.users[`${account}@demo.example`] ?? 0;
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  );

describe('a comment', () => {
  test('that is shared reaches the other side; facilities that compete do not read each other', async () => {
    const asked = await write(planner, { body: 'From the first facility' });
    await write(second, { body: 'From the second facility' });
    await write(planner, { body: 'Among us', visibility: 'INTERNAL' });
    await write(buyer, { body: 'To everybody' });
    await write(buyer, { body: 'To the first only', parentId: asked.id });
    await write(buyer, { body: 'Between buyers', visibility: 'INTERNAL' });
    expect(await bodies(buyer)).toEqual([
      'From the first facility',
      'From the second facility',
      // Each facility has a thread of its own.
      ...['To everybody', 'To everybody'],
      'To the first only',
      'Between buyers',
    ]);
    expect(await bodies(planner)).toEqual(['From the first facility', 'Among us', 'To everybody', 'To the first only']);
    expect(await bodies(second)).toEqual(['From the second facility', 'To everybody']);
    expect(await code(bodies(third))).toBe('NOT_FOUND');
    expect(await code(write(third))).toBe('NOT_FOUND');
    expect(await code(write(second, { parentId: asked.id }))).toBe('NOT_FOUND');
  });

  test('keeps its pin, and only on a mesh of that part', async () => {
    const camera = { position: [0, 0, 9], target: [0, 0, 0], up: [0, 1, 0] };
    const pin = { fileId: shared.mesh, position: [1, 2, 3], normal: [0, 0, 1], camera };
    expect((await write(buyer, { pin })).pin).toEqual(pin);
    expect(await code(write(buyer, { pin: { ...pin, fileId: 999_999 } }))).toBe('INVALID_INPUT');
  });

  test('sent twice is there once', async () => {
    const eventId = randomUUID();
    const [one, other] = await Promise.all([write(buyer, { eventId }), write(buyer, { eventId })]);
    expect(one.id).toBe(other.id);
  });

  test('is changed and deleted by its author only, and for a quarter of an hour', async () => {
    const { id } = await write(buyer, { body: 'First' });
    const changed = await buyer.call(updateComment, { body: { id, body: 'Second' } });
    expect([changed.body, changed.editedOn !== null]).toEqual(['Second', true]);
    expect(await code(planner.call(updateComment, { body: { id, body: 'Mine now' } }))).toBe('FORBIDDEN');
    expect(await code(planner.call(deleteComment, { params: { id } }))).toBe('FORBIDDEN');
    expect(await code(third.call(deleteComment, { params: { id } }))).toBe('NOT_FOUND');

    const old = await write(buyer, { body: 'Long ago' });
    await sql`update comment set created_at = now() - interval '16 minutes' where id = ${old.id}`.execute(
      server.services.db,
    );
    expect(await code(buyer.call(updateComment, { body: { id: old.id, body: 'Later' } }))).toBe('FORBIDDEN');
    await buyer.call(deleteComment, { params: { id } });
    const list = await buyer.call(listComments, { query: { objectKind: 'RFQ_ORDER_FILE', objectId: shared.file } });
    expect(list.find((one) => one.id === id)).toMatchObject({ deleted: true, body: '', may: { edit: false } });
    const { rows } = await sql<{ line: string }>`select action || ' ' || address as line from audit_entry
      where object_kind = 'COMMENT' and object_id = ${String(id)} order by id`.execute(server.services.db);
    expect(rows.map(({ line }) => line)).toEqual(['comment.changed 127.0.0.1', 'comment.deleted 127.0.0.1']);
  });

  test('is resolved by whoever it is shared with', async () => {
    const { id } = await write(buyer);
    expect((await planner.call(updateComment, { body: { id, resolved: true } })).resolved).toBe(true);
    expect((await buyer.call(updateComment, { body: { id, resolved: false } })).resolved).toBe(false);
  });

  test('answers only what is on the same thing, also where an order and a part have the same number', async () => {
    const { rows } = await sql<{ id: number }>`
      select o.id from rfq_order o join rfq_order_file f on f.id = o.id and f.order_id <> o.id
        join rfq_order other on other.id = f.order_id
      where o.created_by = ${userOf('buyer')} and other.created_by = o.created_by limit 1
    `.execute(server.services.db);
    const [{ id: number } = { id: 0 }] = rows;
    const { id: parentId } = await write(buyer, { objectKind: 'RFQ_ORDER', objectId: number });
    expect(await code(write(buyer, { objectKind: 'RFQ_ORDER_FILE', objectId: number, parentId }))).toBe('NOT_FOUND');
    expect(await code(write(buyer, { objectKind: 'RFQ_ORDER', objectId: number, parentId }))).toBe('done');
  });

  test('may bear a request id that somebody else has used; on something else the same person may not', async () => {
    const eventId = randomUUID();
    const own = await write(planner, { eventId });
    const other = await write(buyer, { eventId });
    expect(other.id).not.toBe(own.id);
    expect(await code(write(buyer, { eventId, objectKind: 'RFQ_ORDER', objectId: shared.order }))).toBe('CONFLICT');
  });

  test('finds room until a side has written 500 of them', async () => {
    const at = { objectKind: 'RFQ_ORDER', objectId: shared.order, visibility: 'INTERNAL' };
    await sql`
      insert into comment (object_kind, object_id, author_id, body, visibility, event_id)
      select 'RFQ_ORDER', ${shared.order}, ${userOf('buyer')}, 'Once more', 'INTERNAL', gen_random_uuid() from generate_series(1, 499)
    `.execute(server.services.db);
    const last = randomUUID();
    await write(buyer, { ...at, eventId: last });
    expect(await code(write(buyer, at))).toBe('CONFLICT');
    expect(await code(write(buyer, { ...at, eventId: last }))).toBe('done');
    expect(await code(write(planner, at))).toBe('done');
  });

  test('on what takes none is refused', async () => {
    expect(await code(write(buyer, { objectKind: 'VENDOR' }))).toBe('INVALID_INPUT');
    expect(await code(write(buyer, { objectKind: 'RFQ_ORDER', objectId: 999_999 }))).toBe('NOT_FOUND');
  });
});

describe('of a comment', () => {
  /** What these people are told that was not there before. */
  const heardOf = async (act: () => Promise<unknown>) => {
    const accounts = ['buyer', 'buyeradmin', 'planner', 'admin', 'operator', 'admin2', 'third'] as const;
    const read = async () => {
      const all = await Promise.all(
        accounts.map(async (account) => {
          const client = await server.client(account);
          const { notifications } = await client.call(listNotifications, { query: { size: 100 } });
          return notifications.map(({ id, text, link }) => ({ account, id, text, link }));
        }),
      );
      return all.flat();
    };
    const before = new Set((await read()).map(({ id }) => id));
    await act();
    const heard = (await read()).filter(({ id }) => !before.has(id));
    expect(heard.every(({ link }) => link?.startsWith(`/order/${shared.order}/messages?thread=`))).toBe(true);
    return heard
      .map(({ account, text }) => `${account} ${text.includes('replied') ? 'answered' : 'written'}`)
      .toSorted();
  };

  test('that begins a thread the other side is told, and of an answer those who wrote in it', async () => {
    let thread = 0;
    const asked = await heardOf(async () => (thread = (await write(planner)).id));
    expect(asked).toEqual(['buyer written']);
    expect(await heardOf(() => write(buyer, { parentId: thread }))).toEqual(['planner answered']);
    const admin = await server.client('admin');
    expect(await heardOf(() => write(admin, { parentId: thread }))).toEqual(['buyer answered', 'planner answered']);

    const open = await heardOf(async () => (thread = (await write(buyer)).id));
    expect(open).toEqual(expect.arrayContaining(['admin written', 'admin2 written']));
    expect(open.filter((one) => one.startsWith('buyer') || one.startsWith('third'))).toEqual([]);
    // Facilities that compete learn nothing of each other: each has a thread of its own.
    const query = { objectKind: 'RFQ_ORDER_FILE' as const, objectId: shared.file };
    const own = (await second.call(listComments, { query })).at(-1)?.id;
    expect(await heardOf(() => write(second, { parentId: own }))).toEqual(['buyer answered']);
    expect(await heardOf(() => write(planner, { parentId: thread }))).toEqual(['buyer answered']);
    expect(await code(write(second, { parentId: thread }))).toBe('NOT_FOUND');
    expect(await heardOf(() => write(buyer, { parentId: own }))).toEqual(['admin2 answered']);
  });

  test('that is internal nobody of the other side is told, nor anybody of one that is taken back', async () => {
    const { id } = await write(planner, { visibility: 'INTERNAL' });
    const admin = await server.client('admin');
    expect(await heardOf(() => write(admin, { parentId: id }))).toEqual(['planner answered']);
    const taken = await write(planner);
    await planner.call(deleteComment, { params: { id: taken.id } });
    const { notifications } = await buyer.call(listNotifications, { query: { size: 1 } });
    expect(notifications[0]?.link).toBeNull();
  });
});

describe('an attachment', () => {
  const upload = async (client: TestClient, itar = false) => {
    const response = await client.send('/api/v1/files', 'note.txt', randomUUID(), itar ? { itar: 'true' } : {});
    return fileDtoSchema.parse(await response.json()).id;
  };
  const status = async (client: TestClient, id: number) => (await client.fetch(`/api/v1/files/${id}/content`)).status;
  const isMarked = async (id: number) => (await server.services.get(storedFiles).byId(id))?.controlled;
  const attachmentsOf = async (client: TestClient, commentId: number) => {
    const list = await client.call(listComments, { query: { objectKind: 'RFQ_ORDER_FILE', objectId: shared.file } });
    return list.find(({ id }) => id === commentId)?.attachments.map(({ id }) => id);
  };

  test('is there for the readers of the comment, until no comment and no order gives it to them', async () => {
    const file = await upload(buyer);
    const facilityId = server.world.rootFacilityId;
    const one = await write(buyer, { fileIds: [file], facilityId });
    const other = await write(buyer, { fileIds: [file], facilityId });
    expect([await status(planner, file), await status(second, file)]).toEqual([200, 404]);
    await buyer.call(deleteComment, { params: { id: one.id } });
    expect(await status(planner, file)).toBe(200);
    await buyer.call(deleteComment, { params: { id: other.id } });
    expect([await status(planner, file), await status(second, file), await status(buyer, file)]).toEqual([
      404, 404, 200,
    ]);

    const theirs = await upload(planner);
    const answer = await write(planner, { fileIds: [theirs] });
    expect(await status(buyer, theirs)).toBe(200);
    await planner.call(deleteComment, { params: { id: answer.id } });
    expect(await status(buyer, theirs)).toBe(404);
  });

  test('of an order stays with the order when the comment goes', async () => {
    const { id } = await write(buyer, { fileIds: [shared.mesh] });
    expect(await status(planner, shared.mesh)).toBe(200);
    await buyer.call(deleteComment, { params: { id } });
    expect(await status(planner, shared.mesh)).toBe(200);
  });

  test('is of the own side: what others have shared is not handed on', async () => {
    expect(await code(write(planner, { fileIds: [shared.mesh] }))).toBe('INVALID_INPUT');
    expect(await code(write(second, { fileIds: [await upload(planner)] }))).toBe('NOT_FOUND');
  });

  test('is not export controlled where the order is not, and left out where it became so', async () => {
    expect(await code(write(buyer, { fileIds: [await upload(buyer, true)] }))).toBe('INVALID_INPUT');
    const file = await upload(buyer);
    const { id } = await write(buyer, { fileIds: [file] });
    expect(await attachmentsOf(planner, id)).toEqual([file]);
    await server.services.write((unit) => server.services.get(storedFiles).restrict(unit, [file]));
    expect(await attachmentsOf(planner, id)).toEqual([]);
    expect(await attachmentsOf(buyer, id)).toEqual([file]);
  });

  test('is export controlled where the order is', async () => {
    const file = await upload(buyer);
    const { db } = server.services;
    const mark = (controlled: boolean) =>
      db.updateTable('rfq_order').set({ export_controlled: controlled }).where('id', '=', shared.order).execute();
    await mark(true);
    const { attachments } = await write(buyer, { fileIds: [file] });
    expect([attachments.map(({ id }) => id), await isMarked(file)]).toEqual([[file], true]);
    await mark(false);
  });

  test('becomes export controlled when a part of its order does, and so do those of orders of the attachment', async () => {
    const { db } = server.services;
    const byPart = await upload(buyer);
    const farther = await upload(buyer);
    await write(buyer, { fileIds: [byPart] });
    const gone = await upload(buyer);
    const { id } = await write(buyer, { fileIds: [gone] });
    await buyer.call(deleteComment, { params: { id } });
    // The attached file was ordered itself, and something hangs on that order.
    const other = await db
      .selectFrom('rfq_order_file')
      .selectAll()
      .where('order_id', '!=', shared.order)
      .executeTakeFirstOrThrow();
    const order = (part: number) =>
      sql`update rfq_order_file set original_file_id = ${part} where id = ${other.id}`.execute(db);
    await order(byPart);
    const own = other.original_file_id;
    await sql`with there as (
        insert into comment (object_kind, object_id, author_id, body, visibility, event_id)
        values ('RFQ_ORDER', ${other.order_id}, ${userOf('buyer')}, 'There', 'INTERNAL', ${randomUUID()}) returning id)
      insert into comment_file (comment_id, position, file_id) select id, 1, ${farther} from there`.execute(db);

    const part = await db
      .selectFrom('rfq_order_file')
      .selectAll()
      .where('id', '=', shared.file)
      .executeTakeFirstOrThrow();
    await buyer.call(createOrder, {
      body: {
        eventId: randomUUID(),
        displayTitle: 'The same, marked',
        exportControlled: true,
        rfqFileDTOs: [
          {
            originalFileId: part.original_file_id,
            fileId: part.file_id,
            units: 'MM',
            quantity: 1,
            amProcessId: part.am_process_id,
            materialId: part.material_id,
          },
        ],
      },
    });
    expect(await Promise.all([byPart, gone, farther].map(isMarked))).toEqual([true, true, true]);
    await order(own);
  });
});
