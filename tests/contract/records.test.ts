import { createHash, randomUUID } from 'node:crypto';
import plugins from 'virtual:plugin-servers';
import { unzipSync } from 'fflate';
import { addComment, deleteComment, updateComment } from '@sinter/sdk/contract/comments/comments';
import { CallError } from '@sinter/sdk/contract/errors';
import { listCarriers, saveCarriers } from '@sinter/sdk/contract/orders/carriers';
import {
  liftLegalHold,
  readKeeping,
  readRetention,
  saveRetention,
  setLegalHold,
} from '@sinter/sdk/contract/orders/archive';
import { printPartLabels } from '@sinter/sdk/contract/orders/labels';
import { addOrderNote, changeOrderNote, deleteOrderNote } from '@sinter/sdk/contract/orders/notes';
import {
  awardBidUsingPo,
  fireOrderEvent,
  readOrder,
  searchOrders,
  submitQuote,
  type OrderDetail,
} from '@sinter/sdk/contract/orders/orders';
import { cancelRecord, downloadRecord, makeRecord, readRecord } from '@sinter/sdk/contract/orders/record';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { addRival, orderParts } from './ordering.ts';

let server: TestServer;
let buyer: TestClient;
let winner: TestClient;
let rival: TestClient;
let order: OrderDetail;

/** What nobody but the side that wrote it may read, by that side. */
const internal = { buyer: 'buyer-secret', winner: 'winner-secret', rival: 'rival-secret' };

beforeAll(async () => {
  server = await testServer({ plugins, demo: true, worker: true });
  await addRival(server);
  [buyer, winner, rival] = await Promise.all([server.client('buyer'), server.client('admin'), server.client('admin2')]);
  order = await orderParts(server, buyer, 'Recorded brackets');
  const { id } = order;
  const sides = { buyer, winner, rival };
  for (const [side, client] of [
    ['buyer', buyer],
    ['winner', winner],
    ['rival', rival],
  ] as const) {
    const body = internal[side];
    await client.call(addOrderNote, { params: { id }, body: { eventId: randomUUID(), body } });
    await client.call(addComment, {
      body: { eventId: randomUUID(), objectKind: 'RFQ_ORDER', objectId: id, body, visibility: 'INTERNAL' },
    });
  }
  const quote = (client: TestClient, unitPrice: number, internalNote: string) =>
    client.call(submitQuote, {
      params: { id },
      body: {
        ...{ eventId: randomUUID(), leadTimeDays: 5, internalNote },
        lines: [{ orderFileId: order.rfqFileDTOs[0]?.id ?? 0, unitPrice }],
      },
    });
  await quote(sides.rival, 77_123, internal.rival);
  const { quotes } = await quote(sides.winner, 44_321, internal.winner);
  await buyer.call(addComment, {
    body: { eventId: randomUUID(), objectKind: 'RFQ_ORDER', objectId: id, body: 'shared-words', visibility: 'SHARED' },
  });
  const quoteId = quotes[0]?.id ?? 0;
  const ofQuote = { eventId: randomUUID(), objectKind: 'ORDER_QUOTATION' as const, objectId: quoteId };
  await winner.call(addComment, { body: { ...ofQuote, body: 'quote-words', visibility: 'SHARED' } });
  const body = { eventId: randomUUID(), quoteId, poNumber: 'PO-4711' };
  await buyer.call(awardBidUsingPo, { params: { orderId: id }, body });
  await winner.call(fireOrderEvent, { params: { id }, body: { eventId: randomUUID(), event: 'ACCEPT_AWARD' } });
}, 120_000);
afterAll(() => server.stop());

const recordOf = (client: TestClient, id = order.id) => client.call(readRecord, { params: { id } });
async function ready(client: TestClient, id = order.id) {
  await expect.poll(async () => (await recordOf(client, id))?.state, { timeout: 60_000 }).toBe('READY');
  const record = await recordOf(client, id);
  if (!record) throw new Error('The record is gone.');
  return record;
}
async function recorded(client: TestClient, id = order.id) {
  await client.call(makeRecord, { params: { id } });
  const record = await ready(client, id);
  const zip = new Uint8Array(await client.bytes(downloadRecord, { params: { id, recordId: record.id } }));
  return { record, zip, files: unzipSync(zip) };
}
const textOf = (files: Record<string, Uint8Array>): string =>
  Object.entries(files)
    .filter(([path]) => !path.startsWith('parts/'))
    .map(([path, bytes]) => path + Buffer.from(bytes).toString())
    .join('\n');
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const refusal = async (call: Promise<unknown>): Promise<CallError> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof CallError) return error;
  throw new Error('The call did not fail with a CallError.');
};

