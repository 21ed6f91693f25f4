import { randomUUID } from 'node:crypto';
import plugins from 'virtual:plugin-servers';
import { listAmProcesses, listOfferedMaterials } from '@sinter/sdk/contract/catalog/offered';
import { resetKeys } from '@sinter/sdk/contract/host/account';
import { CallError } from '@sinter/sdk/contract/errors';
import { fileDtoSchema } from '@sinter/sdk/contract/host/files';
import {
  awardBidUsingPo,
  countOrders,
  createOrder,
  fireOrderEvent,
  readOrder,
  searchOrders,
  statusGroupSchema,
  submitQuote,
  type PlainEvent,
} from '@sinter/sdk/contract/orders/orders';
import { estimatePrice } from '@sinter/sdk/contract/orders/estimate';
import { storedFiles } from '@sinter/sdk/server';
import { searchParts } from '@sinter/sdk/contract/catalog/parts';
import { pickJobs } from '@sinter/sdk/contract/scheduling/chart';
import { createJob, fileJobStatus, fireJobEvent, nextSlot, readJob } from '@sinter/sdk/contract/scheduling/jobs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';

let server: TestServer;
let buyer: TestClient;
let planner: TestClient;
let admin: TestClient;
let second: TestClient;

beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  [buyer, planner, admin, second] = await Promise.all([
    server.client('buyer'),
    server.client('planner'),
    server.client('admin'),
    server.client('admin2'),
  ]);
});
afterAll(() => server.stop());

/** A part of the demo's buyer, which is prepared. */
async function preparedPart(): Promise<number> {
  const found = await server.services.db
    .selectFrom('file_facts')
    .innerJoin('stored_file', 'stored_file.id', 'file_facts.file_id')
    .select('stored_file.id')
    .where('stored_file.owner_company_id', '=', server.world.buyerCompanyId)
    .orderBy('stored_file.id')
    .executeTakeFirstOrThrow();
  return found.id;
}

/** Another upload with that part's content, prepared like it. */
async function ownPart(
  owner: { companyId?: number; facilityId?: number } = { companyId: server.world.buyerCompanyId },
) {
  const { db, write, get } = server.services;
  const like = await preparedPart();
  const [source, facts] = await Promise.all([
    db.selectFrom('stored_file').select(['sha256', 'size']).where('id', '=', like).executeTakeFirstOrThrow(),
    db.selectFrom('file_facts').selectAll().where('file_id', '=', like).executeTakeFirstOrThrow(),
  ]);
  return write(async (unit) => {
    const createdBy = server.world.users['buyer@demo.example'] ?? null;
    const file = { ...source, fileName: 'own.stl', controlled: false, createdBy, owner };
    const { id } = await get(storedFiles).add(unit, file);
    await unit.db
      .insertInto('file_facts')
      .values({ ...facts, file_id: id })
      .execute();
    return id;
  });
}

async function newOrder(
  quantity = 5,
  eventId: string = randomUUID(),
  original?: number,
  mesh?: number,
  exportControlled = false,
) {
  const originalFileId = original ?? (await preparedPart());
  const fileId = mesh ?? originalFileId;
  const offers = await buyer.call(listOfferedMaterials, {});
  const mjf = offers.find((offer) => offer.process.processKey === 'HPBJ');
  const material = mjf?.materials[0];
  if (!mjf || !material) throw new Error('The demo offers no MJF material.');
  return buyer.call(createOrder, {
    body: {
      eventId,
      displayTitle: 'Brackets',
      exportControlled,
      rfqFileDTOs: [{ originalFileId, fileId, amProcessId: mjf.process.id, materialId: material.id, quantity }],
    },
  });
}

async function awarded(quantity = 5, original?: number) {
  const order = await newOrder(quantity, randomUUID(), original);
  const params = { id: order.id };
  const quoted = await admin.call(submitQuote, {
    params,
    body: {
      eventId: randomUUID(),
      leadTimeDays: 5,
      lines: order.rfqFileDTOs.map((file) => ({ orderFileId: file.id, unitPrice: 1250 })),
    },
  });
  const quoteId = quoted.quotes[0]?.id ?? 0;
  await buyer.call(awardBidUsingPo, {
    params: { orderId: order.id },
    body: { eventId: randomUUID(), quoteId, poNumber: randomUUID() },
  });
  return admin.call(fireOrderEvent, { params, body: { eventId: randomUUID(), event: 'ACCEPT_AWARD' } });
}

