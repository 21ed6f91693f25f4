import { randomUUID } from 'node:crypto';
import plugins from 'virtual:plugin-servers';
import type { CallInput } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract/errors';
import { switchModule } from '@sinter/sdk/contract/host/modules';
import {
  calculateCharges,
  checkDates,
  chooseDate,
  defaultDelivery,
  listDateOffers,
  listDeliveryTypes,
  listLeadTimeOptions,
  readDeliverySettings,
  readLeadTime,
  updateDeliverySettings,
  type DateReason,
} from '@sinter/sdk/contract/orders/dates';
import { awardBidUsingPo, fireOrderEvent, submitQuote, type OrderDetail } from '@sinter/sdk/contract/orders/orders';
import { setVendorRelation } from '@sinter/sdk/contract/orders/vendors';
import { moveJob } from '@sinter/sdk/contract/scheduling/chart';
import { createJob } from '@sinter/sdk/contract/scheduling/jobs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { orderParts } from './ordering.ts';

let server: TestServer;
let buyer: TestClient;
let admin: TestClient;
let second: TestClient;
let order: OrderDetail;
let files: CallInput<typeof listDateOffers>['body']['files'];

const day = 86_400_000;

beforeAll(async () => {
  server = await testServer({ plugins, demo: true, worker: true });
  await server.asOwner((db) =>
    sql`truncate job_history, job_file, job_material, job_attachment, job cascade`.execute(db),
  );
  await sql`delete from facility_calendar`.execute(server.services.db);
  [buyer, admin, second] = await Promise.all([server.client('buyer'), server.client('admin'), server.client('admin2')]);
  order = await orderParts(server, buyer, 'Brackets');
  files = order.rfqFileDTOs.map(({ fileDTO, aMProcess, materials, quantity }) => ({
    fileId: fileDTO.id,
    amProcessId: aMProcess.id,
    materialId: materials[0]?.id ?? 0,
    quantity,
    finishId: null,
    color: '',
    tolerance: 'STANDARD',
    inspection: 'STANDARD',
  }));
});
afterAll(() => server.stop());

const offers = (client = buyer) => client.call(listDateOffers, { body: { files } });
const check = (client: TestClient, quoteId?: number) =>
  client.call(checkDates, { params: { id: order.id }, query: { quoteId } });

/** Machines that could make it are taken for so many days from now; none is with 0. */
async function takeMachines(days: number): Promise<void> {
  const { db } = server.services;
  await sql`delete from job where job_name = 'Taken'`.execute(db);
  if (days === 0) return;
  await sql`
    insert into job (facility_id, equipment_id, job_name, job_type, job_source, job_creation_type, status, from_date, to_date)
    select e.facility_id, e.id, 'Taken', 'ORDER_NO_RFQ', 'MANUAL', 'MANUAL', 'QUEUED', now(), now() + ${days} * interval '1 day'
    from equipment e
  `.execute(db);
}

test('the shop offers prices and dates from the schedules, which move as the machines are taken', async () => {
  const [soon, ...rest] = await offers();
  expect(soon).toMatchObject({ leadTimeOption: { kind: 'EARLIEST' }, confidence: { level: 'HIGH', firmShare: 1 } });
  expect(soon?.reasons.map(({ kind }) => kind)).toEqual(['MACHINE', 'PACKING', 'TRANSPORT']);
  expect(soon?.reasons[0]).toMatchObject({ machine: null });
  expect(rest.length).toBeGreaterThan(0);
  for (const [index, later] of rest.entries()) {
    const before = [soon, ...rest][index];
    expect(later.deliveryOn > (before?.deliveryOn ?? '')).toBe(true);
    expect(later.total.amount).toBeLessThan(before?.total.amount ?? 0);
  }
  // Whole weeks, so that no weekend is in it more than once.
  await takeMachines(42);
  const [later] = await offers();
  expect(Date.parse(later?.deliveryOn ?? '') - Date.parse(soon?.deliveryOn ?? '')).toBeGreaterThan(38 * day);
  expect(
    (await admin.call(readLeadTime, { query: {} })).every(
      ({ from, leadTimeDays }) => from === 'SCHEDULE' && leadTimeDays > 28,
    ),
  ).toBe(true);
  await takeMachines(0);
});

test('where a facility does not schedule, its usual time counts, and says so', async () => {
  await admin.call(switchModule, { params: { id: 'scheduling' }, body: { enabled: false } });
  const own = await offers(admin);
  expect(own[0]).toMatchObject({ confidence: { level: 'LOW', firmShare: null } });
  expect(own[0]?.reasons[0]).toEqual({ kind: 'USUAL', days: defaultDelivery.staticLeadTimeDays });
  expect((await admin.call(readLeadTime, { query: {} })).map(({ from }) => from)).not.toContain('SCHEDULE');
  await admin.call(switchModule, { params: { id: 'scheduling' }, body: { enabled: true } });
  expect((await offers(admin))[0]?.confidence.firmShare).toBe(1);
});

