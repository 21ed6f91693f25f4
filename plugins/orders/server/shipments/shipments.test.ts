import { randomUUID } from 'node:crypto';
import type { CallInput } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract/errors';
import { awardBidUsingPo, fireOrderEvent, readOrder, submitQuote } from '@sinter/sdk/contract/orders/orders';
import { readOrderShipments } from '@sinter/sdk/contract/orders/orderShipments';
import {
  listShipmentCustomers,
  listShipments,
  readShipment,
  shipmentEventSchema,
  shipmentReasonNeeded,
  shipmentStatusSchema,
  type Shipment,
  type ShipmentEvent,
} from '@sinter/sdk/contract/orders/shipments';
import {
  createShipment,
  fireShipmentEvent,
  readyShipments,
  saveShipment,
  scanIntoShipment,
  screenConsignee,
  undoScan,
} from '@sinter/sdk/contract/orders/shipping';
import { sql } from 'kysely';
import plugins from 'virtual:plugin-servers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { orderParts } from '../../../../tests/contract/ordering.ts';
import { allowedOnShipment, shipmentTransitions } from './transitions.ts';

let server: TestServer;
let buyer: TestClient;
let admin: TestClient;
let planner: TestClient;
beforeAll(async () => {
  server = await testServer({ plugins, demo: true, worker: true });
  [buyer, admin, planner] = await Promise.all([
    server.client('buyer'),
    server.client('admin'),
    server.client('planner'),
  ]);
});
afterAll(() => server.stop());

type Fire = CallInput<typeof fireOrderEvent>['body'];
const fire = (client: TestClient, id: number, event: Fire['event'], told: Partial<Fire> = {}) =>
  client.call(fireOrderEvent, { params: { id }, body: { eventId: randomUUID(), event, ...told } });
const statuses = async (id: number) =>
  Promise.all([buyer, admin].map(async (client) => (await client.call(readOrder, { params: { id } })).status));
const make = (client: TestClient, lines: { orderFileId: number; quantity: number }[]) =>
  client.call(createShipment, { body: { eventId: randomUUID(), lines } });
const does = (client: TestClient, { id }: { id: number }, event: ShipmentEvent, reason = '') =>
  client.call(fireShipmentEvent, { params: { id }, body: { eventId: randomUUID(), event, reason } });
const through = async (shipment: Shipment, ...events: ShipmentEvent[]) => {
  let last = shipment;
  for (const event of events) last = await does(admin, last, event, 'Because');
  return last;
};
const refused = async (call: Promise<unknown>): Promise<CallError> => {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof CallError) return error;
  throw new Error('The call did not fail with a CallError.');
};
const sentence = async (call: Promise<unknown>) => {
  const { message, fields } = await refused(call);
  return Object.values(fields)[0] ?? message;
};

/** An order of five pieces whose printing is finished. */
async function printed(): Promise<{ id: number; part: number }> {
  const { id, rfqFileDTOs } = await orderParts(server, buyer, 'Brackets');
  const part = rfqFileDTOs[0]?.id ?? 0;
  const lines = [{ orderFileId: part, unitPrice: 1250 }];
  const { quotes } = await admin.call(submitQuote, {
    params: { id },
    body: { eventId: randomUUID(), leadTimeDays: 5, lines },
  });
  const body = { eventId: randomUUID(), quoteId: quotes[0]?.id ?? 0, poNumber: randomUUID() };
  await buyer.call(awardBidUsingPo, { params: { orderId: id }, body });
  for (const event of ['ACCEPT_AWARD', 'START_PRODUCTION', 'FINISH_PRINTING'] as const) await fire(admin, id, event);
  return { id, part };
}
const ofOrder = (client: TestClient, id: number) => client.call(readOrderShipments, { params: { id } });
const toSave = (shipment: Shipment, change: Partial<CallInput<typeof saveShipment>['body']> = {}) => {
  const { version, carrier, service, tracking, note, incoterm, tariffNumber, exportLicence, lines, boxList } = shipment;
  return {
    ...{
      version,
      carrier: carrier?.key ?? '',
      service,
      tracking,
      note,
      incoterm,
      tariffNumber,
      exportLicence,
      labelFileId: null,
    },
    lines: lines.map(({ orderFileId, quantity }) => ({ orderFileId, quantity })),
    boxes: boxList.map(({ id, weightGrams, lengthMm, widthMm, heightMm }) => ({
      ...{ id, weightGrams, lengthMm, widthMm, heightMm },
    })),
    ...change,
  };
};