const failure = async (call: Promise<unknown>): Promise<CallError> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof CallError) return error;
  throw new Error('The call did not fail with a CallError.');
};

describe('an order', () => {
  test('reaches every facility that can make all of it, and nobody else', async () => {
    const order = await newOrder();
    expect(order.status).toBe('DISTRIBUTED');
    expect((await planner.call(readOrder, { params: { id: order.id } })).status).toBe('BID_WAITING');
    // The second facility has no MJF machine.
    expect((await failure(second.call(readOrder, { params: { id: order.id } }))).code).toBe('NOT_FOUND');
    const stranger = await server.client('third');
    expect((await failure(stranger.call(readOrder, { params: { id: order.id } }))).code).toBe('NOT_FOUND');
  });

  test('is made once however often the request is repeated', async () => {
    const eventId = randomUUID();
    const [first, again] = [await newOrder(2, eventId), await newOrder(2, eventId)];
    expect(again.id).toBe(first.id);
  });

  test('is refused with the field at fault when its part was not prepared', async () => {
    const { id } = await server.services.db
      .selectFrom('stored_file')
      .select('id')
      .where('file_name', 'like', '%.png')
      .executeTakeFirstOrThrow();
    const offers = await buyer.call(listOfferedMaterials, {});
    const offer = offers[0];
    const refused = await failure(
      buyer.call(createOrder, {
        body: {
          eventId: randomUUID(),
          displayTitle: 'Picture',
          exportControlled: false,
          rfqFileDTOs: [
            {
              originalFileId: id,
              fileId: id,
              amProcessId: offer?.process.id ?? 0,
              materialId: offer?.materials[0]?.id ?? 0,
              quantity: 1,
            },
          ],
        },
      }),
    );
    expect([refused.code, Object.keys(refused.fields)]).toEqual(['INVALID_INPUT', ['rfqFileDTOs.0.fileId']]);
  });

  test('is found by number, title and part, and counted as it is listed', async () => {
    const order = await newOrder();
    const search = (searchString: string) =>
      planner.call(searchOrders, { query: {}, body: { searchString, searchFilters: {} } });
    for (const text of [String(order.id), 'bracket']) {
      const found = await search(text);
      expect(found.orders.map((row) => row.id)).toContain(order.id);
    }
    expect((await search("x'; drop table rfq_order; --%_")).orders).toEqual([]);

    const counts = await planner.call(countOrders, {});
    for (const group of statusGroupSchema.options) {
      const listed = await planner.call(searchOrders, {
        query: {},
        body: { searchString: '', searchFilters: { ORDER_STATUS: [group] } },
      });
      expect(listed.totalCount, group).toBe(counts.byGroup[group]);
    }
  });

  test('allows in a list what it allows on its page, to either side', async () => {
    const [open, agreed] = [await newOrder(), await awarded()];
    const hold = { eventId: randomUUID(), event: 'HOLD', reason: 'The powder is late' } as const;
    await admin.call(fireOrderEvent, { params: { id: agreed.id }, body: hold });
    for (const client of [buyer, planner, admin]) {
      const body = { searchString: 'bracket', searchFilters: {} };
      const { orders } = await client.call(searchOrders, { query: { size: 100 }, body });
      for (const { id } of [open, agreed]) {
        const row = orders.find((each) => each.id === id);
        const { allowedEvents, status } = await client.call(readOrder, { params: { id } });
        expect(row).toMatchObject({ allowedEvents, status });
      }
      const held = orders.find(({ id }) => id === agreed.id);
      expect(held?.allowedEvents.includes('HOLD')).toBe(false);
    }
  });

  test('is of files that the company has uploaded, each with a mesh that was made from it', async () => {
    const fieldsOf = async (call: Promise<unknown>) => Object.keys((await failure(call)).fields);
    const [own, other] = [await ownPart(), await ownPart()];
    const theirs = await ownPart({ facilityId: server.world.rootFacilityId });
    await server.services.write((unit) =>
      server.services.get(storedFiles).share(unit, [theirs], { companyIds: [server.world.buyerCompanyId] }),
    );
    expect(await fieldsOf(newOrder(1, randomUUID(), theirs))).toContain('rfqFileDTOs.0.originalFileId');
    expect(await fieldsOf(newOrder(1, randomUUID(), own, other))).toEqual(['rfqFileDTOs.0.fileId']);
  });

  test('is shown to nobody who may not know of it once one of its files is marked, until it is released', async () => {
    const fileId = await ownPart();
    const order = await newOrder(1, randomUUID(), fileId);
    const orderFileId = order.rfqFileDTOs[0]?.id ?? 0;
    const [engineer, params] = [await server.client('engineer'), { id: order.id }];
    const listed = async (client: TestClient) => {
      const body = { searchString: String(order.id), searchFilters: {} };
      const { orders } = await client.call(searchOrders, { query: {}, body });
      return orders.some(({ id }) => id === order.id);
    };
    const mark = (controlled: boolean) => server.mark([fileId], controlled);
    const before = (await planner.call(countOrders, {})).total;
    expect([await listed(planner), await listed(admin), await listed(buyer)]).toEqual([true, true, true]);
    const engineerSaw = await listed(engineer);

    await mark(true);
    expect([await listed(planner), await listed(admin), await listed(engineer)]).toEqual([false, false, false]);
    expect((await planner.call(countOrders, {})).total).toBe(before - 1);
    expect((await failure(planner.call(readOrder, { params }))).code).toBe('NOT_FOUND');
    expect(await planner.call(fileJobStatus, { body: [orderFileId] })).toEqual([]);
    // Its creator may know of it, but not through a key.
    expect((await buyer.call(readOrder, { params })).exportControlled).toBe(true);
    const { userKey } = await buyer.call(resetKeys, { query: { which: 'USER' } });
    const headers = { authorization: `Bearer ${userKey}` };
    const byKey = await fetch(`${server.url}/api/v3/orders/${order.id}`, { headers });
    expect(byKey.status).toBe(404);
    await mark(false);
    expect([await listed(planner), await listed(engineer)]).toEqual([true, engineerSaw]);
    expect((await buyer.call(readOrder, { params })).exportControlled).toBe(false);
  });

  test('that is export controlled makes its parts so, in the inventory too', async () => {
    const fileId = await ownPart();
    const order = await newOrder(1, randomUUID(), fileId, fileId, true);
    expect(order.exportControlled).toBe(true);
    // The company has an open part with this content: the marked upload is a part of its own.
    const partsOf = async (client: TestClient) => {
      const { content } = await client.call(searchParts, { query: {}, body: { searchText: 'own.stl' } });
      return content.filter(({ revision }) => revision.originalFileDTO.id === fileId);
    };
    expect(await partsOf(buyer)).toMatchObject([{ exportControlled: true, orderCount: 1 }]);
    expect(await partsOf(await server.client('engineer'))).toEqual([]);
  });

  test('takes request ids that others have used, and does what they ask for', async () => {
    const [eventId, first, other] = [randomUUID(), await newOrder(1), await newOrder(1)];
    const fire = (order: { id: number }) =>
      buyer.call(fireOrderEvent, { params: { id: order.id }, body: { eventId, event: 'WITHDRAW' } });
    expect([(await fire(first)).status, (await fire(other)).status]).toEqual(['WITHDRAWN', 'WITHDRAWN']);
    // The same request sent again changes nothing more.
    expect((await fire(other)).status).toBe('WITHDRAWN');
  });

  test('that nobody could make is offered again when it is submitted again', async () => {
    const { db } = server.services;
    const made = await newOrder();
    const shown = await sql<{ id: number }>`
      update equipment set hidden = true where not hidden returning id
    `.execute(db);
    const order = await buyer.call(createOrder, {
      body: {
        eventId: randomUUID(),
        displayTitle: 'Brackets',
        exportControlled: false,
        rfqFileDTOs: made.rfqFileDTOs.map(({ originalFileDTO, fileDTO, aMProcess, materials, quantity }) => ({
          originalFileId: originalFileDTO.id,
          fileId: fileDTO.id,
          amProcessId: aMProcess.id,
          materialId: materials[0]?.id ?? 0,
          quantity,
        })),
      },
    });
    const again = () =>
      buyer.call(fireOrderEvent, { params: { id: order.id }, body: { eventId: randomUUID(), event: 'SUBMIT' } });
    expect([order.status, (await again()).status]).toEqual(['UNMATCHED', 'UNMATCHED']);
    await sql`update equipment set hidden = false where id = any(${shown.rows.map(({ id }) => id)})`.execute(db);
    expect((await again()).status).toBe('DISTRIBUTED');
    expect((await planner.call(readOrder, { params: { id: order.id } })).status).toBe('BID_WAITING');
  });

  test('goes to no facility that is closed, and what only such a one makes is neither offered nor priced', async () => {
    const { db } = server.services;
    const { secondFacilityId } = server.world;
    const offers = () => buyer.call(listOfferedMaterials, {});
    const processes = () =>
      buyer.call(listAmProcesses, { query: { filter_by_match_type: 'true', matchingType: 'INTERNAL_FACILITY' } });
    const setOpen = (open: boolean) =>
      sql`update facility set active = ${open} where id = ${secondFacilityId}`.execute(db);
    const others = await sql<{ id: number }>`
      update equipment set hidden = true where not hidden and facility_id <> ${secondFacilityId} returning id
    `.execute(db);
    const [offer] = await offers();
    const fileId = await preparedPart();
    const part = { amProcessId: offer?.process.id ?? 0, materialId: offer?.materials[0]?.id ?? 0, quantity: 5 };
    const price = () => buyer.call(estimatePrice, { body: { files: [{ fileId, ...part }] } });
    await price();

    await setOpen(false);
    const order = await buyer.call(createOrder, {
      body: {
        eventId: randomUUID(),
        displayTitle: 'Nobody is there',
        exportControlled: false,
        rfqFileDTOs: [{ originalFileId: fileId, fileId, ...part }],
      },
    });
    expect(order.status).toBe('UNMATCHED');
    expect([await offers(), await processes()]).toEqual([[], []]);
    expect((await failure(price())).code).toBe('INVALID_INPUT');

    await setOpen(true);
    await sql`update equipment set hidden = false where id = any(${others.rows.map(({ id }) => id)})`.execute(db);
    const again = { eventId: randomUUID(), event: 'SUBMIT' } as const;
    const sent = await buyer.call(fireOrderEvent, { params: { id: order.id }, body: again });
    expect(sent.status).toBe('DISTRIBUTED');
  });

  test('moves only as the table allows, and says what is allowed instead', async () => {
    const order = await newOrder();
    const fire = (client: TestClient, event: PlainEvent) =>
      client.call(fireOrderEvent, {
        params: { id: order.id },
        body: { eventId: randomUUID(), event, reason: 'It has to be' },
      });
    const refused = await failure(fire(planner, 'ACCEPT_AWARD'));
    expect([refused.code, refused.details.from, refused.details.allowed]).toEqual([
      'TRANSITION_REFUSED',
      'BID_WAITING',
      ['DECLINE', 'SUBMIT_QUOTE', 'HOLD'],
    ]);
    expect((await fire(planner, 'HOLD')).status).toBe('ON_HOLD');
    expect((await fire(planner, 'RESUME')).status).toBe('BID_WAITING');
    expect((await fire(buyer, 'WITHDRAW')).status).toBe('WITHDRAWN');
    expect((await planner.call(readOrder, { params: { id: order.id } })).status).toBe('BID_LOST');
  });
});

