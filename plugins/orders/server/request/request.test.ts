import { randomUUID } from 'node:crypto';
import { CallError } from '@sinter/sdk/contract';
import type { CallInput } from '@sinter/sdk/contract/call';
import { listOfferedMaterials } from '@sinter/sdk/contract/catalog/offered';
import { addUploadedParts, searchUploadedParts } from '@sinter/sdk/contract/catalog/uploadedParts';
import { searchParts as searchInventory } from '@sinter/sdk/contract/catalog/parts';
import { createDraft, saveRequest } from '@sinter/sdk/contract/orders/drafts';
import { listOrders, searchParts, updatePngFile } from '@sinter/sdk/contract/orders/ordering';
import { readHistory } from '@sinter/sdk/contract/orders/history';
import { storeFrontKind, storeFrontSchema, type StoreFront } from '@sinter/sdk/contract/host/storeFront';
import { publishSetting, readSetting, saveSettingDraft } from '@sinter/sdk/contract/host/versions';
import { acceptTerms, readDocumentation } from '@sinter/sdk/contract/orders/terms';
import * as z from 'zod';
import { createOrder, fireOrderEvent, readOrder, type OrderDetail } from '@sinter/sdk/contract/orders/orders';
import { sql } from 'kysely';
import plugins from 'virtual:plugin-servers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';

let server: TestServer;
let buyer: TestClient;
let planner: TestClient;
let files: number[];
let offer: { process: number; material: number; finish: number };

beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  [buyer, planner] = await Promise.all([server.client('buyer'), server.client('planner')]);
  const { rows } = await sql<{ id: number }>`
    select s.id from stored_file s join file_facts f on f.file_id = s.id join app_user u on u.id = s.created_by
    where s.owner_company_id = ${server.world.buyerCompanyId} and not s.controlled and s.root_file_id is null order by s.id
  `.execute(server.services.db);
  files = rows.map(({ id }) => id);
  const mjf = (await buyer.call(listOfferedMaterials, {})).find(({ process }) => process.processKey === 'HPBJ');
  offer = {
    process: mjf?.process.id ?? 0,
    material: mjf?.proposedMaterialId ?? 0,
    finish: mjf?.finishes.find(({ name }) => name === 'Bead blasting')?.id ?? 0,
  };
});
afterAll(() => server.stop());

type Content = Omit<CallInput<typeof saveRequest>['body'], 'version'>;
const line = (place: number, more: Partial<Content['rfqFileDTOs'][number]> = {}) => ({
  originalFileId: files[place] ?? 0,
  fileId: files[place] ?? 0,
  amProcessId: offer.process,
  materialId: offer.material,
  quantity: 5,
  ...more,
});
const content = (more: Partial<Content> = {}): Content => ({
  displayTitle: 'Jaws',
  exportControlled: false,
  rfqFileDTOs: [line(0)],
  ...more,
});
const draft = (more: Partial<Content> = {}) =>
  buyer.call(createDraft, { body: { eventId: randomUUID(), ...content(more) } });
const save = ({ id, version }: OrderDetail, more: Partial<Content> = {}, by = buyer) =>
  by.call(saveRequest, { params: { id }, body: { version, ...content(more) } });
const submit = ({ id }: OrderDetail) =>
  buyer.call(fireOrderEvent, { params: { id }, body: { eventId: randomUUID(), event: 'SUBMIT' } });
const refusal = async (call: Promise<unknown>): Promise<CallError> => {
  const error: unknown = await call.then(
    () => null,
    (failed: unknown) => failed,
  );
  if (!(error instanceof CallError)) throw new Error(`It was taken, or failed otherwise: ${String(error)}`);
  return error;
};

