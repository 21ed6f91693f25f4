import { randomUUID } from 'node:crypto';
import { CallError } from '@sinter/sdk/contract/errors';
import {
  addPart,
  addPartRevision,
  archiveParts,
  deleteParts,
  getPart,
  searchParts,
  tagFacilityParts,
  undeleteParts,
  tagParts,
  updatePart,
} from '@sinter/sdk/contract/catalog/parts';
import { storedFiles } from '@sinter/sdk/server';
import { partInventory } from '@sinter/sdk/contract/catalog/partInventory';
import type { Principal } from '@sinter/sdk/contract';
import type { KyselyPlugin } from 'kysely';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testServer, type Account, type TestClient, type TestServer } from '../../../../host/server/testing.ts';
import administration from '../../../admin/server/index.ts';
import orders from '../../../orders/server/index.ts';
import preparation from '../../../preparation/server/index.ts';
import catalog from '../index.ts';
import { search } from './queries.ts';
import { revisionName } from './revision.ts';

let server: TestServer;
let buyer: TestClient;
let engineer: TestClient;
let third: TestClient;
let planner: TestClient;
let second: TestClient;
let material: { process: number; id: number };

beforeAll(async () => {
  server = await testServer({ plugins: [administration, preparation, catalog, orders] });
  [buyer, engineer, third, planner, second] = await Promise.all([
    server.client('buyer'),
    server.client('engineer'),
    server.client('third'),
    server.client('planner'),
    server.client('admin2'),
  ]);
  const { rows } = await sql<{ process: number; id: number }>`
    insert into material (name, general_material_id, am_process_id, density_mg_per_mm3)
    select 'PA12', general.id, (select min(id) from am_process), 1 from general_material general where name = 'Polyamide'
    returning id, am_process_id as process
  `.execute(server.services.db);
  const [row] = rows;
  if (!row) throw new Error('No material.');
  material = row;
});
afterAll(() => server.stop());

const userOf = (account: Account): number => server.world.users[`${account}@demo.example`] ?? 0;

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

interface FileOptions {
  content?: string;
  company?: number;
  by?: Account;
  controlled?: boolean;
  prepared?: boolean;
  volume?: number;
  watertight?: boolean;
}

/** An upload with a mesh that was made from it, as preparation leaves them. */
async function prepared(fileName: string, options: FileOptions = {}) {
  const { content = randomUUID(), company = server.world.buyerCompanyId, by = 'buyer', controlled = false } = options;
  const store = (text: string) =>
    server.services.files.write(bytesOf(text), { controlled, maxBytes: Number.POSITIVE_INFINITY });
  const [upload, made] = [await store(content), await store(`mesh of ${content}`)];
  return server.services.write(async (unit) => {
    const files = server.services.get(storedFiles);
    const own = { controlled, createdBy: userOf(by) };
    const original = await files.add(unit, { ...own, ...upload, fileName, owner: { companyId: company } });
    const mesh = await files.add(unit, {
      ...own,
      ...made,
      fileName: fileName.replace(/\.\w+$/, '.stl'),
      owner: {},
      madeFromFileId: original.id,
    });
    if (options.prepared !== false) {
      await unit.db
        .insertInto('file_facts')
        .values({
          file_id: mesh.id,
          volume_mm3: options.volume ?? 1000,
          area_mm2: 600,
          size_x_mm: 10,
          size_y_mm: 20,
          size_z_mm: 30,
          facets: 12,
          shells: 1,
          watertight: options.watertight ?? true,
          thumbnail_file_id: null,
        })
        .execute();
    }
    return { originalFileId: original.id, fileId: mesh.id };
  });
}

type Files = Awaited<ReturnType<typeof prepared>>;

const add = (client: TestClient, files: Files, more: Record<string, unknown> = {}) =>
  client.call(addPart, { body: { eventId: randomUUID(), name: 'Bracket', ...files, ...more } });

async function added(client: TestClient, files: Files, more: Record<string, unknown> = {}) {
  const { part } = await add(client, files, more);
  if (!part) throw new Error('The part was not added.');
  return part;
}

