import { listOfferedMaterials } from '@sinter/sdk/contract/catalog/offered';
import { CallError } from '@sinter/sdk/contract/errors';
import { distributeOrder } from '@sinter/sdk/contract/orders/vendors';
import { chooseDate, listDateOffers, type DateOffer } from '@sinter/sdk/contract/orders/dates';
import { createOrder, readOrder } from '@sinter/sdk/contract/orders/orders';
import { estimatePrice } from '@sinter/sdk/contract/orders/estimate';
import { buyerUser, fakeFiles, fakeHost, fakeStorage, readyPart } from '@sinter/sdk/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { orderDetail, orderFile } from '../testing.ts';
import '../request/presentForm.ts';
import { StoreFrontStore } from './StoreFrontStore.ts';
import { readWelcome } from '@sinter/sdk/contract/orders/welcome';
import { readRequestForm } from '@sinter/sdk/contract/orders/requestForms';

const process = (id: number, materialIds: number[]) => ({
  process: { id, name: `P${id}`, processKey: 'SLS', sequence: id },
  materials: materialIds.map((material) => ({
    id: material,
    name: `M${material}`,
    generalMaterial: { id: 1, name: 'Polyamide' },
    amProcessId: id,
    density: 1,
  })),
  proposedMaterialId: materialIds[0] ?? 0,
  finishes: [],
  maxBuildVolume: { x: 1, y: 1, z: 1 },
});
const offer = (kind: 'EARLIEST' | 'STANDARD', id: number, deliveryOn: string, amount: number): DateOffer => ({
  facility: { id: 7, name: 'Acme' },
  leadTimeOption: { id, kind, name: '' },
  deliveryType: { id: 1, kind: 'PARCEL', name: '' },
  readyOn: deliveryOn,
  deliveryOn,
  reasons: [],
  confidence: { level: 'HIGH', firmShare: 1, manualReview: false },
  parts: { amount, currency: 'EUR' },
  delivery: { amount: 0, currency: 'EUR' },
  tax: { amount: 0, currency: 'EUR' },
  taxText: '',
  total: { amount, currency: 'EUR' },
});
const [rush, standard] = [offer('EARLIEST', 1, '2026-12-04', 1200), offer('STANDARD', 2, '2026-12-14', 1000)];
const file = (name: string) => new File(['solid'], name);

function shop(kept = { ...fakeFiles(), storage: fakeStorage() }, search = '') {
  const fake = fakeHost({ id: 'orders', user: buyerUser(), location: { pathname: '/store-front', search } });
  const { api } = fake;
  api.answer(listOfferedMaterials, [process(1, [11, 12]), process(2, [21])]);
  api.answer(estimatePrice, ({ body: { files } }) => ({
    totals: [{ currency: 'EUR', amount: files.length * 1000 }],
    leadTimeDays: 5,
    files: files.map(({ fileId, quantity }) => ({
      fileId,
      currency: 'EUR',
      buildHours: 1,
      materialGrams: 1,
      unitPrice: Math.round(1000 / quantity),
      total: 1000,
      costLines: [],
      breaks: [],
      leadTimeDays: 5,
      manualReview: [],
      notIncluded: [],
      accuracy: null,
    })),
  }));
  api.answer(createOrder, orderDetail);
  api.answer(readWelcome, { text: null });
  api.answer(readRequestForm, { form: null });
  api.answer(listDateOffers, [rush, standard]);
  api.answer(chooseDate, () => ({ ...standard, chosenAt: '' }));
  const store = new StoreFrontStore(fake.host, kept.files, kept.storage);
  const asked = { estimates: api.sent(estimatePrice), orders: api.sent(createOrder) };
  return { ...fake, ...kept, ...asked, kept, store, stop: store.start() };
}

/** A shop with these files prepared and priced. */
async function filled(names: string[]) {
  const scene = shop();
  scene.store.parts.answer(false);
  scene.store.parts.add(names.map(file));
  scene.all.get().forEach((part, index) => part.state.set(readyPart(index + 1)));
  await vi.advanceTimersByTimeAsync(300);
  return scene;
}

it('brings an order once more: its parts as they were wanted, and what was written to it', async () => {
  const scene = shop(undefined, '?again=12');
  const wanted = {
    ...orderFile,
    color: 'Red',
    quantity: 4,
    aMProcess: { id: 2, name: 'P2' },
    materials: [{ id: 21, name: 'M21' }],
  };
  scene.api.answer(readOrder, { ...orderDetail, displayTitle: 'Jaws', notes: 'Black', rfqFileDTOs: [wanted] });
  await vi.waitFor(() => expect(scene.store.parts.lines).toHaveLength(1));
  expect(scene.store.parts.lines[0]?.choice).toMatchObject({
    amProcessId: 2,
    materialId: 21,
    quantity: 4,
    color: 'Red',
  });
  expect(scene.store.details).toMatchObject({ title: 'Jaws', notes: 'Black' });
  expect(scene.navigated.at(-1)?.to).not.toContain('again');
});