describe('a shipment', () => {
  test('can do what its table says in every status, and nothing else', async () => {
    const { part } = await printed();
    const { db } = server.services;
    await sql`update rfq_order_file set quantity = 1000 where id = ${part}`.execute(db);
    const standing = await make(admin, [{ orderFileId: part, quantity: 1 }]);
    for (const status of shipmentStatusSchema.options) {
      for (const event of shipmentEventSchema.options) {
        const { from, to } = shipmentTransitions[event];
        const may = from.includes(status);
        const { id } = may ? await make(admin, [{ orderFileId: part, quantity: 1 }]) : standing;
        await sql`update shipment set status = ${status} where id = ${id}`.execute(db);
        if (!may) {
          const { code, details } = await refused(does(admin, { id }, event, 'Because'));
          expect([code, details.from, event]).toEqual(['TRANSITION_REFUSED', status, event]);
          expect(details.allowed).not.toContain(event);
          continue;
        }
        if (shipmentReasonNeeded.includes(event)) {
          expect((await refused(does(admin, { id }, event))).code).toBe('INVALID_INPUT');
        }
        const { allowedEvents, ...now } = await does(admin, { id }, event, 'Because');
        expect([now.status, allowedEvents]).toEqual([to, allowedOnShipment(to)]);
      }
    }
  }, 60_000);

  test('of the same pieces by ten people at once is one, and the others read how many are left', async () => {
    const { id, part } = await printed();
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => make(index % 2 ? admin : planner, [{ orderFileId: part, quantity: 3 }])),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [other] = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(other).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('Only 2 more pieces') as string });
    const { rows } = await sql<{ pieces: number }>`
      select sum(quantity)::int as pieces from shipment_line where order_id = ${id}
    `.execute(server.services.db);
    expect(rows[0]?.pieces).toBe(3);
  });

  test('sent twice with one id is one', async () => {
    const { part } = await printed();
    const body = { eventId: randomUUID(), lines: [{ orderFileId: part, quantity: 1 }] };
    const [one, two] = await Promise.all([admin.call(createShipment, { body }), admin.call(createShipment, { body })]);
    expect(one.id).toBe(two.id);
  });

  test('that is void gives its pieces back, also when it had left with the whole order', async () => {
    const { id, part } = await printed();
    const first = await through(await make(admin, [{ orderFileId: part, quantity: 2 }]), 'PACK', 'SHIP');
    expect(await statuses(id)).toEqual(['IN_POSTPROCESSING', 'IN_POSTPROCESSING']);
    expect((await ofOrder(buyer, id)).lines).toMatchObject([{ ordered: 5, shipped: 2, delivered: 0 }]);
    const second = await through(await make(admin, [{ orderFileId: part, quantity: 3 }]), 'PACK', 'SHIP');
    expect(await statuses(id)).toEqual(['SHIPPED', 'SHIPPED']);
    await does(admin, second, 'VOID', 'Wrong box');
    expect(await statuses(id)).toEqual(['IN_QUALITYCONTROL', 'IN_QUALITYCONTROL']);
    const third = await through(await make(admin, [{ orderFileId: part, quantity: 3 }]), 'PACK', 'SHIP');
    expect(await statuses(id)).toEqual(['SHIPPED', 'SHIPPED']);
    await does(admin, first, 'DELIVER');
    expect(await statuses(id)).toEqual(['SHIPPED', 'SHIPPED']);
    await does(admin, third, 'DELIVER');
    expect(await statuses(id)).toEqual(['DELIVERED', 'SHIPPED']);
  });

  test('with several orders of one consignee moves each of them', async () => {
    const orders = [await printed(), await printed(), await printed()];
    const ready = await admin.call(readyShipments, {});
    const together = ready.find((each) => each.orders.some(({ id }) => id === orders[0]?.id));
    expect(together?.orders.map(({ id }) => id)).toEqual(expect.arrayContaining(orders.map(({ id }) => id)));
    const lines = orders.map(({ part }) => ({ orderFileId: part, quantity: 5 }));
    const sent = await through(await make(admin, lines), 'PACK', 'SHIP');
    for (const { id } of orders) expect(await statuses(id)).toEqual(['SHIPPED', 'SHIPPED']);
    // The buyer says that one has arrived: the parcel has, and with it the others.
    await fire(buyer, orders[0]?.id ?? 0, 'CONFIRM_RECEIPT');
    expect((await admin.call(readShipment, { params: { id: sent.id } })).status).toBe('DELIVERED');
    for (const { id } of orders) await expect.poll(() => statuses(id)).toEqual(['DELIVERED', 'SHIPPED']);
  });

  test('of orders that go to different places is refused', async () => {
    const [one, two] = [await printed(), await printed()];
    await sql`update rfq_order set delivery_address = '{"city":"Graz"}' where id = ${two.id}`.execute(
      server.services.db,
    );
    const lines = [one, two].map(({ part }) => ({ orderFileId: part, quantity: 1 }));
    expect(await sentence(make(admin, lines))).toContain('different customers or addresses');
  });

  test('of everything is what the order’s own button makes, and confirming it delivers it', async () => {
    const { id, part } = await printed();
    await through(await make(admin, [{ orderFileId: part, quantity: 2 }]), 'PACK', 'SHIP');
    const open = await make(admin, [{ orderFileId: part, quantity: 1 }]);
    expect(await sentence(fire(admin, id, 'SHIP'))).toContain(`Shipment #${open.id}`);
    await does(admin, open, 'VOID', 'Not needed');
    await fire(admin, id, 'SHIP', { reason: '1Z 999' });
    expect(await statuses(id)).toEqual(['SHIPPED', 'SHIPPED']);
    const { shipments } = await ofOrder(buyer, id);
    expect(shipments.map(({ status, tracking, lines }) => [status, tracking, lines[0]?.quantity])).toEqual([
      ['SHIPPED', '1Z 999', 3],
      ['SHIPPED', '', 2],
    ]);
    await fire(admin, id, 'REPORT_DELIVERY');
    expect((await ofOrder(buyer, id)).lines).toMatchObject([{ shipped: 5, delivered: 5 }]);
  });

  test('after a claim sends the pieces that are made again, and no others', async () => {
    const { id, part } = await printed();
    await fire(admin, id, 'SHIP');
    const parts = [{ orderFileId: part, quantity: 2 }];
    await fire(buyer, id, 'CLAIM', { parts, reason: 'Cracked' });
    await fire(admin, id, 'ACCEPT_CLAIM', { parts });
    expect((await refused(make(admin, [{ orderFileId: part, quantity: 1 }]))).code).toBe('CONFLICT');
    await fire(admin, id, 'FINISH_PRINTING');
    expect(await sentence(make(admin, [{ orderFileId: part, quantity: 3 }]))).toContain('Only 2 more');
    await through(await make(admin, parts), 'PACK', 'SHIP');
    expect(await statuses(id)).toEqual(['SHIPPED', 'SHIPPED']);
  });

  test('does not leave while an order of it is on hold', async () => {
    const { id, part } = await printed();
    const packed = await through(await make(admin, [{ orderFileId: part, quantity: 1 }]), 'PACK');
    await fire(admin, id, 'HOLD', { reason: 'Drawing' });
    expect(await sentence(does(admin, packed, 'SHIP'))).toContain('on hold');
    await fire(admin, id, 'RESUME');
    expect((await does(admin, packed, 'SHIP')).status).toBe('SHIPPED');
  });

  test('changed by two people keeps what the first has written', async () => {
    const { part } = await printed();
    const shipment = await make(admin, [{ orderFileId: part, quantity: 2 }]);
    const params = { id: shipment.id };
    const saved = await admin.call(saveShipment, { params, body: toSave(shipment, { carrier: 'dhl' }) });
    expect(
      await sentence(planner.call(saveShipment, { params, body: toSave(shipment, { carrier: 'ups' }) })),
    ).toContain('changed meanwhile');
    const more = [{ orderFileId: part, quantity: 6 }];
    expect(await sentence(admin.call(saveShipment, { params, body: toSave(saved, { lines: more }) }))).toContain(
      'Only 5',
    );
    const found = await admin.call(listShipments, { query: {}, body: { searchString: `#${shipment.id}` } });
    expect(found.shipments).toMatchObject([{ id: shipment.id, carrier: { key: 'dhl' } }]);
    expect(await admin.call(listShipmentCustomers, {})).toContainEqual(found.shipments[0]?.consignee);
  });
});