/** An order as it lies in the tables, sent to the root facility unless said otherwise. */
async function ordered(files: Files, options: { title?: string; controlled?: boolean; facility?: number } = {}) {
  const { title = 'Spare parts', controlled = false, facility = server.world.rootFacilityId } = options;
  const { rows } = await sql<{ id: number }>`
    with o as (
      insert into rfq_order (display_title, company_id, created_by, status, currency, export_controlled, event_id)
      values (${title}, ${server.world.buyerCompanyId}, ${userOf('buyer')}, 'DISTRIBUTED', 'EUR', ${controlled}, ${randomUUID()})
      returning id),
    f as (
      insert into rfq_order_file (order_id, position, original_file_id, file_id, am_process_id, material_id, quantity)
      select id, 0, ${files.originalFileId}, ${files.fileId}, ${material.process}, ${material.id}, 4 from o),
    m as (
      insert into rfq_match (order_id, facility_id, status, created_at, unlocked_at)
      select id, ${facility}, 'BID_WAITING', now(), now() from o)
    select id from o
  `.execute(server.services.db);
  return rows[0]?.id ?? 0;
}

const found = async (client: TestClient, body: Record<string, unknown> = {}, query: Record<string, number> = {}) =>
  client.call(searchParts, { query: { size: 100, ...query }, body });
const names = async (client: TestClient, body: Record<string, unknown> = {}) =>
  (await found(client, body)).content.map(({ name }) => name);
const failure = async (call: Promise<unknown>): Promise<CallError> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof CallError) return error;
  throw new Error('The call did not fail with a CallError.');
};

test('revisions are named as drawings name them', () => {
  expect([1, 2, 26, 27, 28, 52, 53].map(revisionName)).toEqual(['A', 'B', 'Z', 'AA', 'AB', 'AZ', 'BA']);
});