describe('StoreFrontStore', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('gives a part a process and a material, and a price as soon as it is prepared', async () => {
    const { store, all, estimates } = shop();
    store.parts.answer(false);
    store.parts.add([file('a.stl')]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(estimates).toEqual([]);
    all.get()[0]?.state.set(readyPart(1));
    await vi.advanceTimersByTimeAsync(300);
    expect(estimates).toMatchObject([
      { body: { files: [{ fileId: 1001, amProcessId: 1, materialId: 11, quantity: 1 }] } },
    ]);
    expect([store.parts.lines[0]?.estimate?.total, store.parts.estimates.total?.totals[0]?.amount]).toEqual([
      1000, 1000,
    ]);
  });

  it('asks once for several changes in a row', async () => {
    const { store, estimates } = await filled(['a.stl']);
    for (const quantity of [2, 3, 4]) store.parts.lines[0]?.chooseQuantity(quantity);
    await vi.advanceTimersByTimeAsync(300);
    expect(estimates.slice(1)).toMatchObject([{ body: { files: [{ quantity: 4 }] } }]);
  });

  it('sends the order to the facilities that were chosen', async () => {
    const { store, api } = await filled(['a.stl']);
    api.answer(createOrder, { ...orderDetail, requestStatus: 'MATCHED', sourcing: 'LINK3D' });
    api.answer(distributeOrder, { ...orderDetail, requestStatus: 'DISTRIBUTED', sourcing: 'LINK3D' });
    const sent = api.sent(distributeOrder);
    store.change({ title: 'Jaws', sourcing: 'LINK3D', facilityIds: [7] });
    await store.submit();
    expect(sent).toMatchObject([{ params: { id: orderDetail.id }, body: { facilityIds: [7] } }]);
    expect(store.placed?.requestStatus).toBe('DISTRIBUTED');
  });

  it('keeps a material within its process, and gives a choice to every part', async () => {
    const { store } = await filled(['a.stl', 'b.stl']);
    const [first] = store.parts.lines;
    first?.chooseProcess(2, store.parts.offer ?? []);
    expect(first?.materialId).toBe(21);
    if (first) store.parts.useForAll(first);
    expect(store.parts.lines.map(({ choice }) => [choice.amProcessId, choice.materialId])).toEqual([
      [2, 21],
      [2, 21],
    ]);
  });

  it('puts a part back that was taken off, and lets go of it when the next one goes', async () => {
    const { store, all } = await filled(['a.stl', 'b.stl', 'c.stl']);
    const [a, b] = store.parts.shown;
    if (!a || !b) throw new Error('no parts');
    store.parts.remove(a);
    expect([store.parts.shown.length, all.get().length]).toEqual([2, 3]);
    store.parts.undoRemove();
    expect(store.parts.shown).toHaveLength(3);
    store.parts.remove(a);
    store.parts.remove(b);
    expect(all.get().map(({ fileName }) => fileName)).toEqual(['b.stl', 'c.stl']);
    expect(store.parts.shown.map(({ id }) => id)).toEqual(['preparation of c.stl']);
  });

  it('says what is missing only after the person has tried', async () => {
    const { store, orders } = shop();
    expect(store.parts.tried).toBe(false);
    await store.submit();
    expect(store.problems).toEqual(['noParts', 'title', 'exportControlled']);
    store.parts.answer(false);
    store.parts.add([file('a.stl')]);
    expect(store.problems).toEqual(['preparing', 'title']);
    expect(orders).toEqual([]);
  });

  it('keeps files until it is known whether they are export controlled, then sends them and says so', () => {
    const { store, all, kept } = shop();
    store.parts.add([file('a.stl')]);
    expect([store.parts.waiting.map(({ name, size }) => [name, size]), all.get()]).toEqual([[['a.stl', 5]], []]);
    store.parts.answer(true);
    expect(all.get()).toMatchObject([{ fileName: 'a.stl', itar: true }]);
    expect([store.parts.waiting, shop(kept).store.parts.waiting]).toEqual([[], []]);
  });

  it('asks for a file that waits again after a reload, and takes no other in its place', () => {
    const storage = fakeStorage();
    const waiting = [{ id: 'w1', name: 'a.stl', size: 5 }];
    const draft = { ...{ eventId: 'e', title: '', notes: '', useCase: null, wantedDate: null, choices: {} }, waiting };
    storage.setItem('orders.draft.5', JSON.stringify({ ...draft, removedId: null, exportControlled: null }));
    const { store, all } = shop({ ...fakeFiles(), storage });
    store.parts.answer(false);
    expect([all.get(), store.problems]).toEqual([[], ['waiting', 'title']]);
    const [first] = store.parts.waiting;
    if (!first) throw new Error('nothing waits');
    store.parts.chooseAgain(first, file('b.stl'));
    expect([all.get(), store.parts.wrongFile?.chosen]).toEqual([[], 'b.stl']);
    store.parts.chooseAgain(first, file('a.stl'));
    expect([all.get().map(({ fileName }) => fileName), store.parts.waiting]).toEqual([['a.stl'], []]);
  });

  it('takes as many files as an order holds, and says how many it did not', () => {
    const { store } = shop();
    store.parts.add(Array.from({ length: 230 }, (_, place) => file(`${place}.stl`)));
    expect([store.parts.waiting.length, store.parts.tooMany]).toEqual([200, 30]);
  });

  it('keeps what is too long as it was typed, and does not send it', async () => {
    const { store, orders } = await filled(['a.stl']);
    store.change({ title: 'x'.repeat(2000) });
    await store.submit();
    expect([store.problems, store.details.title.length, orders]).toEqual([['titleLong'], 2000, []]);
  });

  it('orders a part with all that was chosen for it', async () => {
    const { store, orders } = await filled(['a.stl']);
    const chosen = {
      color: 'Black',
      tolerance: 'ISO_2768_F',
      inspection: 'FIRST_ARTICLE',
      notes: 'Mind the rim',
    } as const;
    store.parts.lines[0]?.choose(chosen);
    store.change({ title: 'Jaws' });
    await store.submit();
    expect(orders[0]?.body.rfqFileDTOs[0]).toMatchObject({ ...chosen, finishId: null, units: 'MM' });
  });

  it('places the order as configured, and leaves an empty shop', async () => {
    const { store, all, orders } = await filled(['a.stl', 'b.stl']);
    store.parts.lines[1]?.chooseQuantity(7);
    store.change({ title: ' Jaws ' });
    await store.submit();
    expect(orders).toMatchObject([
      {
        body: {
          displayTitle: 'Jaws',
          exportControlled: false,
          rfqFileDTOs: [
            { originalFileId: 1, fileId: 1001, amProcessId: 1, materialId: 11, quantity: 1 },
            { originalFileId: 2, fileId: 1002, quantity: 7 },
          ],
        },
      },
    ]);
    expect([store.placed?.id, all.get().length, store.details.title]).toEqual([12, 0, '']);
  });

  it('tries again with the same event id, and a new order gets another', async () => {
    const { store, api, orders, all } = await filled(['a.stl']);
    api.answer(createOrder, new CallError('UNAVAILABLE'));
    const order = { title: 'Jaws' };
    store.change(order);
    await store.submit();
    api.answer(createOrder, orderDetail);
    await store.submit();
    store.change(order);
    store.parts.answer(false);
    store.parts.add([file('b.stl')]);
    all.get()[0]?.state.set(readyPart(2));
    await store.submit();
    const ids = orders.map(({ body }) => body.eventId);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('shows a refusal at the part it is about', async () => {
    const { store, api } = await filled(['a.stl', 'b.stl']);
    const fields = { 'rfqFileDTOs.1.materialId': 'Not in this process.' };
    api.answer(createOrder, CallError.received({ code: 'INVALID_INPUT', message: 'Not so.', fields }));
    store.change({ title: 'Jaws' });
    await store.submit();
    expect(store.parts.lines.map(({ problem }) => problem)).toEqual([null, 'Not in this process.']);
    expect(store.placed).toBeNull();
  });

  it('loses nothing by a reload', async () => {
    const first = await filled(['a.stl', 'b.stl']);
    first.store.change({ title: 'Jaws', notes: 'Blue' });
    first.store.parts.lines[1]?.chooseQuantity(9);
    const second = shop(first.kept);
    expect(second.store.details).toMatchObject({ title: 'Jaws', notes: 'Blue' });
    expect(second.store.parts.exportControlled).toBe(false);
    expect(second.store.parts.lines.map(({ quantity }) => quantity)).toEqual([1, 9]);
    expect(second.store.draft.eventId).toBe(first.store.draft.eventId);
  });

  it('begins anew when the draft cannot be read', () => {
    const kept = { ...fakeFiles(), storage: fakeStorage() };
    kept.storage.setItem('orders.draft.5', '{"title":7}');
    const { store, logged } = shop(kept);
    expect(store.details.title).toBe('');
    expect(logged).toMatchObject([{ level: 'warn' }]);
  });
});

describe('prices and dates', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are asked for what is priced; the standard one is chosen until somebody chooses, and kept with the order', async () => {
    const { store, api } = await filled(['bracket.stl']);
    const chosen = api.sent(chooseDate);
    await vi.advanceTimersByTimeAsync(600);
    expect(store.parts.dates.chosen).toEqual(standard);
    store.parts.dates.choose(rush);
    expect(store.parts.dates.chosen).toEqual(rush);
    store.change({ title: 'Brackets' });
    await store.submit();
    const body = { facilityId: 7, leadTimeOptionId: 1, deliveryTypeId: 1 };
    expect(chosen.map((sent) => sent.body)).toEqual([body]);
    expect(store.choiceLost).toBe(false);
  });

  it('that could not be kept are said to be lost, and the order stands', async () => {
    const { store, api } = await filled(['bracket.stl']);
    await vi.advanceTimersByTimeAsync(600);
    api.answer(chooseDate, new CallError('NOT_FOUND'));
    store.change({ title: 'Brackets' });
    await store.submit();
    expect(store.placed).not.toBeNull();
    expect(store.choiceLost).toBe(true);
  });
});
