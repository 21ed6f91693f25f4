import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import plugins from 'virtual:plugin-servers';
import { CallError } from '@sinter/sdk/contract/errors';
import { callAddress } from '@sinter/sdk/contract/callAddress';
import { readOrderShipments } from '@sinter/sdk/contract/orders/orderShipments';
import { publishSetting, readSetting, saveSettingDraft } from '@sinter/sdk/contract/host/versions';
import { readShipmentPaper } from '@sinter/sdk/contract/orders/shipmentPapers';
import * as calls from '@sinter/sdk/contract/quality/passport';
import { previewCertificate } from '@sinter/sdk/contract/quality/quality';
import { qualityKind, qualitySettingsSchema } from '@sinter/sdk/contract/quality/settings';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPdf } from '#host/server/documents/testing.ts';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { issuePapers } from '../../plugins/orders/server/shipments/papers.ts';
import { passportVerifier, type Verdict } from '../../plugins/quality/shared/passport/verifier.ts';

const verifier = passportVerifier();

let server: TestServer;
let admin: TestClient;
let operator: TestClient;
let buyer: TestClient;
/** Of an order of the buyer's that was shipped, and of one that is still made. */
let shipped: { lotId: number; orderId: number };
let open: { lotId: number; orderId: number };

beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  [admin, operator, buyer] = await Promise.all([
    server.client('admin'),
    server.client('operator'),
    server.client('buyeradmin'),
  ]);
  const lotOf = async (gone: boolean) => {
    const { rows } = await sql<{ lotId: number; orderId: number }>`
      select l.id as "lotId", l.order_id as "orderId" from lot l join rfq_order o on o.id = l.order_id
      where l.facility_id = ${server.world.rootFacilityId} and o.company_id = ${server.world.buyerCompanyId}
        and not o.export_controlled and not o.holds_controlled
        and not exists (select from passport p where p.lot_id = l.id)
        and ${gone} = exists (select from shipment_line g join shipment s on s.id = g.shipment_id
          where g.order_file_id = l.order_file_id and s.shipped_at is not null) order by l.id limit 1
    `.execute(server.services.db);
    if (!rows[0]) throw new Error('The demo has no such lot.');
    return rows[0];
  };
  [shipped, open] = [await lotOf(true), await lotOf(false)];
});
afterAll(() => server.stop());

const codeOf = async (call: Promise<unknown>): Promise<string> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof CallError) return error.code;
  throw error instanceof Error ? error : new Error('The call did not fail.');
};
const issue = (client: TestClient, lotId: number, more: { names?: boolean; shared?: boolean; eventId?: string } = {}) =>
  client.call(calls.issuePassport, { params: { lotId }, body: { eventId: randomUUID(), ...more } });
const address = (lotId: number, version: number, form: calls.PassportForm, copy: calls.PassportCopy = 'CUSTOMER') =>
  callAddress(calls.readPassportFile, { params: { lotId, version, form }, query: { copy } });

async function fileFor(client: TestClient, lotId: number, version: number, copy: calls.PassportCopy) {
  const response = await client.fetch(address(lotId, version, 'file', copy));
  expect(response.status).toBe(200);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const verdict = await verifier.verify(bytes);
  if (!verdict.ok) throw new Error(`${verdict.fault} in line ${verdict.line}`);
  return { bytes, verdict };
}
const shownIn = ({ entries }: Extract<Verdict, { ok: true }>) =>
  entries.filter((entry) => 'content' in entry).map(({ name }) => name.replace(/\/.*/, ''));