describe('a part', () => {
  test('is added of a prepared file, with its facts, and found by name, number, tag and file name', async () => {
    const files = await prepared('holder-v3.STEP', { volume: 4321 });
    const part = await added(buyer, files, { name: 'Probe holder', partNumber: 'PH-77', tags: ['Optics', 'optics'] });
    expect(part).toMatchObject({
      name: 'Probe holder',
      partNumber: 'PH-77',
      tags: ['Optics'],
      orderCount: 0,
      lastOrderedOn: null,
      revisionCount: 1,
      may: { change: true, delete: true, order: true },
      revision: {
        revision: 'A',
        format: 'step',
        fileName: 'holder-v3.STEP',
        units: 'MM',
        createdBy: 'Bente Hansen',
        report: { volumeMm3: 4321, watertight: true, bbox: { size: [10, 20, 30] } },
      },
    });
    for (const searchText of ['probe', 'ph-7', 'opti', 'holder-v3']) {
      expect(await names(engineer, { searchText }), searchText).toContain('Probe holder');
    }
    expect(await names(engineer, { searchText: '%_' })).toEqual([]);
  });

  test('is added once however often the request is repeated, also at the same time', async () => {
    const files = await prepared('once.stl');
    const body = { eventId: randomUUID(), name: 'Once', ...files };
    const all = await Promise.all([1, 2, 3].map(() => buyer.call(addPart, { body })));
    expect(new Set(all.map(({ part }) => part?.id)).size).toBe(1);
    expect(await names(buyer, { searchText: 'Once' })).toEqual(['Once']);
  });

  test('is added with a request id that another company, or another part, has used', async () => {
    const eventId = randomUUID();
    await added(buyer, await prepared('mine.stl'), { eventId, name: 'Mine' });
    const theirs = await prepared('theirs.stl', { company: server.world.thirdCompanyId, by: 'third' });
    expect((await added(third, theirs, { eventId, name: 'Theirs' })).name).toBe('Theirs');
    for (const name of ['One lever', 'Other lever']) {
      const { id } = await added(buyer, await prepared(`${name}.stl`), { name });
      const body = { eventId, ...(await prepared(`${name} 2.stl`)) };
      expect((await buyer.call(addPartRevision, { params: { id }, body })).revisionCount).toBe(2);
    }
  });

  test('of a file that is not prepared, of others, or not made from the upload is refused', async () => {
    const raw = await prepared('raw.stl', { prepared: false });
    const refused = await failure(add(buyer, raw));
    expect([refused.code, refused.fields]).toEqual(['INVALID_INPUT', { fileId: "This file isn't prepared yet." }]);
    const foreign = await prepared('foreign.stl', { company: server.world.thirdCompanyId, by: 'third' });
    expect((await failure(add(buyer, foreign))).code).toBe('NOT_FOUND');
    const [one, other] = [await prepared('one.stl'), await prepared('other.stl')];
    expect((await failure(add(buyer, { ...one, fileId: other.fileId }))).code).toBe('INVALID_INPUT');
    expect((await failure(add(planner, one))).code).toBe('FORBIDDEN');
  });

  test('with content that is there already is shown instead of added, unless wanted', async () => {
    const content = randomUUID();
    const first = await added(buyer, await prepared('plate.stl', { content }), { name: 'Plate' });
    const again = await prepared('plate-copy.stl', { content, by: 'engineer' });
    expect(await add(engineer, again)).toEqual({
      part: null,
      duplicateOf: { partId: first.id, name: 'Plate', revision: 'A' },
    });
    expect((await added(engineer, again, { name: 'Plate 2', evenIfThere: true })).id).not.toBe(first.id);
    // Another company knows nothing of it.
    const theirs = await prepared('plate.stl', { content, company: server.world.thirdCompanyId, by: 'third' });
    expect((await add(third, theirs)).duplicateOf).toBeNull();
  });

  test('of two who add the same content at once, is added once', async () => {
    const content = randomUUID();
    const files = await Promise.all([prepared('a.stl', { content }), prepared('b.stl', { content, by: 'engineer' })]);
    const both = await Promise.all(files.map((one, index) => add(index === 0 ? buyer : engineer, one)));
    expect(both.filter(({ part }) => part !== null)).toHaveLength(1);
    expect(both.filter(({ duplicateOf }) => duplicateOf !== null)).toHaveLength(1);
  });

  test('gets revisions, but not the same content twice running', async () => {
    const files = await prepared('rev-a.stl');
    const part = await added(buyer, files, { name: 'Lever' });
    const params = { id: part.id };
    const refused = await failure(buyer.call(addPartRevision, { params, body: { eventId: randomUUID(), ...files } }));
    expect([refused.code, refused.message]).toEqual(['CONFLICT', 'Revision A is this file already.']);
    const next = await prepared('rev-b.3mf', { volume: 2000 });
    const body = { eventId: randomUUID(), ...next, units: 'IN' as const };
    const revised = await buyer.call(addPartRevision, { params, body });
    expect(revised).toMatchObject({ revisionCount: 2, revision: { revision: 'B', format: '3mf', units: 'IN' } });
    expect((await buyer.call(addPartRevision, { params, body })).revisionCount).toBe(2);
    expect(await names(buyer, { searchText: 'rev-b.3mf' })).toEqual(['Lever']);
    const detail = await buyer.call(getPart, { params });
    expect(detail.revisions.map(({ revision }) => revision)).toEqual(['B', 'A']);
  });

  test('is renamed and tagged, and then found by the new words only', async () => {
    const part = await added(buyer, await prepared('misc.stl'), { name: 'Workpiece', tags: ['old-tag'] });
    const body = { name: 'Clamp', partNumber: 'CL-1', tags: ['new-tag'] };
    const changed = await engineer.call(updatePart, { params: { id: part.id }, body });
    expect(changed).toMatchObject(body);
    expect(await names(buyer, { searchText: 'new-tag' })).toEqual(['Clamp']);
    expect(await names(buyer, { searchText: 'old-tag' })).toEqual([]);
    expect((await failure(third.call(updatePart, { params: { id: part.id }, body }))).code).toBe('NOT_FOUND');
  });

  test('keeps the tags that several people give it at once; one of another company says so in its row', async () => {
    const part = await added(buyer, await prepared('tagged.stl'), { name: 'Latch', tags: ['Old', 'keep'] });
    const tag = (add: string[], remove: string[] = []) =>
      buyer.call(tagParts, { body: { ids: [part.id], add, remove } });
    await Promise.all([tag(['Rush'], ['OLD']), tag(['pilot']), tag(['RUSH']), tag(['spare'])]);
    const tags = async () => (await buyer.call(getPart, { params: { id: part.id } })).tags;
    expect((await tags()).map((one) => one.toLowerCase()).toSorted()).toEqual(['keep', 'pilot', 'rush', 'spare']);
    expect(await names(buyer, { searchText: 'pilot' })).toEqual(['Latch']);
    const many = Array.from({ length: 20 }, (_, index) => `t${index}`);
    expect(await tag(many)).toMatchObject([{ done: false, message: 'A part can have at most 20 tags.' }]);
    expect(await tags()).toHaveLength(4);
    expect(await third.call(tagParts, { body: { ids: [part.id], add: ['theirs'] } })).toMatchObject([{ done: false }]);
  });
});