describe('an order before it is sent', () => {
  test('is kept from the first moment, and changed on another machine until it is sent', async () => {
    const begun = await draft({ displayTitle: '', exportControlled: null, rfqFileDTOs: [] });
    expect(begun).toMatchObject({ status: 'DRAFT', displayTitle: `#${begun.id}`, exportAnswer: null, quantity: 0 });
    const elsewhere = await server.client('buyer');
    const address = {
      ...{ companyName: 'Acme', contactName: 'Bo', phone: '', line1: 'Way 1', line2: '', city: 'Graz', region: '' },
      ...{ postalCode: '8010', countryCode: 'AT' },
    };
    const configured = line(1, {
      finishId: offer.finish,
      color: 'Black',
      tolerance: 'ISO_2768_M',
      inspection: 'FIRST_ARTICLE',
      notes: 'Keep the thread free',
    });
    const written = await save(
      begun,
      { thirdPartyOrderId: 'REQ-7', ndaRequired: true, deliveryAddress: address, rfqFileDTOs: [line(0), configured] },
      elsewhere,
    );
    expect(written).toMatchObject({ thirdPartyOrderId: 'REQ-7', ndaRequired: true, deliveryAddress: address });
    expect(written.rfqFileDTOs[1]).toMatchObject({
      finish: { name: 'Bead blasting' },
      ...{ color: 'Black', tolerance: 'ISO_2768_M', inspection: 'FIRST_ARTICLE', notes: 'Keep the thread free' },
    });

    const late = await refusal(save(begun, { displayTitle: 'Others' }));
    expect(late.code).toBe('CHANGED');
    const ids = written.rfqFileDTOs.map(({ id }) => id);
    const turned = await save(written, {
      rfqFileDTOs: [line(1, { id: ids[1] }), line(0, { id: ids[0], quantity: 9 })],
    });
    expect(turned.rfqFileDTOs.map(({ id, quantity }) => [id, quantity])).toEqual([
      [ids[1], 5],
      [ids[0], 9],
    ]);

    const sent = await submit(turned);
    expect(sent).toMatchObject({ status: 'DISTRIBUTED', changeable: false, quantity: 14 });
    const refused = await refusal(save(sent, { displayTitle: 'Others' }));
    expect(refused).toMatchObject({ code: 'TRANSITION_REFUSED', details: { from: 'DISTRIBUTED' } });
    expect(refused.message).toContain('already been asked');
    expect((await buyer.call(readOrder, { params: { id: sent.id } })).displayTitle).toBe('Jaws');
  });

  test('is sent when it is complete, and says what is missing until then', async () => {
    const begun = await draft({
      displayTitle: '',
      exportControlled: null,
      rfqFileDTOs: [],
      quoteDueDate: '2020-01-01T12:00:00Z',
    });
    const { fields } = await refusal(submit(begun));
    expect(Object.keys(fields).sort()).toEqual(['displayTitle', 'exportControlled', 'quoteDueDate', 'rfqFileDTOs']);
  });

  test('is seen by no facility, and by nobody of another company', async () => {
    const begun = await draft();
    const third = await server.client('third');
    for (const client of [planner, third]) {
      expect((await refusal(client.call(readOrder, { params: { id: begun.id } }))).code).toBe('NOT_FOUND');
    }
    expect((await refusal(save(begun, {}, third))).code).toBe('NOT_FOUND');
  });

  test('orders nothing yet: a part in it counts no order', async () => {
    const body = { filters: { ordered: true } };
    const ordered = async () => (await buyer.call(searchInventory, { query: { size: 100 }, body })).content;
    const before = (await ordered()).map(({ orderCount }) => orderCount);
    const begun = await draft({ rfqFileDTOs: [line(0), line(1), line(2)] });
    expect((await ordered()).map(({ orderCount }) => orderCount)).toEqual(before);
    await submit(begun);
    expect((await ordered()).map(({ orderCount }) => orderCount)).not.toEqual(before);
  });

  test('is matched again when it is changed after nobody could make it', async () => {
    await sql`update equipment set hidden = true`.execute(server.services.db);
    const unmatched = await submit(await draft()).finally(() =>
      sql`update equipment set hidden = false`.execute(server.services.db),
    );
    expect([unmatched.status, unmatched.changeable]).toEqual(['UNMATCHED', true]);
    const incomplete = await refusal(save(unmatched, { rfqFileDTOs: [] }));
    expect(incomplete.fields).toHaveProperty('rfqFileDTOs');
    const changed = await save(unmatched, { displayTitle: 'Better jaws' });
    expect([changed.status, changed.displayTitle]).toEqual(['DISTRIBUTED', 'Better jaws']);
    const history = await buyer.call(readHistory, { params: { id: changed.id } });
    expect(history.map(({ event }) => event)).toContain('CHANGE');
  });

  test('takes until when the buyer wants quotes', async () => {
    const quoteDueDate = '2099-05-04T12:00:00Z';
    const body = { eventId: randomUUID(), ...content(), exportControlled: false, quoteDueDate };
    expect((await buyer.call(createOrder, { body })).quoteDueDate).toBe(quoteDueDate);
  });

  test('takes no more parts and no longer names than it says', async () => {
    const many = await refusal(draft({ rfqFileDTOs: Array.from({ length: 10_000 }, () => line(0)) }));
    expect([many.code, many.fields['rfqFileDTOs']]).toEqual(['INVALID_INPUT', expect.stringContaining('200')]);
    const long = await refusal(draft({ displayTitle: 'x'.repeat(2000) }));
    expect(long.fields['displayTitle']).toContain('200');
  });
});