describe('packing by scanning', () => {
  const scan = (shipment: Shipment, code: string, quantity = 1) =>
    admin.call(scanIntoShipment, {
      params: { id: shipment.id },
      body: { eventId: randomUUID(), code, quantity, boxId: shipment.boxList[0]?.id ?? 0 },
    });

  test('counts each piece, says what is wrong in a sentence, and takes back the last', async () => {
    const [{ part }, other] = [await printed(), await printed()];
    const shipment = await make(admin, [{ orderFileId: part, quantity: 3 }]);
    expect(await sentence(scan(shipment, 'https://example.com'))).toContain('unknown here');
    expect(await sentence(scan(shipment, `ORDER-${part}`))).toContain("isn't that of a part");
    expect(await sentence(scan(shipment, `PART-${other.part}`))).toContain("isn't in this shipment");
    await scan(shipment, `part-${part}`);
    expect(await sentence(scan(shipment, `PART-${part}`, 3))).toContain('Only 2 more');
    expect((await scan(shipment, `PART-${part}`, 2)).lines).toMatchObject([{ packed: 3 }]);
    expect(await sentence(scan(shipment, `PART-${part}`))).toContain('too many');
    const undone = await admin.call(undoScan, { params: { id: shipment.id } });
    expect(undone.boxList).toMatchObject([{ contents: [{ orderFileId: part, quantity: 1 }] }]);
    expect(await sentence(does(admin, shipment, 'PACK'))).toContain('1 of 3 pieces');
    await scan(shipment, `PART-${part}`, 2);
    expect((await does(admin, shipment, 'PACK')).status).toBe('PACKED');
    expect(await sentence(scan(shipment, `PART-${part}`))).toContain('packed');
  });

  test('by two people at once puts no more in than there are', async () => {
    const { part } = await printed();
    const shipment = await make(admin, [{ orderFileId: part, quantity: 3 }]);
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => scan(shipment, `PART-${part}`)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });
});