test('the thinnest wall is what the last measurement of the own company or facility found', async () => {
  const files = await prepared('thin.stl');
  const part = await added(buyer, files, { name: 'Thin part' });
  await ordered(files);
  expect(part.revision.minWallMm).toBeNull();
  const { buyerCompanyId, rootFacilityId } = server.world;
  for (const [wall, minimum, company, facility] of [
    [1.5, 1, buyerCompanyId, null],
    [0.8, 2, buyerCompanyId, null],
    [0.3, 3, null, rootFacilityId],
  ]) {
    await sql`
      insert into file_operation
        (id, type, file_id, units, input, status, report, details, ended_at, company_id, facility_id)
      values (${randomUUID()}, 'WALL_THICKNESS', ${files.fileId}, 'MM', ${JSON.stringify({ minimumMm: minimum })}, 'SUCCESS',
        '{}', ${JSON.stringify({ minMm: wall })}, clock_timestamp(), ${company}, ${facility})
    `.execute(server.services.db);
  }
  const wallFor = async (client: TestClient) => {
    const { revision, revisions } = await client.call(getPart, { params: { id: part.id } });
    const { content } = await found(client, { searchText: 'Thin part' });
    return [revision.minWallMm, revisions[0]?.minWallMm, content[0]?.revision.minWallMm];
  };
  expect([await wallFor(buyer), await wallFor(planner)]).toEqual([
    [0.8, 0.8, 0.8],
    [0.3, 0.3, 0.3],
  ]);
});

describe('what came by an order', () => {
  const register = (files: readonly (Files & { name: string })[]) =>
    server.services.write((unit) =>
      server.services.get(partInventory).register(unit, {
        companyId: server.world.buyerCompanyId,
        userId: userOf('buyer'),
        files: files.map((file) => ({ ...file, units: 'MM' })),
      }),
    );

  test('becomes a part, once, by its content', async () => {
    const content = randomUUID();
    const [file, copy] = [await prepared('arm.step', { content }), await prepared('arm (2).step', { content })];
    await register([
      { ...file, name: 'arm.step' },
      { ...copy, name: 'arm (2).step' },
    ]);
    await register([{ ...file, name: 'arm.step' }]);
    const { content: parts } = await found(buyer, { searchText: 'arm.step' });
    expect(parts.map(({ name, revision }) => [name, revision.revision])).toEqual([['arm', 'A']]);
    await ordered(copy);
    const later = await prepared('arm again.step', { content });
    await register([{ ...later, name: 'arm again.step' }]);
    await ordered(later);
    const part = await buyer.call(getPart, { params: { id: parts[0]?.id ?? 0 } });
    expect([part.orderCount, part.orders.map(({ revision, quantity }) => [revision, quantity])]).toEqual([
      2,
      [
        ['A', 4],
        ['A', 4],
      ],
    ]);
  });
});

