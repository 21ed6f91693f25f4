import { randomUUID } from 'node:crypto';
import plugins from 'virtual:plugin-servers';
import { listOfferedMaterials } from '@sinter/sdk/contract/catalog/offered';
import { CallError } from '@sinter/sdk/contract/errors';
import {
  awardBidUsingPo,
  createOrder,
  fireOrderEvent,
  readOrder,
  submitQuote,
  type OrderDetail,
  type PlainEvent,
} from '@sinter/sdk/contract/orders/orders';
import type { SourcingType } from '@sinter/sdk/contract/orders/request';
import {
  confirmInternal,
  declareInternal,
  distributeOrder,
  fittingVendors,
  listInternalCompanies,
  listVendorRelations,
  orderVendors,
  setVendorRelation,
} from '@sinter/sdk/contract/orders/vendors';
import { updateEquipment } from '@sinter/sdk/contract/catalog/machines';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';

let server: TestServer;
let buyer: TestClient;
let keeper: TestClient;
/** Of the enterprise that makes everything: its root facility, which is `root`, and the one in Lyon. */
let root: TestClient;
let lyon: TestClient;
/** Of another enterprise, whose machines are like those of the root. */
let rival: TestClient;
let ids: { root: number; lyon: number; rival: number };
let offer: { amProcessId: number; materialId: number };

beforeAll(async () => {
  server = await testServer({ plugins, demo: true, worker: true });
  const { db } = server.services;
  [buyer, keeper, root, lyon] = await Promise.all([
    server.client('buyer'),
    server.client('buyeradmin'),
    server.client('admin'),
    server.client('admin2'),
  ]);
  const offers = await buyer.call(listOfferedMaterials, {});
  const mjf = offers.find(({ process }) => process.processKey === 'HPBJ');
  offer = { amProcessId: mjf?.process.id ?? 0, materialId: mjf?.materials[0]?.id ?? 0 };
  const { rootFacilityId, secondFacilityId, users } = server.world;
  const { rows } = await sql<{ id: number }>`
    insert into facility (company_name, time_zone, currency) values ('Rival Prints', 'Europe/Oslo', 'EUR') returning id
  `.execute(db);
  ids = { root: rootFacilityId, lyon: secondFacilityId, rival: rows[0]?.id ?? 0 };
  // Everybody has the machines of the root.
  for (const facilityId of [ids.lyon, ids.rival]) {
    await sql`
      with copied as (
        insert into equipment (facility_id, machine_model_id, display_name, hourly_rate_minor)
        select ${facilityId}, machine_model_id, 'Copy of ' || display_name, hourly_rate_minor from equipment e
        where facility_id = ${ids.root} and not hidden returning id, machine_model_id, display_name)
      insert into equipment_material (equipment_id, material_id, role)
      select copied.id, em.material_id, em.role from copied
        join equipment source on 'Copy of ' || source.display_name = copied.display_name and source.facility_id = ${ids.root}
        join equipment_material em on em.equipment_id = source.id
    `.execute(db);
  }
  await sql`
    insert into membership (user_id, role, account_type, facility_id, member_roles, dashboard)
    values (${users['planner@demo.example']}, 'ROLE_SERVICE_PROVIDER', 'SERVICE_PROVIDER', ${ids.rival}, '{SP_SUPER_ADMIN}', 'NORMAL')
  `.execute(db);
  await sql`delete from membership where user_id = ${users['planner@demo.example']} and facility_id <> ${ids.rival}`.execute(
    db,
  );
  await sql`
    insert into security_policy (facility_id, second_factor, idle_minutes, session_hours)
    values (${ids.rival}, 'OFF', 60, 12)
  `.execute(db);
  rival = await server.client('planner');
});
afterAll(() => server.stop());
beforeEach(async () => {
  await sql`delete from vendor`.execute(server.services.db);
  await sql`delete from internal_company`.execute(server.services.db);
  await sql`update equipment set hidden = false`.execute(server.services.db);
});

async function preparedPart(): Promise<number> {
  const { id } = await server.services.db
    .selectFrom('file_facts')
    .innerJoin('stored_file', 'stored_file.id', 'file_facts.file_id')
    .select('stored_file.id')
    .where('stored_file.owner_company_id', '=', server.world.buyerCompanyId)
    .orderBy('stored_file.id')
    .executeTakeFirstOrThrow();
  return id;
}

async function order(sourcing: SourcingType | null = null): Promise<OrderDetail> {
  const fileId = await preparedPart();
  return buyer.call(createOrder, {
    body: {
      eventId: randomUUID(),
      displayTitle: 'Brackets',
      exportControlled: false,
      sourcing,
      rfqFileDTOs: [{ originalFileId: fileId, fileId, ...offer, quantity: 2 }],
    },
  });
}