describe('a passport', () => {
  test('tells what is known of a lot, and says where nothing is recorded', async () => {
    const { passport, mayIssue } = await admin.call(calls.readPassport, { params: { lotId: shipped.lotId } });
    expect(mayIssue).toBe(true);
    expect(passport.order.id).toBe(shipped.orderId);
    expect(passport.part.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(passport.steps[0]?.steps.map(({ kind }) => kind)).toEqual(['PRINT', 'POST', 'INSPECTION']);
    expect(passport.builds[0]?.machine).toMatchObject({ calibration: null });
    expect(passport.shipments.length).toBeGreaterThan(0);
    // Whoever did something is named in one place alone.
    const { people, ...rest } = passport;
    const [name] = Object.values(people);
    expect(name).toBeTruthy();
    expect(JSON.stringify(rest)).not.toContain(name);
  });

  test('knows a file that answers a check by its content', async () => {
    const { db } = server.services;
    const checks = JSON.stringify([{ key: 'photo', kind: 'FILE', label: 'Photo' }]);
    await sql`update workplan set steps = jsonb_set(steps, '{1,checks}', ${checks}::jsonb)
      where order_file_id = (select order_file_id from lot where id = ${open.lotId})`.execute(db);
    const { rows } = await sql<{ sha256: string }>`
      with file as (select id, sha256 from stored_file order by id limit 1)
      update lot_step set answers = jsonb_build_array(jsonb_build_object('key', 'photo', 'value', file.id, 'by', 1,
        'at', '2026-11-20T08:00:00Z'), '{"key": "size", "value": 2.5, "by": 1, "at": "2026-11-20T08:00:00Z"}'::jsonb)
      from file where lot_id = ${open.lotId} and position = 1 returning file.sha256`.execute(db);
    const { passport } = await admin.call(calls.readPassport, { params: { lotId: open.lotId } });
    expect(passport.steps[0]?.steps[1]?.checks).toMatchObject([
      { label: 'Photo', value: `SHA-256 ${rows[0]?.sha256}` },
      { label: 'size', value: 2.5, passed: null },
    ]);
  });

  test('tells what was measured at its pieces, and what checklists were answered', async () => {
    const { db } = server.services;
    const { rows } = await sql<{
      lotId: number;
      number: string;
      id: number;
      sample: number;
      key: string;
      value: number;
    }>`
      select i.lot_id as "lotId", i.number, i.id, r.sample, r.key, r.value from lot_inspection i
        join inspection_reading r on r.inspection_id = i.id and r.value is not null
        join lot l on l.id = i.lot_id join rfq_order o on o.id = l.order_id
      where i.facility_id = ${server.world.rootFacilityId} and i.state in ('ACCEPTED', 'REJECTED')
        and not o.export_controlled and not o.holds_controlled order by i.id, r.id limit 1`.execute(db);
    const [reading] = rows;
    if (!reading) throw new Error('The demo has measured nothing.');
    const read = async () => (await admin.call(calls.readPassport, { params: { lotId: reading.lotId } })).passport;
    const of = ({ inspections }: calls.Passport) => inspections.find(({ number }) => number === reading.number);
    const before = of(await read());
    const measured = before?.characteristics.filter((each) => each.measured > 0) ?? [];
    expect(measured.length).toBeGreaterThan(0);
    for (const { values, least, greatest, outside } of measured) {
      const numbers = values.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
      if (numbers.length > 0) expect([least, greatest]).toEqual([Math.min(...numbers), Math.max(...numbers)]);
      expect(outside).toBe(values.filter(({ passed }) => !passed).length);
    }
    // What was said last of a piece counts.
    await sql`insert into inspection_reading (inspection_id, sample, key, value, conforms)
      values (${reading.id}, ${reading.sample}, ${reading.key}, 999, false)`.execute(db);
    const after = of(await read());
    const greatest = (inspection: typeof before) =>
      Math.max(...(inspection?.characteristics.map((each) => each.greatest ?? 0) ?? []));
    expect([greatest(before) < 999, greatest(after)]).toEqual([true, 999]);

    const { rows: uses } = await sql<{ lotId: number; name: string }>`
      select u.subject_id as "lotId", v.name from checklist_use u
        join checklist_version v on v.checklist_id = u.checklist_id and v.version = u.version
        join lot l on l.id = u.subject_id join rfq_order o on o.id = l.order_id
      where u.gate = 'STEP_FINISH' and u.facility_id = ${server.world.rootFacilityId}
        and exists (select from checklist_answer a where a.use_id = u.id)
        and not o.export_controlled and not o.holds_controlled order by u.id limit 1`.execute(db);
    const [use] = uses;
    if (!use) throw new Error('The demo has answered no checklist.');
    const { passport } = await admin.call(calls.readPassport, { params: { lotId: use.lotId } });
    const list = passport.checklists.find(({ name, lotId }) => name === use.name && lotId === use.lotId);
    expect(list?.checks.length).toBeGreaterThan(0);
    expect(passport.people[list?.checks[0]?.by ?? '']).toBeTruthy();
    // The customer reads what was measured, and not how the facility works.
    const { version } = await issue(admin, use.lotId);
    const shown = await Promise.all(
      (['FULL', 'CUSTOMER'] as const).map(async (copy) =>
        shownIn((await fileFor(admin, use.lotId, version, copy)).verdict),
      ),
    );
    expect(shown.map((names) => names.includes('checklists'))).toEqual([true, false]);
    expect(shown.map((names) => names.includes('inspections'))).toEqual([true, true]);
  });

  test('is issued once for each request, frozen, and the same bytes whenever it is read', async () => {
    const eventId = randomUUID();
    const first = await issue(admin, shipped.lotId, { eventId });
    expect(await issue(admin, shipped.lotId, { eventId })).toEqual(first);
    const before = await fileFor(admin, shipped.lotId, first.version, 'FULL');
    expect(before.verdict.head).toMatchObject({ lot: shipped.lotId, version: first.version });
    const second = await issue(admin, shipped.lotId);
    expect(second).toMatchObject({ version: first.version + 1, keyId: first.keyId });
    expect((await fileFor(admin, shipped.lotId, first.version, 'FULL')).bytes).toEqual(before.bytes);
    expect(await codeOf(issue(admin, open.lotId, { eventId }))).toBe('CONFLICT');
    // Ten at once count up.
    const many = await Promise.all(Array.from({ length: 10 }, () => issue(admin, shipped.lotId)));
    expect(new Set(many.map(({ version }) => version)).size).toBe(10);
  });

  test('leaves out what a reader may not know, and verifies with the same signature', async () => {
    const { version, seal } = await issue(admin, shipped.lotId);
    const copies = await Promise.all(
      (['FULL', 'CUSTOMER', 'OPEN'] as const).map((copy) => fileFor(admin, shipped.lotId, version, copy)),
    );
    const [full, customer, bare] = copies.map(({ verdict }) => new Set(shownIn(verdict)));
    expect(full).toContain('ledger');
    expect(customer).not.toContain('ledger');
    expect(customer).not.toContain('people');
    expect(customer).toContain('steps');
    expect([...(bare ?? [])]).toEqual(['lot', 'lineage', 'shipments']);
    for (const { bytes } of copies) expect(new TextDecoder().decode(bytes)).toContain(seal);
    const named = await issue(admin, shipped.lotId, { names: true });
    expect(shownIn((await fileFor(buyer, shipped.lotId, named.version, 'CUSTOMER')).verdict)).toContain('people');
  });

  test('of a remade part tells what was scrapped, and the non-conformances that the reader may know', async () => {
    const { db } = server.services;
    const { rootFacilityId: facility } = server.world;
    const { rows } = await sql<{ id: number }>`
      with scrapped as (insert into lot_move (lot_id, position, facility_id, kind, quantity, reason, remake)
          values (${shipped.lotId}, 1, ${facility}, 'SCRAP', 2, 'Damaged', true) returning id),
        made as (insert into lot (facility_id, order_id, order_file_id, job_id, quantity)
          select facility_id, order_id, order_file_id, job_id, 2 from lot where id = ${shipped.lotId} returning id),
        linked as (insert into lot_remake (move_id, lot_id, quantity) select scrapped.id, made.id, 2 from scrapped, made)
      select id from made`.execute(db);
    const lotId = rows[0]?.id ?? 0;
    const concession = JSON.stringify({ userId: 5, at: '2026-11-20T08:00:00Z', accepts: true, note: '' });
    for (const [number, shown] of [
      ['NCR-T-1', true],
      ['NCR-T-2', false],
    ] as const) {
      await sql`
        with made as (insert into ncr (facility_id, number, title, type, severity, source, affected_quantity, customer_visible,
            order_id, order_file_id, lot_id, created_by)
          select ${facility}, ${number}, 'Burr at the edge', 'surface', 'minor', 'SCREEN', 3, ${shown}, order_id, order_file_id, id, 1
          from lot where id = ${shipped.lotId} returning id)
        insert into ncr_row (ncr_id, quantity, disposition, state, concession)
        select id, 3, 'USE_AS_IS', 'DONE', ${concession}::jsonb from made`.execute(db);
    }
    const { version } = await issue(admin, lotId, { shared: true });
    const full = await fileFor(admin, lotId, version, 'FULL');
    const sections = new Map(full.verdict.entries.map(({ name, content }) => [name, content]));
    expect(sections.get('lineage')).toMatchObject({
      remakes: [{ scrappedIn: shipped.lotId, madeIn: lotId, quantity: 2, reason: 'Damaged' }],
    });
    expect(sections.get('nonConformances')).toMatchObject([
      { number: 'NCR-T-1', dispositions: [{ quantity: 3, disposition: 'USE_AS_IS', conceded: true }] },
    ]);
    expect(sections.get('internal')).toMatchObject([{ number: 'NCR-T-2' }]);
    const { bytes } = await fileFor(buyer, lotId, version, 'CUSTOMER');
    expect(new TextDecoder().decode(bytes)).toContain('NCR-T-1');
    expect(new TextDecoder().decode(bytes)).not.toContain('NCR-T-2');
  });

  test('is found by the number of its lot and order, and by text', async () => {
    const found = async (q: string) =>
      (await admin.call(calls.searchPassports, { query: { q, size: 100 } })).rows.map(({ lotId }) => lotId);
    expect(await found(`LOT-${open.lotId}`)).toEqual([open.lotId]);
    expect(await found(`#${open.orderId}`)).toContain(open.lotId);
    expect(await found('zzzzz')).toEqual([]);
    expect(await found('%%%')).toEqual([]);
    const { rows } = await admin.call(calls.searchPassports, { query: { q: String(shipped.lotId), size: 100 } });
    expect(rows.find(({ lotId }) => lotId === shipped.lotId)?.version).toBeGreaterThan(0);
  });

  test('is on paper, with the certificate of material that rests on it', async () => {
    const { version, seal } = await issue(admin, shipped.lotId);
    for (const form of ['summary', 'material'] as const) {
      const response = await buyer.fetch(address(shipped.lotId, version, form));
      expect(response.headers.get('content-type')).toBe('application/pdf');
      const text = (await readPdf(new Uint8Array(await response.arrayBuffer()))).flat().join(' ');
      expect(text).toContain('Not recorded');
      expect(text.replaceAll(' ', '')).toContain(seal.slice(0, 40));
    }
  });
});

describe('who reads it', () => {
  test('in the facility: quality issues, the work center reads, nobody else', async () => {
    const read = { params: { lotId: shipped.lotId } };
    expect((await operator.call(calls.readPassport, read)).mayIssue).toBe(false);
    expect(await codeOf(issue(operator, shipped.lotId))).toBe('FORBIDDEN');
    const { version } = await issue(admin, shipped.lotId);
    await fileFor(operator, shipped.lotId, version, 'FULL');
    const second = await server.client('admin2');
    expect(await codeOf(second.call(calls.readPassport, read))).toBe('NOT_FOUND');
    expect(await codeOf(issue(second, shipped.lotId))).toBe('NOT_FOUND');
    expect((await second.fetch(address(shipped.lotId, version, 'file'))).status).toBe(404);
    const nobody = await server.client();
    expect((await nobody.fetch(address(shipped.lotId, version, 'file'))).status).toBe(401);
  });

  test('the customer once it is shipped or shared, and no other one', async () => {
    const ofOrder = (client: TestClient, orderId: number) =>
      client.call(calls.listOrderPassports, { params: { orderId } });
    const { version } = await issue(admin, shipped.lotId);
    const own = await ofOrder(buyer, shipped.orderId);
    expect(own.lots.find(({ lotId }) => lotId === shipped.lotId)?.issued[0]).toMatchObject({ version });
    // What is the facility's alone is not given, however it is asked for.
    const { verdict } = await fileFor(buyer, shipped.lotId, version, 'FULL');
    expect(shownIn(verdict)).not.toContain('ledger');
    await buyer.call(readOrderShipments, { params: { id: shipped.orderId } });

    const early = await issue(admin, open.lotId);
    expect((await ofOrder(buyer, open.orderId)).lots).toEqual([]);
    expect((await buyer.fetch(address(open.lotId, early.version, 'file'))).status).toBe(404);
    const shared = await issue(admin, open.lotId, { shared: true });
    expect((await ofOrder(buyer, open.orderId)).lots[0]?.issued.map((each) => each.version)).toEqual([shared.version]);
    await fileFor(buyer, open.lotId, shared.version, 'CUSTOMER');

    const rival = await server.client('third');
    expect(await codeOf(ofOrder(rival, shipped.orderId))).toBe('NOT_FOUND');
    expect((await rival.fetch(address(shipped.lotId, version, 'file'))).status).toBe(404);
    expect(await codeOf(buyer.call(calls.readPassport, { params: { lotId: shipped.lotId } }))).toBe('FORBIDDEN');
  });

  test('of an export-controlled order the cleared alone; who ordered it gets what is not technical', async () => {
    const { version } = await issue(admin, shipped.lotId, { shared: true, names: true });
    const { db } = server.services;
    const mark = (on: boolean) =>
      sql`update rfq_order set export_controlled = ${on} where id = ${shipped.orderId}`.execute(db);
    await mark(true);
    try {
      expect(await codeOf(admin.call(calls.readPassport, { params: { lotId: shipped.lotId } }))).toBe('NOT_FOUND');
      expect(await codeOf(issue(admin, shipped.lotId))).toBe('NOT_FOUND');
      expect((await admin.fetch(address(shipped.lotId, version, 'file'))).status).toBe(404);
      expect((await admin.fetch(address(shipped.lotId, version, 'summary', 'OPEN'))).status).toBe(404);
      const { rows } = await admin.call(calls.searchPassports, { query: { q: `LOT-${shipped.lotId}` } });
      expect(rows).toEqual([]);
      const { rows: creators } = await sql<{ id: number }>`
        select created_by as id from rfq_order where id = ${shipped.orderId}`.execute(db);
      const creator = await server.clientOf(creators[0]?.id ?? 0);
      const { verdict, bytes } = await fileFor(creator, shipped.lotId, version, 'CUSTOMER');
      expect(shownIn(verdict)).toEqual(['lot', 'lineage', 'shipments']);
      const { rows: files } = await sql<{ name: string; sha256: string }>`
        select up.file_name as name, up.sha256 from lot l join rfq_order_file f on f.id = l.order_file_id
          join stored_file up on up.id = f.original_file_id where l.id = ${shipped.lotId}`.execute(db);
      expect(new TextDecoder().decode(bytes)).not.toContain(files[0]?.name);
      expect(new TextDecoder().decode(bytes)).not.toContain(files[0]?.sha256);
      const told = await creator.call(calls.listOrderPassports, { params: { orderId: shipped.orderId } });
      expect(told).toMatchObject({ openOnly: true });
      expect(told.lots.every(({ part }) => part === '')).toBe(true);
      const paper = await creator.fetch(address(shipped.lotId, version, 'material'));
      const text = (await readPdf(new Uint8Array(await paper.arrayBuffer()))).flat().join(' ');
      expect(text).toContain('The material is not part of this copy.');
      expect(text).not.toContain(files[0]?.name);
    } finally {
      await mark(false);
    }
  });
});

describe('keys', () => {
  test('are published without signing in, and old ones stay good', async () => {
    const { keyId, version } = await issue(admin, shipped.lotId);
    const nobody = await server.client();
    const published = await nobody.call(calls.readPassportKey, { params: { keyId } });
    const { verdict } = await fileFor(admin, shipped.lotId, version, 'FULL');
    expect(published).toMatchObject({ publicKey: verdict.publicKey, retiredAt: null });
    expect(verdict.head['enterprise']).toBe(published.enterprise);
    expect(await codeOf(nobody.call(calls.readPassportKey, { params: { keyId: 'a'.repeat(64) } }))).toBe('NOT_FOUND');
    const second = await server.client('admin2');
    expect(await codeOf(second.call(calls.rotatePassportKey, {}))).toBe('FORBIDDEN');

    const next = await admin.call(calls.rotatePassportKey, {});
    expect(next.keyId).not.toBe(keyId);
    expect((await issue(admin, shipped.lotId)).keyId).toBe(next.keyId);
    expect((await nobody.call(calls.readPassportKey, { params: { keyId } })).retiredAt).not.toBeNull();
    await fileFor(admin, shipped.lotId, version, 'FULL');
    const { keys } = await admin.call(calls.listPassportKeys, {});
    expect(keys.map((each) => each.keyId)).toEqual([next.keyId, keyId]);
    // What signs is sealed, and that of before is forgotten.
    const { rows } = await server.asOwner((db) =>
      sql<{ sealed: string }>`select sealed from kept_secret where name like 'quality.passport.%'`.execute(db),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.sealed).not.toContain('PRIVATE KEY');
  });
});

test('a certificate of conformity names the lots, their inspection and passport, and ends with the text of the facility', async () => {
  const { db } = server.services;
  const { seal } = await issue(admin, shipped.lotId);
  const { rows } = await sql<{ id: number }>`
    select s.id from shipment s join shipment_line g on g.shipment_id = s.id join lot l on l.order_file_id = g.order_file_id
    where l.id = ${shipped.lotId} and s.shipped_at is not null order by s.id limit 1`.execute(db);
  const id = rows[0]?.id ?? 0;
  const { seen, published } = await admin.call(readSetting, { query: { kind: qualityKind, elementId: '' } });
  const value = {
    ...qualitySettingsSchema.parse(published.value),
    certificateText: 'Made to the rules of Demo Additive.',
    certificate: { sections: ['LOTS', 'CONCESSIONS'], statements: { en_US: 'We stand for {orders} with {lots}.' } },
  };
  const saved = await admin.call(saveSettingDraft, { body: { kind: qualityKind, elementId: '', seen, value } });
  await admin.call(publishSetting, { body: { kind: qualityKind, elementId: '', seen: saved.seen } });
  const shown = await admin.fetch(callAddress(previewCertificate, { query: { shipmentId: id, language: 'en_US' } }));
  const sample = (await readPdf(new Uint8Array(await shown.arrayBuffer()))).flat().join(' ');
  expect(sample).toContain('Preview');
  expect(sample).toContain(`We stand for #${shipped.orderId} with`);
  await server.services.write((unit) => issuePapers(server.services, unit, id));
  const response = await buyer.fetch(callAddress(readShipmentPaper, { params: { id, type: 'certificate' } }));
  const text = (await readPdf(new Uint8Array(await response.arrayBuffer()))).flat().join(' ');
  expect(text).toContain(`LOT-${shipped.lotId}`);
  expect(text).toContain(seal.slice(0, 16));
  expect(text).toContain('NCR-T-1, Burr at the edge: 3 used as is, accepted by the customer');
  expect(text).not.toContain('NCR-T-2');
  expect(text).toContain('Made to the rules of Demo Additive.');
  expect(text).toContain(`We stand for #${shipped.orderId} with`);
  expect(text).not.toContain('We certify that the parts');
});

test('the command verifies what was issued, in a process of its own, and names what was altered', async () => {
  const { version, keyId } = await issue(admin, shipped.lotId);
  const { bytes } = await fileFor(buyer, shipped.lotId, version, 'CUSTOMER');
  const nobody = await server.client();
  const command = await nobody.fetch(callAddress(calls.readPassportVerifier, { params: { form: 'command' } }));
  const folder = await mkdtemp(join(tmpdir(), 'sinter-passport-'));
  try {
    const script = join(folder, 'verify-passport.mjs');
    await writeFile(script, await command.text());
    const [good, bad] = [join(folder, 'good.json'), join(folder, 'bad.json')];
    await writeFile(good, bytes);
    await writeFile(bad, new TextDecoder().decode(bytes).replace('"ordered":', '"ordered":1'));
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, [script, ...args], { env: {} }).then(
        ({ stdout }) => ({ code: 0, stdout }),
        (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
      );
    const verified = await run(good, '--key', keyId);
    expect(verified).toMatchObject({ code: 0 });
    expect(verified.stdout).toContain('good.json: verified');
    expect(verified.stdout).toContain('people');
    const altered = await run(bad);
    expect(altered).toMatchObject({ code: 1 });
    expect(altered.stdout).toContain('entry "order"');
    expect(await run(good, '--key', 'f'.repeat(64))).toMatchObject({ code: 1 });
    expect(await run()).toMatchObject({ code: 2 });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('the page that verifies is one file that reaches for nothing, in each language', async () => {
  const nobody = await server.client();
  for (const language of ['en_US', 'ar_SA'] as const) {
    const page = await nobody.fetch(
      callAddress(calls.readPassportVerifier, { params: { form: 'page' }, query: { language } }),
    );
    const text = await page.text();
    expect(page.headers.get('content-disposition')).toContain('verify-passport.html');
    expect(text).toContain("default-src 'none'");
    expect(text).not.toMatch(/\bsrc=|href=|https?:/);
    expect(text).toContain(language === 'ar_SA' ? 'dir="rtl"' : 'dir="ltr"');
  }
});