describe('who sees a part', () => {
  test('its company does, and nobody of another', async () => {
    const part = await added(buyer, await prepared('own.stl'), { name: 'Own part' });
    expect(await names(engineer, { searchText: 'Own part' })).toEqual(['Own part']);
    for (const client of [third, planner, second]) {
      expect(await names(client, { searchText: 'Own part' })).toEqual([]);
      expect((await failure(client.call(getPart, { params: { id: part.id } }))).code).toBe('NOT_FOUND');
    }
  });

  test('a facility does that was asked to make it: the revisions it was sent, without tags, to read only', async () => {
    const sent = await prepared('sent.stl');
    const part = await added(buyer, sent, { name: 'Asked for', tags: ['internal'] });
    const orderId = await ordered(sent, { title: 'Please make' });
    const params = { id: part.id };
    const body = { eventId: randomUUID(), ...(await prepared('not-sent.stl')) };
    await buyer.call(addPartRevision, { params, body });

    const theirs = await planner.call(getPart, { params });
    expect(theirs).toMatchObject({
      name: 'Asked for',
      tags: [],
      revisionCount: 1,
      orderCount: 1,
      revision: { revision: 'A' },
      may: { change: false, delete: false, order: false },
      orders: [{ id: orderId, displayTitle: 'Please make' }],
    });
    expect(theirs.revisions.map(({ fileName }) => fileName)).toEqual(['sent.stl']);
    expect(await names(planner, { searchText: 'sent.stl' })).toEqual(['Asked for']);
    expect(await names(planner, { searchText: 'not-sent' })).toEqual([]);
    expect(await names(planner, { searchText: 'internal' })).toEqual([]);
    expect((await found(planner, { choices: true })).tags).toEqual([]);
    expect((await failure(second.call(getPart, { params }))).code).toBe('NOT_FOUND');
    expect((await failure(planner.call(deleteParts, { body: { ids: [part.id] } }))).code).toBe('FORBIDDEN');
  });

  test('a facility puts tags of its own on what it was asked to make, which the company never sees', async () => {
    const files = await prepared('tagged.stl');
    const part = await added(buyer, files, { name: 'Tagged part', tags: ['theirs'] });
    const admin = await server.client('admin');
    const tag = async (client: TestClient, add: string[], remove: string[] = []) =>
      (await client.call(tagFacilityParts, { body: { ids: [part.id], add, remove } }))[0];
    expect(await tag(admin, ['Needs supports'])).toMatchObject({ done: false, code: 'NOT_FOUND' });
    await ordered(files);
    expect((await tag(admin, ['Needs supports']))?.done).toBe(true);
    expect(await tag(second, ['Theirs'])).toMatchObject({ done: false, code: 'NOT_FOUND' });
    const params = { id: part.id };
    expect(await planner.call(getPart, { params })).toMatchObject({
      tags: [],
      facilityTags: [{ label: 'Needs supports' }],
    });
    const [known] = (await found(planner, { choices: true })).facilityTags;
    expect(known).toMatchObject({ label: 'Needs supports', retired: false });
    const tagIds = [known?.id ?? 0];
    expect(await names(planner, { filters: { tagIds } })).toEqual(['Tagged part']);
    expect(await names(planner, { filters: { tagIds: [999_999] } })).toEqual([]);

    expect(await buyer.call(getPart, { params })).toMatchObject({ tags: ['theirs'], facilityTags: [] });
    expect((await found(buyer, { choices: true })).facilityTags).toEqual([]);
    expect((await failure(tag(buyer, ['Needs supports']))).code).toBe('FORBIDDEN');
    await server.mark([files.originalFileId, files.fileId], true);
    expect(await tag(planner, [], ['Needs supports'])).toMatchObject({ done: false, code: 'NOT_FOUND' });
    expect(await names(planner, { filters: { tagIds } })).toEqual([]);
    await server.mark([files.originalFileId, files.fileId], false);
  });

  test('no facility does by an export-controlled order', async () => {
    const files = await prepared('quiet.stl');
    await added(buyer, files, { name: 'Quiet part' });
    await ordered(files, { controlled: true });
    expect(await names(planner, { searchText: 'Quiet part' })).toEqual([]);
    expect(await names(buyer, { searchText: 'Quiet part' })).toEqual(['Quiet part']);
  });

  test('one with an export-controlled file is known only to who may read it', async () => {
    const part = await added(buyer, await prepared('wing.stl', { controlled: true }), { name: 'Wing rib' });
    expect(part.exportControlled).toBe(true);
    const filters = { exportControlled: true };
    expect(await names(buyer, { filters })).toEqual(['Wing rib']);
    expect(await names(engineer, { filters })).toEqual([]);
    expect((await failure(engineer.call(getPart, { params: { id: part.id } }))).code).toBe('NOT_FOUND');

    // A controlled revision takes the whole part out of the sight of the others.
    const open = await added(buyer, await prepared('open.stl'), { name: 'Open rib' });
    const next = { eventId: randomUUID(), ...(await prepared('closed.stl', { controlled: true })) };
    await buyer.call(addPartRevision, { params: { id: open.id }, body: next });
    expect(await names(engineer, { searchText: 'rib' })).toEqual([]);
    expect((await names(buyer, { searchText: 'rib' })).sort()).toEqual(['Open rib', 'Wing rib']);
  });

  test('one whose file is marked afterwards is known to the others no more, until it is released', async () => {
    const files = await prepared('later.stl');
    const part = await added(buyer, files, { name: 'Marked later' });
    await ordered(files);
    expect(await names(planner, { searchText: 'Marked later' })).toEqual(['Marked later']);
    const mark = (controlled: boolean) => server.mark([files.originalFileId, files.fileId], controlled);
    await mark(true);
    for (const client of [engineer, planner]) {
      expect(await names(client, { searchText: 'Marked later' })).toEqual([]);
      expect((await failure(client.call(getPart, { params: { id: part.id } }))).code).toBe('NOT_FOUND');
    }
    expect((await buyer.call(getPart, { params: { id: part.id } })).exportControlled).toBe(true);
    const copy = await prepared('later copy.stl', { by: 'engineer' });
    expect((await add(engineer, copy)).duplicateOf).toBeNull();
    await mark(false);
    expect(await names(engineer, { searchText: 'Marked later' })).toEqual(['Marked later']);
    expect((await buyer.call(getPart, { params: { id: part.id } })).exportControlled).toBe(false);
  });

  test('one is seen no more by a facility once another part of the order is marked', async () => {
    const [open, other] = [await prepared('companion.stl'), await prepared('marked companion.stl')];
    await added(buyer, open, { name: 'Companion' });
    const orderId = await ordered(open);
    await sql`
      insert into rfq_order_file (order_id, position, original_file_id, file_id, am_process_id, material_id, quantity)
      values (${orderId}, 1, ${other.originalFileId}, ${other.fileId}, ${material.process}, ${material.id}, 1)
    `.execute(server.services.db);
    expect(await names(planner, { searchText: 'Companion' })).toEqual(['Companion']);
    await server.mark([other.originalFileId]);
    expect(await names(planner, { searchText: 'Companion' })).toEqual([]);
  });

  test('the name of a controlled part is not told to who uploads the same content', async () => {
    const content = randomUUID();
    await added(buyer, await prepared('secret.stl', { content, controlled: true }), { name: 'Secret rib' });
    const copy = await prepared('copy.stl', { content, by: 'engineer' });
    expect((await add(engineer, copy)).duplicateOf).toBeNull();
  });
});