describe('what is offered', () => {
  test('proposes the material that most machines run, and finishes that somebody chooses', async () => {
    const offers = await buyer.call(listOfferedMaterials, {});
    const sls = offers.find(({ process }) => process.processKey === 'SELECTIVE_LASER_SINTERING');
    const proposed = sls?.materials.find(({ id }) => id === sls.proposedMaterialId);
    expect(proposed?.name).toMatch(/PA ?(12|2200)/);
    expect(sls?.finishes.map(({ name }) => name)).toContain('Colour dyeing');
    expect(sls?.finishes.map(({ name }) => name)).not.toContain('Depowdering');
  });
});

describe('lists for programs', () => {
  test('orders come newest first, by status', async () => {
    const begun = await draft();
    const { orders } = await buyer.call(listOrders, { query: { status: 'DRAFT', size: 5 } });
    expect(orders[0]?.id).toBe(begun.id);
    expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(['DRAFT']));
  });

  test('parts of orders are found by file name and number, and only those that the caller sees', async () => {
    const begun = await draft();
    const [part] = begun.rfqFileDTOs;
    const name = part?.originalFileDTO.fileName ?? '';
    const byName = await buyer.call(searchParts, { query: { searchString: name, size: 100 } });
    expect(byName.parts.map(({ orderId }) => orderId)).toContain(begun.id);
    expect(new Set(byName.parts.map(({ originalFileDTO }) => originalFileDTO.fileName))).toEqual(new Set([name]));
    const byNumber = await buyer.call(searchParts, { query: { searchString: `#${begun.id}` } });
    expect(byNumber.parts[0]).toMatchObject({ orderId: begun.id, displayTitle: 'Jaws' });
    const elsewhere = await planner.call(searchParts, { query: { searchString: `#${begun.id}` } });
    expect(elsewhere.parts.map(({ orderId }) => orderId)).not.toContain(begun.id);
  });

  test('uploads are kept as parts without an order, each content once', async () => {
    const parts = [1, 1].map((place) => ({
      originalFileId: files[place] ?? 0,
      fileId: files[place] ?? 0,
      name: 'Kept',
    }));
    const kept = await buyer.call(addUploadedParts, { body: { parts } });
    expect(kept).toHaveLength(2);
    expect(kept[0]?.id).toBe(kept[1]?.id);
    const found = await buyer.call(searchUploadedParts, { query: {}, body: { searchString: kept[0]?.name ?? '' } });
    expect(found.parts.map(({ id }) => id)).toContain(kept[0]?.id);
    const third = await server.client('third');
    const theirs = await third.call(searchUploadedParts, { query: { size: 100 }, body: {} });
    expect(theirs.parts.map(({ id }) => id)).not.toContain(kept[0]?.id);
  });

  test('a part of an order gets a picture of its own', async () => {
    const begun = await draft();
    const { rows } = await sql<{ id: number }>`
      update stored_file set file_name = 'own.png' where id = ${files[3]} returning id`.execute(server.services.db);
    const [part] = begun.rfqFileDTOs;
    const picture = { orderFileId: part?.id ?? 0, pngFileId: rows[0]?.id ?? 0 };
    const [changed] = await buyer.call(updatePngFile, { params: { orderId: begun.id }, body: { files: [picture] } });
    expect(changed?.pngFileDTO?.fileName).toBe('own.png');
    const wrong = { orderFileId: part?.id ?? 0, pngFileId: files[1] ?? 0 };
    const refused = await refusal(
      buyer.call(updatePngFile, { params: { orderId: begun.id }, body: { files: [wrong] } }),
    );
    expect(refused.fields).toHaveProperty(['files.0.pngFileId']);
  });
});