describe('the record of an order', () => {
  test('holds data, messages and files, and every hash in it is right', async () => {
    const { record, zip, files } = await recorded(buyer);
    expect(hashOf(zip)).toBe(record.sha256);
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['README.txt', 'order.json', 'history.json', 'notes.json', 'messages/messages.json']),
    );
    expect(Object.keys(files).some((path) => path.startsWith('parts/01-'))).toBe(true);
    const papers = Object.entries(files).filter(([path]) => /^documents\/(quote|confirmation)-.*\.pdf$/.test(path));
    expect(papers.length).toBeGreaterThan(1);
    for (const [, bytes] of papers) expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-');
    const { SHA256SUMS: sums, ...others } = files;
    const lines = Buffer.from(sums ?? [])
      .toString()
      .trim()
      .split('\n');
    expect(Object.fromEntries(lines.map((line) => [line.slice(66), line.slice(0, 64)]))).toEqual(
      Object.fromEntries(Object.entries(others).map(([path, bytes]) => [path, hashOf(bytes)])),
    );
    expect(Buffer.from(files['README.txt'] ?? []).toString()).toContain('PO-4711');
  });

  test('is the same to the byte as long as nothing happened', async () => {
    const [one, other] = [await recorded(winner), await recorded(winner)];
    expect(hashOf(other.zip)).toBe(hashOf(one.zip));
    expect(other.record.id).not.toBe(one.record.id);
  });

  test('tells each side its own view: nothing internal of another, and no other price', async () => {
    const views = { buyer: await recorded(buyer), winner: await recorded(winner), rival: await recorded(rival) };
    for (const [side, own] of Object.entries(internal)) {
      for (const [reader, { files }] of Object.entries(views)) {
        expect([side, reader, textOf(files).includes(own)]).toEqual([side, reader, side === reader]);
      }
    }
    expect(textOf(views.winner.files)).toContain('44321');
    expect(textOf(views.winner.files)).not.toContain('77123');
    expect(textOf(views.rival.files)).not.toMatch(/44321|221605|PO-4711/);
    expect(textOf(views.winner.files)).toContain('shared-words');
    const readers = Object.entries(views).map(([reader, { files }]) => [reader, textOf(files).includes('quote-words')]);
    expect(Object.fromEntries(readers)).toEqual({ buyer: true, winner: true, rival: false });
  });

  test('begins in the language of its reader', async () => {
    const { db } = server.services;
    const speak = (language: string) =>
      sql`update app_user set language = ${language} where email = 'planner@demo.example'`.execute(db);
    const planner = await server.client('planner');
    const begins: string[] = [];
    for (const language of ['de_DE', 'fr_FR', 'ja_JP', 'ar_SA', 'en_US']) {
      await speak(language);
      const { files } = await recorded(planner);
      begins.push(
        Buffer.from(files['README.txt'] ?? [])
          .toString()
          .split('\r\n')[0] ?? '',
      );
    }
    const name = `#${order.id} Recorded brackets`;
    expect(begins).toEqual([
      `Auftrag: ${name}`,
      `Commande\u202f: ${name}`,
      `注文：${name}`,
      `الطلب: ${name}`,
      `Order: ${name}`,
    ]);
  });

  test('is nobody else’s: not by its number, nor as a file', async () => {
    const record = await ready(winner);
    const params = { id: order.id, recordId: record.id };
    for (const other of [buyer, rival, await server.client('planner')]) {
      expect((await refusal(other.bytes(downloadRecord, { params }))).code).toBe('NOT_FOUND');
    }
    const { rows } = await sql<{ id: number }>`select file_id as id from order_record where id = ${record.id}`.execute(
      server.services.db,
    );
    expect((await winner.fetch(`/api/v1/files/${rows[0]?.id}/content`)).status).toBe(404);
  });

  test('is no longer given to who may see less than when it was made', async () => {
    const { record } = await recorded(winner);
    const { db } = server.services;
    await sql`update order_record set member_roles = member_roles || '{FINANCIAL_CONTROLLER}' where id = ${record.id}`.execute(
      db,
    );
    const error = await refusal(winner.bytes(downloadRecord, { params: { id: order.id, recordId: record.id } }));
    expect([error.code, error.message]).toEqual([
      'CONFLICT',
      'You may see less of this order than when this record was made. Make it again.',
    ]);
  });

  test('can be given up, and takes its file along when it is made anew', async () => {
    const before = await ready(buyer);
    const params = { id: order.id };
    const asked = await buyer.call(makeRecord, { params });
    expect(asked.id).not.toBe(before.id);
    const given = await buyer.call(cancelRecord, { params: { ...params, recordId: asked.id } });
    // It may have been quicker.
    expect(['CANCELLED', 'READY']).toContain(given.state);
    const { rows } = await sql`select from stored_file where sha256 = ${before.sha256} and owner_company_id is null
      and owner_facility_id is null and id not in (select file_id from order_record where file_id is not null)`.execute(
      server.services.db,
    );
    expect(rows).toEqual([]);
    expect((await refusal(buyer.bytes(downloadRecord, { params: { ...params, recordId: before.id } }))).code).toBe(
      'NOT_FOUND',
    );
  });
});

test('labels are printed by who makes the parts, and by nobody who may not see them', async () => {
  const params = { id: order.id };
  const pdf = Buffer.from(await winner.bytes(printPartLabels, { params }));
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await refusal(buyer.bytes(printPartLabels, { params }))).code).toBe('FORBIDDEN');
});