describe('many parts', () => {
  test('are archived and brought back, each with its own answer', async () => {
    const part = await added(buyer, await prepared('old.stl'), { name: 'Old part' });
    const theirs = await prepared('x.stl', { company: server.world.thirdCompanyId, by: 'third' });
    const foreign = await added(third, theirs, { name: 'Not yours' });
    const ids = [part.id, foreign.id, 999_999];
    const archived = await buyer.call(archiveParts, { body: { ids, archived: true } });
    expect(archived.map(({ done }) => done)).toEqual([true, false, false]);
    expect(archived[1]?.message).toBe(archived[2]?.message);
    expect(await names(buyer, { searchText: 'Old part' })).toEqual([]);
    expect(await names(buyer, { searchText: 'Old part', filters: { archived: true } })).toEqual(['Old part']);
    expect((await buyer.call(getPart, { params: { id: part.id } })).may.order).toBe(false);
    await buyer.call(archiveParts, { body: { ids: [part.id], archived: false } });
    expect(await names(buyer, { searchText: 'Old part' })).toEqual(['Old part']);
  });

  test('are deleted unless they were ordered', async () => {
    const files = await prepared('ordered.stl');
    const [kept, gone] = [
      await added(buyer, files, { name: 'Was ordered' }),
      await added(buyer, await prepared('unused.stl'), { name: 'Never ordered' }),
    ];
    await ordered(files);
    expect((await buyer.call(getPart, { params: { id: kept.id } })).may.delete).toBe(false);
    const answers = await buyer.call(deleteParts, { body: { ids: [kept.id, gone.id] } });
    expect(answers).toEqual([
      {
        id: kept.id,
        done: false,
        message: expect.stringContaining('archive it instead'),
        said: { key: 'catalog.wasOrdered' },
      },
      { id: gone.id, done: true, message: null },
    ]);
    expect((await failure(buyer.call(getPart, { params: { id: gone.id } }))).code).toBe('NOT_FOUND');
    expect(await names(buyer, { searchText: 'Never ordered' })).toEqual([]);
  });

  test('that were deleted are brought back for a day, as they were, by their own company', async () => {
    const files = await prepared('oops.stl');
    const part = await added(buyer, files, { name: 'Deleted too soon' });
    const body = { ids: [part.id] };
    await buyer.call(archiveParts, { body: { ...body, archived: true } });
    await buyer.call(deleteParts, { body });
    const { part: again } = await add(buyer, files, { name: 'Sent again' });
    expect(again?.name).toBe('Sent again');
    expect(await third.call(undeleteParts, { body })).toMatchObject([{ done: false }]);
    expect((await failure(planner.call(undeleteParts, { body }))).code).toBe('FORBIDDEN');
    expect(await buyer.call(undeleteParts, { body })).toEqual([{ id: part.id, done: true, message: null }]);
    expect(await buyer.call(getPart, { params: { id: part.id } })).toMatchObject({ archived: true, revisionCount: 1 });
    await buyer.call(deleteParts, { body });
    await sql`update part set deleted_at = now() - interval '25 hours' where id = ${part.id}`.execute(
      server.services.db,
    );
    expect(await buyer.call(undeleteParts, { body })).toMatchObject([{ done: false }]);
    await buyer.call(deleteParts, { body: { ids: [999_999] } });
    const { rows } = await sql`select 1 from part where id = ${part.id}`.execute(server.services.db);
    expect(rows).toEqual([]);
  });

  test('are not deleted while somebody is ordering them', async () => {
    const files = await prepared('being ordered.stl');
    const part = await added(buyer, files, { name: 'Being ordered' });
    const { db } = server.services;
    const waits = async (): Promise<'waits'> => {
      const { rows } = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database()`.execute(db);
      return rows.length > 0 ? 'waits' : new Promise((again) => setTimeout(again, 20)).then(waits);
    };
    let deleting: ReturnType<typeof remove> | undefined;
    const remove = () => buyer.call(deleteParts, { body: { ids: [part.id] } });
    await server.services.write(async (unit) => {
      await sql`
        with o as (
          insert into rfq_order (display_title, company_id, created_by, status, currency, event_id)
          values ('Meanwhile', ${server.world.buyerCompanyId}, ${userOf('buyer')}, 'DISTRIBUTED', 'EUR', ${randomUUID()})
          returning id)
        insert into rfq_order_file (order_id, position, original_file_id, file_id, am_process_id, material_id, quantity)
        select id, 0, ${files.originalFileId}, ${files.fileId}, ${material.process}, ${material.id}, 1 from o
      `.execute(unit.db);
      await server.services.get(partInventory).register(unit, {
        companyId: server.world.buyerCompanyId,
        userId: userOf('buyer'),
        files: [{ ...files, units: 'MM', name: 'being ordered.stl' }],
      });
      deleting = remove();
      await Promise.race([deleting, waits()]);
    });
    expect(await deleting).toMatchObject([{ id: part.id, done: false }]);
    expect((await buyer.call(getPart, { params: { id: part.id } })).orderCount).toBe(1);
  });

  test('are filtered, sorted and paged by the server, with the same number of queries for 3 as for 300', async () => {
    const company = server.world.thirdCompanyId;
    const inThird = (fileName: string, more: FileOptions = {}) => prepared(fileName, { company, by: 'third', ...more });
    await added(third, await inThird('v1.obj', { volume: 10 }), { name: 'Pin small', tags: ['a'] });
    await added(third, await inThird('v2.stl', { volume: 30, watertight: false }), { name: 'Pin large', tags: ['b'] });
    await added(third, await inThird('v3.obj', { volume: 20 }), { name: 'Pin medium', tags: ['a', 'b'] });
    const list = (body: Record<string, unknown>) => names(third, { searchText: 'Pin', ...body });
    expect(await list({ sort: 'VOLUME', descending: false })).toEqual(['Pin small', 'Pin medium', 'Pin large']);
    expect(await list({ sort: 'NAME', descending: true })).toEqual(['Pin small', 'Pin medium', 'Pin large']);
    expect(await list({ sort: 'NAME', descending: false, filters: { tags: ['b'] } })).toEqual([
      'Pin large',
      'Pin medium',
    ]);
    expect(await list({ sort: 'NAME', descending: false, filters: { formats: ['stl'] } })).toEqual(['Pin large']);
    expect(await list({ filters: { watertight: false } })).toEqual(['Pin large']);
    expect(await list({ filters: { ordered: true } })).toEqual([]);
    expect((await list({ filters: { ordered: false }, sort: 'ORDERS' })).length).toBe(3);
    const unasked = await found(third);
    expect([unasked.tags, unasked.formats]).toEqual([[], []]);
    const { tags, formats } = await found(third, { choices: true });
    expect([tags, formats]).toEqual([
      ['a', 'b'],
      ['obj', 'stl'],
    ]);
    const many = Array.from({ length: 101 }, (_, index) => `tag ${index}`);
    expect((await failure(found(third, { filters: { tags: many } }))).code).toBe('INVALID_INPUT');

    const few = await queriesFor(company);
    await sql`
      with p as (
        insert into part (company_id, name, search_text)
        select ${company}, 'Many ' || n, 'Many ' || n from generate_series(1, 300) n returning id),
      source as (
        select r.* from part_revision r join part on part.id = r.part_id where part.company_id = ${company} limit 1)
      insert into part_revision (part_id, number, original_file_id, file_id, units, format, sha256)
      select p.id, 1, s.original_file_id, s.file_id, 'MM', 'stl', 'x' from p, source s
    `.execute(server.services.db);
    expect(await queriesFor(company)).toBe(few);

    const seen: number[] = [];
    for (let page = 0; page < 8; page++) {
      const { content, totalElements } = await found(third, { searchText: 'Many ' }, { page, size: 50 });
      expect(totalElements).toBe(300);
      seen.push(...content.map(({ id }) => id));
    }
    expect([seen.length, new Set(seen).size]).toEqual([300, 300]);
  });

  /** How many queries a page of a company's list takes. */
  async function queriesFor(companyId: number): Promise<number> {
    let queries = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        queries++;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const user: Principal = {
      userId: userOf('third'),
      emailVerified: true,
      role: 'ROLE_ENGINEER',
      accountType: 'ENGINEER',
      memberRoles: ['ENG_ADMIN'],
      permissions: [],
      authorities: [],
      storeFront: true,
      facilityId: null,
      rootFacility: false,
      companyId,
      via: 'session',
      secondFactorDue: false,
      cleared: false,
    };
    const filters = {
      tags: [],
      tagIds: [],
      formats: [],
      watertight: null,
      ordered: null,
      exportControlled: null,
      archived: false,
    };
    const body = { searchText: '', filters, sort: 'CREATED' as const, descending: true, choices: true };
    const context = {
      db: server.services.db.withPlugin(counting),
      user,
      get: server.services.get,
      all: server.services.all,
    };
    const { content } = await search(context, { query: { page: 0, size: 100 }, body });
    expect(content.length).toBeGreaterThan(2);
    return queries;
  }
});

test('the log names no controlled part and no file of one', async () => {
  const secret = `secret-${randomUUID()}`;
  const open = `open-${randomUUID()}`;
  const part = await added(buyer, await prepared(`${secret}.stl`, { controlled: true }), { name: secret });
  const other = await added(buyer, await prepared(`${open}.stl`), { name: open });
  for (const [id, name] of [
    [part.id, secret],
    [other.id, open],
  ] as const) {
    const body = { eventId: randomUUID(), ...(await prepared(`${name}-b.stl`, { controlled: name === secret })) };
    await buyer.call(addPartRevision, { params: { id }, body });
    await buyer.call(updatePart, { params: { id }, body: { name: `${name} 2`, partNumber: '', tags: [] } });
  }
  const entries = async (text: string) => {
    const { rows } = await sql<{ action: string }>`
      select action from audit_entry a where a::text like ${`%${text}%`} order by action`.execute(server.services.db);
    return rows.map(({ action }) => action);
  };
  expect(await entries(secret)).toEqual([]);
  expect(await entries(open)).toEqual(['part.added', 'part.changed', 'part.revised']);
});

test('the inventory works where nobody takes orders', async () => {
  const alone = await testServer({ plugins: [administration, preparation, catalog] });
  try {
    const [buyer, provider] = await Promise.all([alone.client('third'), alone.client('admin')]);
    const filters = {
      tags: [],
      tagIds: [],
      formats: [],
      watertight: null,
      ordered: null,
      exportControlled: null,
      archived: false,
    };
    const body = { searchText: '', filters, sort: 'ORDERS' as const, descending: true, choices: true };
    for (const client of [buyer, provider]) {
      expect((await client.call(searchParts, { query: { page: 0, size: 10 }, body })).content).toEqual([]);
    }
    await expect(buyer.call(deleteParts, { body: { ids: [1] } })).resolves.toMatchObject([{ done: false }]);
  } finally {
    await alone.stop();
  }
}, 60_000);