/** As it is told outside: machines have no names there. */
const toBuyers = <Told extends { reasons: DateReason[] }>(told: Told): Told => ({
  ...told,
  reasons: told.reasons.map((reason) => (reason.kind === 'MACHINE' ? { ...reason, machine: null } : reason)),
});

test('a provider says what it offers, by right, and charges follow', async () => {
  expect(await admin.call(readDeliverySettings, {})).toEqual({ ...defaultDelivery, currency: 'EUR' });
  const planner = await server.client('planner');
  await expect(planner.call(readDeliverySettings, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const [option] = defaultDelivery.leadTimeOptions;
  const [parcel] = defaultDelivery.deliveryTypes;
  if (!option || !parcel) throw new Error('Nothing is offered.');
  const wrong = {
    ...defaultDelivery,
    deliveryTypes: [
      { ...parcel, kind: 'OTHER' as const },
      { ...parcel, active: false },
    ],
  };
  const refused = await admin.call(updateDeliverySettings, { body: wrong }).catch((error: unknown) => error);
  expect(refused instanceof CallError && Object.keys(refused.fields)).toEqual([
    'deliveryTypes.0.name',
    'deliveryTypes.1.id',
  ]);

  const body = {
    ...defaultDelivery,
    leadTimeOptions: [{ ...option, priceFactor: 2 }],
    deliveryTypes: [{ ...parcel, days: 1, chargeMinor: 1500 }],
    taxPercent: 20,
    taxText: 'VAT',
  };
  await admin.call(updateDeliverySettings, { body });
  const [offer] = await offers(admin);
  if (!offer) throw new Error('The facility offers nothing.');
  const { parts, delivery, tax, total, taxText } = offer;
  expect([delivery.amount, taxText]).toEqual([1500, 'VAT']);
  expect(tax.amount).toBe(Math.round((parts.amount + 1500) * 0.2));
  expect(total.amount).toBe(parts.amount + delivery.amount + tax.amount);
  const chosen = { facilityId: offer.facility.id, leadTimeOptionId: 1, deliveryTypeId: 1 };
  expect(await buyer.call(calculateCharges, { body: { ...chosen, files } })).toEqual(toBuyers(offer));
  await expect(buyer.call(calculateCharges, { body: { ...chosen, leadTimeOptionId: 3, files } })).rejects.toMatchObject(
    { code: 'NOT_FOUND' },
  );
  const { facilityId } = chosen;
  expect(await buyer.call(listLeadTimeOptions, { query: { facilityId } })).toEqual(body.leadTimeOptions);
  expect(await buyer.call(listDeliveryTypes, { body: { facilityId } })).toMatchObject([{ charge: { amount: 1500 } }]);
  await admin.call(updateDeliverySettings, { body: defaultDelivery });
});

test('nobody is offered a date of a facility that the order would not go to', async () => {
  const { rootFacilityId } = server.world;
  const keeper = await server.client('buyeradmin');
  const stands = (relation: 'BLACK_LISTED' | 'PRIVATE' | 'MATCHED') =>
    keeper.call(setVendorRelation, {
      params: { id: rootFacilityId },
      body: { relation, reason: relation === 'BLACK_LISTED' ? 'Late too often' : '' },
    });
  const placesOf = async (more: Partial<CallInput<typeof listDateOffers>['body']> = {}) => {
    const found = await buyer.call(listDateOffers, { body: { files, ...more } });
    return [...new Set(found.map(({ facility }) => facility.id))];
  };
  const chosen = { facilityId: rootFacilityId, leadTimeOptionId: 2, deliveryTypeId: 1 };
  await stands('MATCHED');
  expect(await placesOf()).toContain(rootFacilityId);
  expect(await placesOf({ sourcing: 'APPROVED_VENDORS' })).toEqual([]);
  expect(await placesOf({ sourcing: 'LINK3D', facilityIds: [rootFacilityId] })).toEqual([rootFacilityId]);
  expect(await placesOf({ sourcing: 'LINK3D', facilityIds: [server.world.secondFacilityId] })).not.toContain(
    rootFacilityId,
  );
  await stands('PRIVATE');
  expect(await placesOf({ sourcing: 'APPROVED_VENDORS' })).toEqual([rootFacilityId]);
  await stands('BLACK_LISTED');
  expect(await placesOf()).not.toContain(rootFacilityId);
  await expect(buyer.call(calculateCharges, { body: { ...chosen, files } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(buyer.call(chooseDate, { params: { id: order.id }, body: chosen })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  // A facility sees its own dates, whatever a buyer thinks of it.
  expect((await offers(admin))[0]?.facility.id).toBe(rootFacilityId);
  await stands('MATCHED');
  expect(await placesOf()).toContain(rootFacilityId);
});

test('the choice is kept, and another facility learns the date alone', async () => {
  const { rootFacilityId } = server.world;
  const params = { id: order.id };
  const body = { facilityId: rootFacilityId, leadTimeOptionId: 2, deliveryTypeId: 1 };
  const choice = await buyer.call(chooseDate, { params, body });
  expect(choice).toMatchObject({ facility: { id: rootFacilityId }, leadTimeOption: { kind: 'STANDARD' } });
  expect((await check(buyer)).choice).toEqual(choice);
  const inside = (await check(admin)).choice;
  expect(inside && toBuyers(inside)).toEqual(choice);
  await sql`insert into rfq_match (order_id, facility_id, status, created_at)
    values (${order.id}, ${server.world.secondFacilityId}, 'BID_WAITING', now()) on conflict do nothing`.execute(
    server.services.db,
  );
  const told = (await check(second)).choice;
  expect(told).toMatchObject({
    facility: null,
    total: null,
    readyOn: null,
    reasons: [],
    deliveryOn: choice.deliveryOn,
  });
  // Who works in production sees no prices.
  const operator = await server.client('operator');
  expect((await check(operator)).choice).toEqual({ ...inside, total: null });
  const third = await server.client('third');
  await expect(check(third)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(third.call(chooseDate, { params, body })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a promise is checked before it is agreed, and followed afterwards', async () => {
  const params = { id: order.id };
  const proposed = (await check(admin)).earliest;
  if (!proposed) throw new Error('The schedule proposes nothing.');
  expect(proposed.reasons[0]).toMatchObject({ kind: 'MACHINE', machine: expect.stringContaining('MJF') });
  const lines = order.rfqFileDTOs.map((file) => ({ orderFileId: file.id, unitPrice: 1250 }));
  const { quotes } = await admin.call(submitQuote, {
    params,
    // Some days more, so that nothing here depends on the hour of the day.
    body: { eventId: randomUUID(), leadTimeDays: proposed.days + 4, lines },
  });
  const quoteId = quotes[0]?.id ?? 0;
  const promised = new Date(Date.parse(proposed.deliveryOn) + 4 * day).toISOString().slice(0, 10);
  expect(await check(buyer, quoteId)).toMatchObject({ promise: { deliveryOn: promised, agreed: false }, kept: true });
  // Somebody else gets the machines first.
  await takeMachines(30);
  const late = await check(buyer, quoteId);
  expect(late.kept).toBe(false);
  expect((late.earliest?.deliveryOn ?? '') > promised).toBe(true);
  await takeMachines(0);
  const award = { eventId: randomUUID(), quoteId, poNumber: 'PO-77' };
  await buyer.call(awardBidUsingPo, { params: { orderId: order.id }, body: award });
  expect(await check(admin)).toMatchObject({ promise: { deliveryOn: promised, agreed: false }, kept: true });
  await admin.call(fireOrderEvent, { params, body: { eventId: randomUUID(), event: 'ACCEPT_AWARD' } });
  expect((await check(buyer)).promise?.agreed).toBe(true);
  const changed = { facilityId: server.world.rootFacilityId, leadTimeOptionId: 1, deliveryTypeId: 1 };
  await expect(buyer.call(chooseDate, { params, body: changed })).rejects.toMatchObject({ code: 'CONFLICT' });

  const [part] = order.rfqFileDTOs;
  const machine = await server.services.db
    .selectFrom('equipment')
    .innerJoin('machine_model', 'machine_model.id', 'equipment.machine_model_id')
    .innerJoin('equipment_material', 'equipment_material.equipment_id', 'equipment.id')
    .select('equipment.id')
    .where('equipment.facility_id', '=', server.world.rootFacilityId)
    .where('machine_model.am_process_id', '=', part?.aMProcess.id ?? 0)
    .where('equipment_material.material_id', '=', part?.materials[0]?.id ?? 0)
    .executeTakeFirstOrThrow();
  const start = Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 3_600_000;
  const times = (days: number) => ({
    fromDate: String(start + days * day),
    toDate: String(start + days * day + 4 * 3_600_000),
  });
  const job = await admin.call(createJob, {
    body: {
      jobName: 'Brackets',
      equipmentDTO: { id: machine.id },
      materialDTO: { id: part?.materials[0]?.id ?? 0 },
      ...times(0),
      files: [{ rfqCadFileId: part?.id ?? 0, quantity: 5 }],
      eventId: randomUUID(),
    },
  });
  expect((await check(admin)).atRisk).toBeNull();
  const move = (days: number, version: number) =>
    admin.call(moveJob, { params: { id: job.id }, body: { equipmentId: machine.id, version, ...times(days) } });
  const moved = await move(60, job.version);
  const isLate = async () => {
    const { atRisk, promise } = await check(admin);
    return (atRisk?.expectedOn ?? '') > (promise?.deliveryOn ?? '');
  };
  await expect.poll(isLate, { timeout: 15_000 }).toBe(true);
  expect((await check(buyer)).atRisk).toBeNull();
  const { rows } = await sql<{ told: number }>`
    select count(*)::int as told from outbox_event where type = 'order.at_risk'`.execute(server.services.db);
  expect(rows).toEqual([{ told: 1 }]);
  await move(0, moved.version);
  await expect.poll(async () => (await check(admin)).atRisk, { timeout: 15_000 }).toBeNull();
});