const distribute = (id: number, facilityIds: number[]) =>
  buyer.call(distributeOrder, { params: { id }, body: { eventId: randomUUID(), facilityIds } });
const relate = (id: number, relation: 'PRIVATE' | 'BLACK_LISTED' | 'MATCHED', reason = '') =>
  keeper.call(setVendorRelation, { params: { id }, body: { relation, reason } });
const fire = (client: TestClient, id: number, event: PlainEvent) =>
  client.call(fireOrderEvent, { params: { id }, body: { eventId: randomUUID(), event, reason: 'It has to be' } });
const quote = (client: TestClient, { id, rfqFileDTOs }: OrderDetail, unitPrice: number, note = '') =>
  client.call(submitQuote, {
    params: { id },
    body: {
      eventId: randomUUID(),
      leadTimeDays: 5,
      note,
      lines: rfqFileDTOs.map((file) => ({ orderFileId: file.id, unitPrice })),
    },
  });
async function award({ id }: { id: number }, facilityId: number): Promise<OrderDetail> {
  const { quotes } = await buyer.call(readOrder, { params: { id } });
  const quoteId = quotes.find(({ facility, status }) => facility.id === facilityId && status === 'SUBMITTED')?.id ?? 0;
  return buyer.call(awardBidUsingPo, {
    params: { orderId: id },
    body: { eventId: randomUUID(), quoteId, poNumber: randomUUID() },
  });
}
async function makeInternal(): Promise<void> {
  const id = server.world.buyerCompanyId;
  await root.call(declareInternal, { params: { id }, body: { internal: true } });
  await keeper.call(confirmInternal, { params: { id: ids.root }, body: { internal: true } });
}
const has = async (client: TestClient, id: number): Promise<boolean> =>
  client.call(readOrder, { params: { id } }).then(
    () => true,
    () => false,
  );
const whoHas = async (id: number) => [await has(root, id), await has(lyon, id), await has(rival, id)];
const failure = async (call: Promise<unknown>): Promise<CallError> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof CallError) return error;
  throw new Error('The call did not fail with a CallError.');
};

describe('whom an order goes to', () => {
  test('everybody who can make it without a choice, and nobody whom the company has blocked', async () => {
    await relate(ids.rival, 'BLACK_LISTED', 'Late three times');
    const { id } = await order();
    expect(await whoHas(id)).toEqual([true, true, false]);
    const { vendors } = await buyer.call(orderVendors, { params: { id } });
    expect(vendors.map(({ facility }) => facility.id)).not.toContain(ids.rival);
    expect((await failure(distribute(id, [ids.rival]))).fields).toHaveProperty('facilityIds');
  });

  test('approved vendors, or the own facilities, when the order is meant for them', async () => {
    await relate(ids.rival, 'PRIVATE');
    expect(await whoHas((await order('APPROVED_VENDORS')).id)).toEqual([false, false, true]);
    await makeInternal();
    expect(await whoHas((await order('INTERNAL_FACILITY')).id)).toEqual([true, true, false]);
  });

  test('whom the buyer chooses, and further ones later; it waits until then', async () => {
    const { id, requestStatus, allowedEvents } = await order('LINK3D');
    expect([requestStatus, allowedEvents.includes('SEND'), await whoHas(id)]).toEqual([
      'MATCHED',
      true,
      [false, false, false],
    ]);
    expect((await distribute(id, [ids.lyon])).requestStatus).toBe('DISTRIBUTED');
    expect(await whoHas(id)).toEqual([false, true, false]);
    expect((await failure(distribute(id, [ids.lyon]))).code).toBe('CONFLICT');
    await distribute(id, [ids.rival]);
    expect(await whoHas(id)).toEqual([false, true, true]);
    const asked = (await buyer.call(orderVendors, { params: { id } })).vendors.filter((vendor) => vendor.asked);
    expect(asked.map(({ facility }) => facility.id).toSorted()).toEqual([ids.lyon, ids.rival].toSorted());
  });

  test('nobody of a kind that cannot make it: then the buyer chooses', async () => {
    expect((await order('INTERNAL_FACILITY')).requestStatus).toBe('MATCHED');
  });

  test('a facility that declined is asked again, and quotes as if it were the first time', async () => {
    const made = await order('LINK3D');
    await distribute(made.id, [ids.lyon]);
    await quote(lyon, made, 500);
    await fire(lyon, made.id, 'WITHDRAW_QUOTE');
    expect((await fire(lyon, made.id, 'DECLINE')).status).toBe('SP_RFQ_REJECTED');
    expect((await distribute(made.id, [ids.lyon])).requestStatus).toBe('DISTRIBUTED');
    expect((await quote(lyon, made, 700)).status).toBe('BID_SUBMITTED');
  });

  test('a request sent twice sends once, and one for an order that is over is refused', async () => {
    const { id } = await order('LINK3D');
    const body = { eventId: randomUUID(), facilityIds: [ids.rival] };
    await buyer.call(distributeOrder, { params: { id }, body });
    expect((await buyer.call(distributeOrder, { params: { id }, body })).requestStatus).toBe('DISTRIBUTED');
    await fire(buyer, id, 'WITHDRAW').catch(() => fire(keeper, id, 'WITHDRAW'));
    expect((await failure(distribute(id, [ids.lyon]))).code).toBe('TRANSITION_REFUSED');
  });
});