describe('what the store front asks', () => {
  /** Publishes it so for a while. */
  async function whileShopSays<T>(change: (now: StoreFront) => StoreFront, work: () => Promise<T>): Promise<T> {
    const admin = await server.client('admin');
    const query = { kind: storeFrontKind };
    const publish = async (to: (now: StoreFront) => StoreFront) => {
      const { published, seen } = await admin.call(readSetting, { query });
      const before = storeFrontSchema.parse(published.value);
      const drafted = await admin.call(saveSettingDraft, { body: { ...query, value: to(before), seen } });
      await admin.call(publishSetting, { body: { ...query, seen: drafted.seen } });
      return before;
    };
    const before = await publish(change);
    try {
      return await work();
    } finally {
      await publish(() => before);
    }
  }
  const upload = (mostMegabytes: number | null, formats: string[] | null) => (now: StoreFront) => ({
    ...now,
    upload: { mostMegabytes, formats },
  });

  test('of money is the currency that an order is asked for in', async () => {
    const currencyOf = async ({ id }: OrderDetail) => {
      const { rows } = await sql<{ currency: string }>`select currency from rfq_order where id = ${id}`.execute(
        server.services.db,
      );
      return rows[0]?.currency;
    };
    const inFrancs = (now: StoreFront): StoreFront => ({
      ...now,
      currency: {
        ...now.currency,
        usual: 'CHF',
        list: [{ currency: 'CHF', enabled: true, rate: 0.93, date: null }],
      },
    });
    expect(await currencyOf(await draft())).toBe('EUR');
    expect(await whileShopSays(inFrancs, async () => currencyOf(await draft()))).toBe('CHF');
    expect(await currencyOf(await draft())).toBe('EUR');
  });

  test('of files is kept to, whoever calls', async () => {
    const refused = await whileShopSays(upload(null, ['sldprt']), () => refusal(draft()));
    expect([refused.code, refused.fields]).toEqual([
      'INVALID_INPUT',
      { 'rfqFileDTOs.0.originalFileId': 'This store front takes these formats: sldprt' },
    ]);
    expect((await draft()).status).toBe('DRAFT');
  });

  test('of terms stays with the order as it was accepted, and nobody accepts others than they have seen', async () => {
    const admin = await server.client('admin');
    const sent = await admin.send('/api/v1/files', 'terms.pdf', '%PDF-1.7');
    const { id: fileId } = z.object({ id: z.number() }).parse(await sent.json());
    const terms = (version: string) => (now: StoreFront) => ({
      ...now,
      terms: { version, documents: { de_DE: { title: 'AGB', fileId } } },
    });
    const documentation = () =>
      buyer.call(readDocumentation, { params: { type: 'TERM_AND_CONDITION' }, query: { language: 'fr_FR' } });
    expect(await documentation()).toBeNull();
    await whileShopSays(terms('2026-11'), async () => {
      const fileURL = `/api/v1/misc/terms/${fileId}`;
      expect(await documentation()).toEqual({ type: 'TERM_AND_CONDITION', title: 'AGB', version: '2026-11', fileURL });
      const shown = { version: '2026-11', language: 'de_DE' };
      const order = {
        ...content({ displayTitle: 'Under terms' }),
        displayTitle: 'Under terms',
        exportControlled: false,
        eventId: randomUUID(),
      };
      const old = { ...order, terms: { ...shown, version: '2025-01' } };
      expect((await refusal(buyer.call(createOrder, { body: old }))).code).toBe('CONFLICT');
      const placed = await buyer.call(createOrder, { body: { ...order, terms: shown } });
      expect(placed.terms).toMatchObject({ ...shown, title: 'AGB', fileURL, by: expect.stringMatching(/\w+ \w+/) });

      const begun = await draft();
      await buyer.call(acceptTerms, { params: { id: begun.id }, body: shown });
      expect((await submit(begun)).terms).toMatchObject(shown);
      const late = buyer.call(acceptTerms, { params: { id: begun.id }, body: shown });
      expect((await refusal(late)).code).toBe('TRANSITION_REFUSED');
    });
    expect(await documentation()).toBeNull();
  });
});
