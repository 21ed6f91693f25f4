import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { addComment, listComments, mayComment } from '@sinter/sdk/contract/comments/comments';
import { listThreads } from '@sinter/sdk/contract/comments/threads';
import { publishSetting, readSetting, saveSettingDraft } from '@sinter/sdk/contract/host/versions';
import { checkDates } from '@sinter/sdk/contract/orders/dates';
import { readHistory, readWhy } from '@sinter/sdk/contract/orders/history';
import { listOrderDocuments, readOrderDocument } from '@sinter/sdk/contract/orders/documents';
import { countFoundOrders, exportOrders, listOrderFilters } from '@sinter/sdk/contract/orders/lists';
import { searchParts } from '@sinter/sdk/contract/orders/ordering';
import { countOrders, fireOrderEvent, readOrder, searchOrders } from '@sinter/sdk/contract/orders/orders';
import { quotesForPayment, readPayments } from '@sinter/sdk/contract/orders/payments';
import { readWelcome } from '@sinter/sdk/contract/orders/welcome';
import {
  listPortalCustomers,
  ownStatuses,
  portalChangeSchema,
  portalColumnSchema,
  portalKind,
  previewPortal,
  defaultPortal,
  type PortalChange,
} from '@sinter/sdk/contract/orders/portal';
import { sql } from 'kysely';
import plugins from 'virtual:plugin-servers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';

let server: TestServer;
let admin: TestClient;
let buyer: TestClient;
let third: TestClient;
let companyId: number;

beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  [admin, buyer, third] = await Promise.all([
    server.client('admin'),
    server.client('buyeradmin'),
    server.client('third'),
  ]);
  companyId = server.world.buyerCompanyId;
});
afterAll(() => server.stop());
beforeEach(async () => {
  for (const company of [null, companyId]) await put({}, company);
});

const change = (company: number | null) => ({ kind: portalKind, elementId: company === null ? '' : String(company) });

/** Publishes settings for all customers or for one, as the editor does. */
async function put(value: PortalChange, company: number | null = null): Promise<void> {
  const { published, seen } = await admin.call(readSetting, { query: change(company) });
  if (isDeepStrictEqual(published.value, value)) return;
  const saved = await admin.call(saveSettingDraft, { body: { ...change(company), seen, value } });
  await admin.call(publishSetting, { body: { ...change(company), seen: saved.seen } });
}

const everything = { query: { page: 0, size: 100 }, body: {} };
const rowsOf = async (client: TestClient) => (await client.call(searchOrders, everything)).orders;

/** Everything that a buyer is told of their orders, as one text. */
async function told(client: TestClient): Promise<string> {
  const rows = await rowsOf(client);
  const perStatus = rows.filter(({ status }, at) => rows.findIndex((row) => row.status === status) === at);
  const answers: unknown[] = [rows, await client.call(countOrders, {}), await client.call(searchParts, { query: {} })];
  for (const { id } of perStatus) {
    const params = { id };
    answers.push(await client.call(readOrder, { params }), await client.call(readHistory, { params }));
    answers.push(await client.call(readWhy, { params, query: {} }));
    answers.push(await client.call(checkDates, { params, query: {} }));
    answers.push(await client.call(quotesForPayment, { params }).catch(() => null));
    answers.push(await client.call(readPayments, { params }).catch(() => null));
  }
  return JSON.stringify(answers);
}
const found = (text: string, words: readonly string[]) => words.filter((word) => text.includes(word));