describe('an order within one enterprise', () => {
  test('is agreed with the award, and has its own statuses to the end', async () => {
    await makeInternal();
    const made = await order('INTERNAL_FACILITY');
    await quote(root, made, 500);
    await quote(lyon, made, 400);
    expect((await award(made, ids.root)).requestStatus).toBe('AGREEMENT_DONE');
    expect((await lyon.call(readOrder, { params: { id: made.id } })).status).toBe('BID_LOST');
    await fire(root, made.id, 'START_PRODUCTION');
    expect((await fire(root, made.id, 'SHIP')).status).toBe('INTERNAL_SHIPPED');
    expect((await fire(buyer, made.id, 'CONFIRM_RECEIPT')).requestStatus).toBe('INTERNAL_DELIVERED');
    expect((await fire(buyer, made.id, 'COMPLETE')).requestStatus).toBe('INTERNAL_COMPLETED');
    expect((await root.call(readOrder, { params: { id: made.id } })).status).toBe('INTERNAL_COMPLETED');
  });

  test('that its facility cannot make after all goes back to those whose quotes still hold', async () => {
    await makeInternal();
    const made = await order();
    await quote(root, made, 500);
    await quote(rival, made, 600);
    await award(made, ids.root);
    const state = async (client: TestClient) => (await client.call(readOrder, { params: { id: made.id } })).status;
    expect([await state(rival), await state(lyon)]).toEqual(['BID_LOST', 'BID_LOST']);
    await fire(root, made.id, 'REFUSE_AWARD');
    expect([await state(buyer), await state(rival), await state(lyon)]).toEqual([
      'DISTRIBUTED',
      'BID_SUBMITTED',
      'BID_LOST',
    ]);
    expect((await award(made, ids.rival)).requestStatus).toBe('BID_ACCEPTED');
  });

  test('needs the word of both sides', async () => {
    const id = server.world.buyerCompanyId;
    expect(
      (await failure(keeper.call(confirmInternal, { params: { id: ids.root }, body: { internal: true } }))).code,
    ).toBe('NOT_FOUND');
    await order();
    const { companies } = await root.call(listInternalCompanies, { query: {} });
    expect(companies.map(({ company }) => company.id)).toContain(id);
    await root.call(declareInternal, { params: { id }, body: { internal: true } });
    const { vendors } = await keeper.call(listVendorRelations, { query: {} });
    expect(vendors.map(({ facility, relation, claimsInternal }) => [facility.id, relation, claimsInternal])).toEqual(
      expect.arrayContaining([[ids.root, 'MATCHED', true]]),
    );
    expect((await order('INTERNAL_FACILITY')).requestStatus).toBe('MATCHED');
    expect((await failure(rival.call(declareInternal, { params: { id }, body: { internal: true } }))).code).toBe(
      'CONFLICT',
    );
  });
});