test('something export controlled leaves only after its consignee was screened, and is seen by nobody else', async () => {
  const { id, part } = await printed();
  const shipment = await through(await make(admin, [{ orderFileId: part, quantity: 5 }]), 'PACK');
  await sql`update rfq_order set export_controlled = true where id = ${id}`.execute(server.services.db);
  expect((await refused(admin.call(readShipment, { params: { id: shipment.id } }))).code).toBe('NOT_FOUND');
  const listed = await admin.call(listShipments, { query: {}, body: { searchString: `#${shipment.id}` } });
  expect(listed.shipments).toEqual([]);

  const cleared = await clear();
  const params = { id: shipment.id };
  expect((await cleared.call(readShipment, { params })).controlled).toBe(true);
  expect(await sentence(does(cleared, shipment, 'SHIP'))).toContain('Record the screening');
  const look = (result: 'CLEAR' | 'MATCH') => ({
    ...{ list: 'Consolidated Screening List', result, note: '' },
    screenedOn: new Date().toISOString().slice(0, 10),
  });
  await cleared.call(screenConsignee, { params, body: look('MATCH') });
  expect(await sentence(does(cleared, shipment, 'SHIP'))).toContain('denied parties');
  await cleared.call(screenConsignee, { params, body: look('CLEAR') });
  expect((await does(cleared, shipment, 'SHIP')).status).toBe('SHIPPED');
});

/** The administrator is cleared for what is export controlled. */
async function clear(): Promise<TestClient> {
  await sql`insert into export_policy (facility_id, enabled) values (${server.world.rootFacilityId}, true)
    on conflict do nothing`.execute(server.services.db);
  const { rows } = await sql<{ id: number }>`
    insert into export_clearance (user_id, facility_id, company_id, basis, stated_on, decided_by, decided_at, expires_on)
    select m.user_id, m.facility_id, null, 'CITIZEN', current_date,
      (select id from app_user where email like 'planner@%'), now(), current_date + 300
    from membership m join app_user u on u.id = m.user_id
    where u.email like 'admin@%' and m.facility_id = ${server.world.rootFacilityId} returning user_id as id
  `.execute(server.services.db);
  return server.clientOf(rows[0]?.id ?? 0);
}

test('a buyer reads of parcels what is for buyers, and rivals and strangers nothing', async () => {
  const { id, part } = await printed();
  const shipment = await make(admin, [{ orderFileId: part, quantity: 2 }]);
  const secret = `secret ${randomUUID()}`;
  await admin.call(saveShipment, {
    params: { id: shipment.id },
    body: toSave(shipment, {
      ...{ tracking: 'JD014', note: secret, tariffNumber: 'TARIFF9', exportLicence: 'LICENCE9' },
      boxes: [{ id: shipment.boxList[0]?.id ?? null, weightGrams: 98_765, lengthMm: 1, widthMm: 1, heightMm: 1 }],
    }),
  });
  expect((await ofOrder(buyer, id)).shipments).toEqual([]);
  await through(shipment, 'PACK', 'SHIP');
  const read = JSON.stringify(await ofOrder(buyer, id));
  expect(read).toContain('JD014');
  for (const internal of [secret, 'TARIFF9', 'LICENCE9', '98765']) expect(read).not.toContain(internal);
  const third = await server.client('third');
  expect((await refused(ofOrder(third, id))).code).toBe('NOT_FOUND');
  const rival = await server.client('admin2');
  expect((await refused(ofOrder(rival, id))).code).toBe('NOT_FOUND');
  expect((await refused(rival.call(readShipment, { params: { id: shipment.id } }))).code).toBe('NOT_FOUND');
  expect((await refused(does(rival, shipment, 'DELIVER'))).code).toBe('NOT_FOUND');
  expect((await refused(make(rival, [{ orderFileId: part, quantity: 1 }]))).code).toBe('NOT_FOUND');
  for (const client of [buyer, third]) {
    expect((await refused(client.call(readShipment, { params: { id: shipment.id } }))).code).toBe('FORBIDDEN');
  }
});