describe('columns', () => {
  const words = [
    'PR-SECRET-7',
    'Submarines',
    '"unitPrice":{',
    '"quote":{',
    '"customerEmail":"',
    '"poNumber":"',
    'Demo Additive Lyon',
  ];

  const chosen = {
    ...{ facility: { id: 2, name: 'Demo Additive Lyon' }, leadTimeOption: { kind: 'STANDARD', name: '' } },
    ...{ deliveryType: { kind: 'PICKUP', name: '' }, total: null, readyOn: '2026-12-01' },
    ...{ deliveryOn: '2026-12-02', reasons: [], confidence: null, chosenAt: '2026-11-20T08:00:00.000Z' },
  };

  test('are told as delivered, and nowhere once they are hidden; another customer keeps them', async () => {
    const [first] = (await rowsOf(buyer)).filter(({ status }) => status === 'IN_MANUFACTURING');
    await sql`update rfq_order set third_party_order_id = 'PR-SECRET-7', industry_focus = 'Submarines',
      search_text = search_text || ' PR-SECRET-7', date_choice = ${JSON.stringify(chosen)}::jsonb where id = ${first?.id}`.execute(
      server.services.db,
    );
    expect(found(await told(buyer), words)).toEqual(words);
    const thirds = await rowsOf(third);
    const dates = async () => (await buyer.call(checkDates, { params: { id: first?.id ?? 0 }, query: {} })).choice;
    expect((await dates())?.facility?.name).toBe('Demo Additive Lyon');
    await put({ hiddenColumns: [...portalColumnSchema.options] }, companyId);
    expect(found(await told(buyer), words)).toEqual([]);
    expect(await dates()).toMatchObject({ facility: { id: 2, name: 'Demo Additive GmbH' } });
    expect(await rowsOf(third)).toEqual(thirds);
  });

  test('are found by no search, filter, order or choice, and stand in no file', async () => {
    await put({ hiddenColumns: ['thirdPartyOrderId', 'industryFocus', 'quoteDueDate', 'quote'] }, companyId);
    const all = (await rowsOf(buyer)).length;
    const count = async (body: Parameters<typeof buyer.call<typeof searchOrders>>[1]['body']) =>
      (await buyer.call(searchOrders, { ...everything, body })).totalCount;
    expect(await count({ searchString: 'PR-SECRET-7' })).toBe(0);
    expect(await count({ searchFilters: { SEARCH_STRING: ['PR-SECRET-7'] } })).toBe(0);
    expect(await count({ searchFilters: { THIRD_PARTY_ORDER_ID: ['PR-SECRET-7'] } })).toBe(all);
    expect(await count({ searchFilters: { INDUSTRY_FOCUS: ['Submarines'] } })).toBe(all);
    expect(await count({ searchFilters: { QUOTE_DUE_DATE: { from: '2000-01-01', to: null } } })).toBe(all);
    expect((await buyer.call(listOrderFilters, {})).industries).toEqual([]);
    const columns = ['id', 'thirdPartyOrderId', 'industryFocus', 'quote', 'currency'].map((key) => ({
      key,
      title: key,
    }));
    const file = new TextDecoder().decode(await buyer.bytes(exportOrders, { query: {}, body: { columns } }));
    expect(file.split('\r\n')[0]?.replace('\uFEFF', '')).toBe('id');
  });

  test('of prices take away what is decided by them', async () => {
    const [quoted] = (await rowsOf(buyer)).filter(({ allowedEvents }) => allowedEvents.includes('REJECT_QUOTE'));
    await put({ hiddenColumns: ['quote'] });
    const params = { id: quoted?.id ?? 0 };
    const { allowedEvents } = await buyer.call(readOrder, { params });
    expect(allowedEvents).not.toContain('REJECT_QUOTE');
    const body = { eventId: randomUUID(), event: 'REJECT_QUOTE' as const };
    await expect(buyer.call(fireOrderEvent, { params, body })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(buyer.call(quotesForPayment, { params })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('statuses', () => {
  const merged = ['AGREEMENT_DONE', 'IN_MANUFACTURING', 'IN_POSTPROCESSING', 'IN_QUALITYCONTROL'] as const;
  const public_ = { statuses: [{ name: { en_US: 'In work' }, statuses: [...merged] }] };

  test('that are one to the customer are told apart by nothing', async () => {
    const before = (await rowsOf(buyer)).filter(({ status }) => merged.some((one) => one === status));
    expect(new Set(before.map(({ status }) => status)).size).toBeGreaterThan(2);
    const { total } = await buyer.call(countOrders, {});
    await put(public_);
    const ids = before.map(({ id }) => id);
    const rows = (await rowsOf(buyer)).filter(({ id }) => ids.includes(id));
    expect(new Set(rows.map(({ status, made }) => `${status} ${made}`))).toEqual(new Set(['AGREEMENT_DONE null']));
    expect(
      rows.flatMap(({ rfqFileDTOs }) => rfqFileDTOs).filter(({ made, scheduled }) => made + scheduled > 0),
    ).toEqual([]);
    const text = await told(buyer);
    expect(
      found(text, [
        'IN_POSTPROCESSING',
        'IN_QUALITYCONTROL',
        'FINISH_PRINTING',
        'START_INSPECTION',
        'START_PRODUCTION',
      ]),
    ).toEqual([]);
    const counted = await buyer.call(countOrders, {});
    expect(counted).toMatchObject({ total, byStatus: { AGREEMENT_DONE: ids.length } });
    for (const [named, number] of [
      ['AGREEMENT_DONE', ids.length],
      ['IN_QUALITYCONTROL', 0],
      ['AWARDED', 0],
    ] as const) {
      const body = { searchFilters: { ORDER_STATUS: [named] } };
      expect((await buyer.call(searchOrders, { ...everything, body })).totalCount).toBe(number);
      expect((await buyer.call(countFoundOrders, { query: {}, body })).total).toBe(number);
    }
    const [row] = rows;
    const refused = buyer.call(fireOrderEvent, {
      params: { id: row?.id ?? 0 },
      body: { eventId: randomUUID(), event: 'COMPLETE' },
    });
    await expect(refused).rejects.toMatchObject({ details: { from: 'AGREEMENT_DONE' } });
  });

  test('tell nobody of a step between them, and say the public status in what is pushed', async () => {
    await put(public_);
    const [order] = (await rowsOf(admin)).filter(({ allowedEvents }) => allowedEvents.includes('FINISH_PRINTING'));
    const params = { id: order?.id ?? 0 };
    const body = { eventId: randomUUID(), event: 'FINISH_PRINTING' as const };
    await admin.call(fireOrderEvent, { params, body });
    const { rows } = await sql<{ kind: string }>`
      select kind from notification where subject_id = ${params.id} and kind = 'orders.printed'`.execute(
      server.services.db,
    );
    expect(rows).toEqual([]);
  });

  test('are each told once, under names of their own, and those that need the customer stay apart', () => {
    const named = (...statuses: { name: Record<string, string>; statuses: string[] }[]) =>
      portalChangeSchema.safeParse({ statuses }).success;
    const en = (en_US: string) => ({ en_US });
    expect(named({ name: en('A'), statuses: ['SHIPPED', 'DELIVERED'] })).toBe(true);
    expect(named({ name: en('A'), statuses: ['SHIPPED'] }, { name: en('B'), statuses: ['SHIPPED'] })).toBe(false);
    expect(named({ name: en('A'), statuses: ['SHIPPED'] }, { name: en('a'), statuses: ['DELIVERED'] })).toBe(false);
    expect(named({ name: {}, statuses: ['SHIPPED'] })).toBe(false);
    expect(named({ name: en('A'), statuses: ['SHIPPED', 'ELSEWHERE'] })).toBe(false);
    expect(named({ name: { '../x': 'A' }, statuses: ['SHIPPED'] })).toBe(false);
    for (const status of ownStatuses) {
      expect(named({ name: en('A'), statuses: [status] })).toBe(true);
      expect(named({ name: en('A'), statuses: [status, 'SHIPPED'] })).toBe(false);
    }
  });
});

describe('what customers may do', () => {
  test('is offered and done only as far as the portal lets them', async () => {
    const cancels = ['WITHDRAW', 'ASK_CANCEL'] as const;
    const [open] = (await rowsOf(buyer)).filter(
      ({ allowedEvents, status }) => allowedEvents.includes('WITHDRAW') && status !== 'DRAFT',
    );
    const params = { id: open?.id ?? 0 };
    const subject = { objectKind: 'RFQ_ORDER', objectId: params.id } as const;
    const write = (client: TestClient) =>
      client.call(addComment, { body: { ...subject, eventId: randomUUID(), body: 'Hello' } });
    await write(buyer);
    const [issued] = (await rowsOf(buyer)).filter(({ status }) => status === 'IN_MANUFACTURING');
    const papers = async () => {
      const { documents } = await buyer.call(listOrderDocuments, { params: { id: issued?.id ?? 0 }, query: {} });
      return new Set(documents.map(({ type }) => type));
    };
    expect(await papers()).toContain('invoice-draft');
    await put({ allowInvoice: false, allowCancel: false, allowMessages: false, showWork: false, showPhotos: false });
    for (const { allowedEvents, made } of await rowsOf(buyer)) {
      expect({ cancels: cancels.filter((event) => allowedEvents.includes(event)), made }).toEqual({
        cancels: [],
        made: null,
      });
    }
    expect(await papers()).toEqual(new Set(['quote', 'confirmation']));
    const invoice = buyer.bytes(readOrderDocument, {
      params: { id: issued?.id ?? 0, type: 'invoice-draft' },
      query: {},
    });
    await expect(invoice).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const body = { eventId: randomUUID(), event: 'WITHDRAW' as const, reason: 'No' };
    await expect(buyer.call(fireOrderEvent, { params, body })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(write(buyer)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await buyer.call(listComments, { query: subject })).length).toBeGreaterThan(0);
    const mayWrite = async (client: TestClient) => (await client.call(mayComment, { query: subject })).writes;
    expect([await mayWrite(buyer), await mayWrite(admin)]).toEqual([false, true]);
    const offered = (await buyer.call(listComments, { query: subject })).filter(({ may }) =>
      Object.values(may).some(Boolean),
    );
    expect(offered).toEqual([]);
    const room = async (client: TestClient) => (await client.call(listThreads, { query: { ...subject } })).writes;
    expect([await room(buyer), await room(admin)]).toEqual([false, true]);
    await put({ allowCancel: true, allowMessages: true }, companyId);
    await write(buyer);
    expect(await room(buyer)).toBe(true);
    expect((await buyer.call(readOrder, { params })).allowedEvents).toContain('WITHDRAW');
  });

  test('and see is resolved field by field: their own, else that for all, else as it is delivered', async () => {
    await put({ allowReorder: false, welcome: { en_US: 'Hello all' } });
    await put({ welcome: { en_US: 'Hello Nordwind' } }, companyId);
    const [{ id } = { id: 0 }] = await rowsOf(buyer);
    expect((await buyer.call(readOrder, { params: { id } })).allows).toEqual({
      messages: true,
      reorder: false,
      invoice: true,
    });
    expect(await buyer.call(readWelcome, {})).toEqual({ text: 'Hello Nordwind' });
    expect((await buyer.call(searchOrders, everything)).welcome).toBe('Hello Nordwind');
    expect(await third.call(readWelcome, {})).toEqual({ text: 'Hello all' });
    expect(await admin.call(readWelcome, {})).toEqual({ text: null });
  });
});

describe('the editor', () => {
  test('is for who may edit the portal of a root facility, and for its own customers', async () => {
    const save = (client: TestClient, elementId: string, value: unknown) =>
      client.call(saveSettingDraft, { body: { kind: portalKind, elementId, seen: '', value } });
    for (const client of [buyer, third, await server.client('admin2'), await server.client('planner')]) {
      await expect(save(client, '', { showWork: false })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    for (const elementId of ['999999', '-1', '1e3', "1' or true", '../1']) {
      const { seen } = await admin
        .call(readSetting, { query: { kind: portalKind, elementId } })
        .catch(() => ({ seen: '' }));
      const body = { kind: portalKind, elementId, seen, value: { showWork: false } };
      const saved = await admin.call(saveSettingDraft, { body }).catch(() => null);
      const publishing = admin.call(publishSetting, { body: { kind: portalKind, elementId, seen: saved?.seen ?? '' } });
      await expect(publishing).rejects.toThrow();
    }
    const { seen } = await admin.call(readSetting, { query: { kind: portalKind } });
    for (const value of [
      { hiddenColumns: ['quote', 'quote'] },
      { hiddenColumns: ['id'] },
      { welcome: { en_US: 'x'.repeat(1001) } },
    ]) {
      const body = { kind: portalKind, elementId: '', seen, value };
      await expect(admin.call(saveSettingDraft, { body })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    }
  });

  test('previews what is enforced, of orders that the own enterprise makes, and nothing that is the customer’s own', async () => {
    const portal = { ...defaultPortal, hiddenColumns: ['quote' as const], statuses: [] };
    const { orders, order } = await admin.call(previewPortal, { body: { companyId, portal } });
    expect(orders.length).toBeGreaterThan(0);
    const ids = orders.map(({ id }) => id);
    expect(
      orders.filter(({ quote, tags, exportControlled }) => quote !== null || tags.length > 0 || exportControlled),
    ).toEqual([]);
    expect(order).toMatchObject({ id: ids[0], quotes: [], estimate: null, notes: '', approvals: [] });
    await expect(admin.call(previewPortal, { body: { companyId, portal, orderId: 999_999 } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(admin.call(previewPortal, { body: { companyId: 999_999, portal } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(buyer.call(previewPortal, { body: { companyId, portal } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const elsewhere = await server.client('admin2');
    await expect(elsewhere.call(previewPortal, { body: { companyId, portal } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  test('lists the customers, those with settings of their own first', async () => {
    await put({ showWork: false }, companyId);
    const { customers } = await admin.call(listPortalCustomers, { query: {} });
    expect(customers[0]).toMatchObject({ id: companyId, own: ['showWork'] });
    const { customers: none } = await admin.call(listPortalCustomers, { query: { search: '100%_' } });
    expect(none).toEqual([]);
  });
});