describe('what is archived', () => {
  const hold = (
    client: TestClient,
    call: typeof setLegalHold | typeof liftLegalHold,
    reason = 'Dispute with Mueller',
  ) => client.call(call, { params: { id: order.id }, body: { reason } });
  const archivedRow = async (client: TestClient) => {
    const body = { searchString: '', searchFilters: { ORDER_STATUS: ['ARCHIVED'] } };
    const { orders } = await client.call(searchOrders, { query: {}, body });
    return orders.find(({ id }) => id === order.id)?.archived;
  };

  test('is kept for as long as its side decided, under legal hold longer; the other side learns of neither', async () => {
    const { db } = server.services;
    const { id } = order;
    await sql`update rfq_match set status = 'COMPLETED' where order_id = ${id} and status = 'SP_BID_ACCEPTED'`.execute(
      db,
    );
    await winner.call(fireOrderEvent, {
      params: { id },
      body: { eventId: randomUUID(), event: 'ARCHIVE', reason: 'All paid' },
    });
    await winner.call(saveRetention, { body: { years: 30 } });
    const [note] = await winner.call(addOrderNote, { params: { id }, body: { eventId: randomUUID(), body: 'kept' } });
    const said = (client: TestClient) =>
      client.call(addComment, {
        body: {
          ...{ eventId: randomUUID(), objectKind: 'RFQ_ORDER' as const, objectId: id },
          ...{ body: 'kept', visibility: 'INTERNAL' as const },
        },
      });
    const [own, others] = [await said(winner), await said(buyer)];
    await hold(winner, setLegalHold);
    const kept = { params: { id, noteId: note?.id ?? 0 } };
    for (const attempt of [
      () => winner.call(changeOrderNote, { ...kept, body: { body: 'other' } }),
      () => winner.call(deleteOrderNote, kept),
      () => winner.call(updateComment, { body: { id: own.id, body: 'other' } }),
      () => winner.call(deleteComment, { params: { id: own.id } }),
    ]) {
      const error = await refusal(attempt());
      expect([error.code, error.message]).toEqual(['CONFLICT', expect.stringMatching(/is under legal hold/)]);
    }
    await buyer.call(deleteComment, { params: { id: others.id } });
    const archived = await archivedRow(winner);
    expect(archived).toMatchObject({ from: 'COMPLETED', reason: 'All paid', legalHold: true });
    const year = (iso = '') => Number(iso.slice(0, 4));
    expect(year(archived?.keptUntil) - year(archived?.at)).toBe(30);
    expect(await buyer.call(readKeeping, { params: { id } })).toEqual({ keptUntil: null, legalHold: null });
    expect(JSON.stringify(await buyer.call(readOrder, { params: { id } }))).not.toContain('Mueller');
    expect(await buyer.call(readRetention, {})).toEqual({ years: 10 });

    expect((await hold(winner, liftLegalHold, 'Settled')).legalHold).toBeNull();
    expect((await archivedRow(winner))?.legalHold).toBe(false);
    const { rows } = await sql<{ action: string }>`
      select action from audit_entry where action like 'order.hold%' order by id`.execute(db);
    expect(rows.map(({ action }) => action)).toEqual(['order.hold_set', 'order.hold_lifted']);
  });

  test('comes back to where it was, by whom the rules let', async () => {
    const params = { id: order.id };
    const restored = await winner.call(fireOrderEvent, { params, body: { eventId: randomUUID(), event: 'RESTORE' } });
    expect(restored.status).toBe('COMPLETED');
    expect(restored.archived).toBeNull();
    expect((await refusal(hold(await server.client('planner'), setLegalHold))).code).toBe('FORBIDDEN');
  });
});

describe('carriers', () => {
  test('are changed by one person at a time: the second is told who was faster', async () => {
    const { version, carriers } = await winner.call(listCarriers, {});
    const changed = carriers.map((carrier) => (carrier.key === 'tnt' ? { ...carrier, active: false } : carrier));
    const saved = await winner.call(saveCarriers, { body: { version, carriers: changed } });
    expect(saved.carriers.find(({ key }) => key === 'tnt')?.active).toBe(false);
    const late = await refusal(winner.call(saveCarriers, { body: { version, carriers } }));
    expect([late.code, late.message]).toEqual(['CONFLICT', expect.stringMatching(/^Ada Berger changed the carriers/)]);
    expect((await rival.call(listCarriers, {})).carriers.find(({ key }) => key === 'tnt')?.active).toBe(true);
  });

  test('are refused with what is wrong, field by field', async () => {
    const { version, carriers } = await winner.call(listCarriers, {});
    const [first, ...others] = carriers;
    if (!first) throw new Error('There are no carriers.');
    const error = await refusal(
      winner.call(saveCarriers, { body: { version, carriers: [{ ...first, name: '', example: '12' }, ...others] } }),
    );
    expect(Object.keys(error.fields)).toEqual(['carriers.0.name', 'carriers.0.example']);
  });
});