test('prices of facilities with different currencies are told each in its own', async () => {
  const { db } = server.services;
  const offers = await buyer.call(listOfferedMaterials, {});
  const fileId = await ownPart();
  const files = offers.flatMap(({ process, materials }) =>
    materials.map((material) => ({ fileId, amProcessId: process.id, materialId: material.id, quantity: 1 })),
  );
  await sql`update facility set currency = 'USD' where id = ${server.world.secondFacilityId}`.execute(db);
  const { rows } = await sql`
    update equipment e set hourly_rate_minor = 1 where e.facility_id = ${server.world.secondFacilityId} returning id
  `.execute(db);
  expect(rows.length).toBeGreaterThan(0);
  const priced = await buyer.call(estimatePrice, { body: { files } });
  expect(priced.totals.map(({ currency }) => currency).sort()).toEqual(['EUR', 'USD']);
  for (const { currency, amount } of priced.totals) {
    const own = priced.files.filter((file) => file.currency === currency);
    expect(own.reduce((sum, file) => sum + file.total, 0)).toBe(amount);
  }
  // A facility is told its own prices, and quotes in its own currency.
  await sql`update facility set currency = 'CHF' where id = ${server.world.rootFacilityId}`.execute(db);
  const order = await newOrder(2);
  const [part] = order.rfqFileDTOs;
  if (!part) throw new Error('The order has no part.');
  const wanted = { fileId: part.fileDTO.id, amProcessId: part.aMProcess.id, materialId: part.materials[0]?.id ?? 0 };
  const own = await admin.call(estimatePrice, { body: { files: [{ ...wanted, quantity: 2 }] } });
  expect(own.totals.map(({ currency }) => currency)).toEqual(['CHF']);
  const body = { eventId: randomUUID(), leadTimeDays: 5, lines: [{ orderFileId: part.id, unitPrice: 500 }] };
  const quoted = await admin.call(submitQuote, { params: { id: order.id }, body });
  expect([quoted.quote, quoted.rfqFileDTOs[0]?.unitPrice]).toEqual([
    { amount: 1000, currency: 'CHF' },
    { amount: 500, currency: 'CHF' },
  ]);
  await sql`update facility set currency = 'EUR'`.execute(db);
});