describe('an order that nobody can make', () => {
  test('says why, part by part, and is matched as soon as somebody can', async () => {
    const { db } = server.services;
    const { rows } = await sql<{ id: number; facility: number }>`
      update equipment set hidden = true where not hidden returning id, facility_id as facility
    `.execute(db);
    const { id, requestStatus } = await order();
    const machine = rows.find(({ facility }) => facility === ids.root)?.id ?? 0;
    const { obstacles } = await buyer.call(orderVendors, { params: { id } });
    expect([requestStatus, obstacles.parts]).toEqual([
      'UNMATCHED',
      [{ part: 0, reason: 'PROCESS', size: null, largest: null }],
    ]);
    const again = await fire(buyer, id, 'SUBMIT');
    expect(again.requestStatus).toBe('UNMATCHED');
    // Every machine but one comes back behind the server's back, and that one by its facility.
    const others = rows.filter((row) => row.facility === ids.root && row.id !== machine).map((row) => row.id);
    await sql`update equipment set hidden = false where id = any(${others})`.execute(db);
    await root.call(updateEquipment, { params: { id: machine }, body: { hidden: false } });
    await expect.poll(async () => (await buyer.call(readOrder, { params: { id } })).requestStatus).toBe('DISTRIBUTED');
    expect(await whoHas(id)).toEqual([true, false, false]);
  });

  test('because the company has blocked them goes to who is allowed again', async () => {
    for (const facilityId of Object.values(ids)) await relate(facilityId, 'BLACK_LISTED', 'Not now');
    const { id, requestStatus } = await order();
    const { obstacles } = await buyer.call(orderVendors, { params: { id } });
    expect([requestStatus, obstacles]).toEqual([
      'UNMATCHED',
      { parts: [], together: false, kept: [{ reason: 'BLACK_LISTED', facilities: 3 }] },
    ]);
    await relate(ids.lyon, 'MATCHED');
    await expect.poll(async () => (await buyer.call(readOrder, { params: { id } })).requestStatus).toBe('DISTRIBUTED');
    expect(await whoHas(id)).toEqual([false, true, false]);
  });

  test('is known before there is an order', async () => {
    const fileId = await preparedPart();
    const { vendors, obstacles } = await buyer.call(fittingVendors, {
      body: { exportControlled: false, files: [{ fileId, ...offer }] },
    });
    expect([vendors.length, obstacles]).toEqual([3, { parts: [], together: false, kept: [] }]);
    await sql`update export_policy set enabled = false`.execute(server.services.db);
    const controlled = { exportControlled: true, files: [{ fileId, ...offer }] };
    expect((await buyer.call(fittingVendors, { body: controlled })).obstacles.kept).toEqual([
      { reason: 'EXPORT_CONTROL', facilities: 3 },
    ]);
  });
});

test('facilities are found, approved and blocked with a reason, by those who may', async () => {
  const { vendors } = await keeper.call(listVendorRelations, { query: { relation: 'MATCHED', searchString: 'rival' } });
  expect(vendors.map(({ facility }) => facility.name)).toEqual(['Rival Prints']);
  expect((await failure(relate(ids.rival, 'BLACK_LISTED'))).fields).toHaveProperty('reason');
  expect((await relate(ids.rival, 'BLACK_LISTED', 'Broke two parts')).reason).toBe('Broke two parts');
  expect((await relate(ids.rival, 'PRIVATE')).relation).toBe('PRIVATE');
  const engineer = await server.client('engineer');
  const set = { params: { id: ids.rival }, body: { relation: 'PRIVATE' as const } };
  expect((await failure(engineer.call(setVendorRelation, set))).code).toBe('FORBIDDEN');
  expect((await failure(rival.call(listVendorRelations, { query: {} }))).code).toBe('FORBIDDEN');
  const { rows } = await sql<{ action: string }>`
    select action from audit_entry where object_kind = 'VENDOR' order by id desc limit 2
  `.execute(server.services.db);
  expect(rows.map(({ action }) => action)).toEqual(['vendor.approved', 'vendor.black_listed']);
});

test('a vendor learns nothing of the others, in any answer or event', async () => {
  await relate(ids.rival, 'PRIVATE', 'The dear one');
  const made = await order();
  const events: string[] = [];
  const names = { root: 'Demo Additive GmbH', lyon: 'Demo Additive Lyon', rival: 'Rival Prints' };
  await quote(root, made, 123_457, 'Rooted');
  await quote(lyon, made, 234_561, 'Lyonnais');
  await quote(rival, made, 345_671, 'Rivalling');
  await award(made, ids.lyon);
  await fire(lyon, made.id, 'ACCEPT_AWARD');
  const own = { root: ['123457', 'Rooted'], lyon: ['234561', 'Lyonnais'], rival: ['345671', 'Rivalling'] };
  for (const [who, client] of Object.entries({ root, lyon, rival })) {
    const texts = [JSON.stringify(await client.call(readOrder, { params: { id: made.id } })), ...events];
    for (const [other, marks] of Object.entries(own)) {
      if (other === who) continue;
      const others = [
        ...marks,
        names[other === 'root' ? 'root' : other === 'lyon' ? 'lyon' : 'rival'],
        'The dear one',
        'PRIVATE',
      ];
      expect([who, other, others.filter((mark) => texts.some((text) => text.includes(mark)))]).toEqual([
        who,
        other,
        [],
      ]);
    }
  }
});