describe('a build job', () => {
  async function plan(order: Awaited<ReturnType<typeof awarded>>, quantity: number, jobFileIds: number[] = []) {
    const file = order.rfqFileDTOs[0];
    const machine = file?.machines[0];
    const material = file?.materials[0];
    if (!file || !machine || !material) throw new Error('The order has no part that can be made.');
    const slot = await planner.call(nextSlot, { query: { equipment: machine.id, totalHours: 6 } });
    return planner.call(createJob, {
      body: {
        eventId: randomUUID(),
        jobName: 'Brackets 1',
        equipmentDTO: machine,
        materialDTO: material,
        fromDate: slot.fromDate ?? '',
        toDate: slot.toDate ?? '',
        files: [{ rfqCadFileId: file.id, quantity }],
        jobFileIds,
      },
    });
  }

  test('takes its parts, gives back what did not come out good, and puts the order into production', async () => {
    const order = await awarded(5);
    expect(order.status).toBe('SP_BID_ACCEPTED');
    const fileId = order.rfqFileDTOs[0]?.id ?? 0;
    const left = async () => (await planner.call(fileJobStatus, { body: [fileId] }))[0]?.notScheduled;
    const job = await plan(order, 4);
    expect(await left()).toBe(1);
    expect((await failure(plan(order, 2))).details.free).toBe(1);

    const fire = (event: 'START' | 'COMPLETE', completedQuantity = 0) =>
      planner.call(fireJobEvent, {
        params: { id: job.id },
        body: { event, completed: [{ rfqCadFileId: fileId, completedQuantity }] },
      });
    // Something else may still run on that machine in the demo: the start is refused with its name, then allowed.
    await server.services.db
      .updateTable('job')
      .set({ status: 'COMPLETED' })
      .where('equipment_id', '=', job.equipmentId)
      .where('status', '=', 'IN_PROGRESS')
      .execute();
    await fire('START');
    expect((await buyer.call(readOrder, { params: { id: order.id } })).status).toBe('IN_MANUFACTURING');
    expect((await fire('COMPLETE', 3)).jobStatus).toBe('COMPLETED');
    expect(await left()).toBe(2);
    expect((await failure(fire('START'))).code).toBe('TRANSITION_REFUSED');
  });

  test('of another facility is not to be seen', async () => {
    const job = await plan(await awarded(2), 1);
    expect((await failure(second.call(readJob, { params: { id: job.id } }))).code).toBe('NOT_FOUND');
  });

  test('keeps what was marked meanwhile from those who are not cleared, and they plan no more of it', async () => {
    const fileId = await ownPart();
    const order = await awarded(3, fileId);
    const job = await plan(order, 1);
    expect(job.jobOrderDTOs.map(({ orderId }) => orderId)).toEqual([order.id]);
    await server.mark([fileId]);
    expect((await planner.call(readJob, { params: { id: job.id } })).jobOrderDTOs).toEqual([]);
    expect((await failure(plan(order, 1))).code).toBe('EXPORT_CONTROLLED');
    expect(await planner.call(pickJobs, { body: { rfqId: order.id } })).toEqual([]);
  });

  test('has its own files marked with its parts', async () => {
    const fileId = await ownPart();
    const sent = await planner.send('/api/v1/files', 'build.log', randomUUID(), {});
    const log = fileDtoSchema.parse(await sent.json()).id;
    const job = await plan(await awarded(3, fileId), 1, [log]);
    expect(job.jobFiles.map(({ id }) => id)).toEqual([log]);
    await newOrder(1, randomUUID(), fileId, fileId, true);
    expect((await server.services.get(storedFiles).byId(log))?.controlled).toBe(true);
    const seen = await planner.call(readJob, { params: { id: job.id } });
    expect(seen).toMatchObject({ jobName: `#${job.id}`, jobFiles: [], jobOrderDTOs: [] });
  });

  test('is refused for an order that was not awarded', async () => {
    const order = await newOrder(2);
    const seen = await planner.call(readOrder, { params: { id: order.id } });
    expect((await failure(plan(seen, 1))).code).toBe('CONFLICT');
  });
});
