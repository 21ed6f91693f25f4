import { listOfferedMaterials } from '@sinter/sdk/contract/catalog/offered';
import { CallError } from '@sinter/sdk/contract/errors';
import { createOrder, estimatePrice, readOrder } from '@sinter/sdk/contract/orders/orders';
import { buyerUser, fakeFiles, fakeHost, fakeStorage, readyPart } from '@sinter/sdk/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { orderDetail, orderFile } from '../testing.ts';
import { StoreFrontStore } from './StoreFrontStore.ts';

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
    })),
  }));
  api.answer(createOrder, orderDetail);
  const store = new StoreFrontStore(fake.host, kept.files, kept.storage);
  const asked = { estimates: api.sent(estimatePrice), orders: api.sent(createOrder) };
  return { ...fake, ...kept, ...asked, kept, store, stop: store.start() };
}

/** A shop with these files prepared and priced. */
async function filled(names: string[]) {
  const scene = shop();
  scene.store.change({ exportControlled: false });
  scene.store.add(names.map(file));
  scene.all.get().forEach((part, index) => part.state.set(readyPart(index + 1)));
  await vi.advanceTimersByTimeAsync(300);
  return scene;
}

it('brings an order once more: its parts as they were wanted, and what was written to it', async () => {
  const scene = shop(undefined, '?again=12');
  const wanted = { ...orderFile, quantity: 4, aMProcess: { id: 2, name: 'P2' }, materials: [{ id: 21, name: 'M21' }] };
  scene.api.answer(readOrder, { ...orderDetail, displayTitle: 'Jaws', notes: 'Black', rfqFileDTOs: [wanted] });
  await vi.waitFor(() => expect(scene.store.lines).toHaveLength(1));
  expect(scene.store.lines[0]?.choice).toEqual({ amProcessId: 2, materialId: 21, quantity: 4 });
  expect(scene.store.details).toMatchObject({ title: 'Jaws', notes: 'Black' });
  expect(scene.navigated.at(-1)?.to).not.toContain('again');
});

describe('StoreFrontStore', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('gives a part a process and a material, and a price as soon as it is prepared', async () => {
    const { store, all, estimates } = shop();
    store.change({ exportControlled: false });
    store.add([file('a.stl')]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(estimates).toEqual([]);
    all.get()[0]?.state.set(readyPart(1));
    await vi.advanceTimersByTimeAsync(300);
    expect(estimates).toEqual([{ body: { files: [{ fileId: 1001, amProcessId: 1, materialId: 11, quantity: 1 }] } }]);
    expect([store.lines[0]?.estimate?.total, store.estimates.total?.totals[0]?.amount]).toEqual([1000, 1000]);
  });

  it('asks once for several changes in a row', async () => {
    const { store, estimates } = await filled(['a.stl']);
    for (const quantity of [2, 3, 4]) store.lines[0]?.chooseQuantity(quantity);
    await vi.advanceTimersByTimeAsync(300);
    expect(estimates.slice(1)).toMatchObject([{ body: { files: [{ quantity: 4 }] } }]);
  });

  it('keeps a material within its process, and gives a choice to every part', async () => {
    const { store } = await filled(['a.stl', 'b.stl']);
    const [first] = store.lines;
    first?.chooseProcess(2, store.offer ?? []);
    expect(first?.materialId).toBe(21);
    if (first) store.useForAll(first);
    expect(store.lines.map(({ choice }) => [choice.amProcessId, choice.materialId])).toEqual([
      [2, 21],
      [2, 21],
    ]);
  });

  it('puts a part back that was taken off, and lets go of it when the next one goes', async () => {
    const { store, all } = await filled(['a.stl', 'b.stl', 'c.stl']);
    const [a, b] = store.shown;
    if (!a || !b) throw new Error('no parts');
    store.remove(a);
    expect([store.shown.length, all.get().length]).toEqual([2, 3]);
    store.undoRemove();
    expect(store.shown).toHaveLength(3);
    store.remove(a);
    store.remove(b);
    expect(all.get().map(({ fileName }) => fileName)).toEqual(['b.stl', 'c.stl']);
    expect(store.shown.map(({ id }) => id)).toEqual(['preparation of c.stl']);
  });

  it('says what is missing only after the person has tried', async () => {
    const { store, orders } = shop();
    expect(store.tried).toBe(false);
    await store.submit();
    expect(store.problems).toEqual(['noParts', 'title', 'exportControlled']);
    store.change({ exportControlled: false });
    store.add([file('a.stl')]);
    expect(store.problems).toEqual(['preparing', 'title']);
    expect(orders).toEqual([]);
  });

  it('sends no file before it is known whether it is export controlled, and says so with each that is', () => {
    const { store, all } = shop();
    store.add([file('a.stl')]);
    expect([store.takesFiles, all.get()]).toEqual([false, []]);
    store.change({ exportControlled: true });
    store.add([file('a.stl')]);
    expect(all.get()).toMatchObject([{ fileName: 'a.stl', itar: true }]);
    expect(store.takesFiles).toBe(true);
  });

  it('places the order as configured, and leaves an empty shop', async () => {
    const { store, all, orders } = await filled(['a.stl', 'b.stl']);
    store.lines[1]?.chooseQuantity(7);
    store.change({ title: ' Jaws ', exportControlled: false });
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
    const order = { title: 'Jaws', exportControlled: false };
    store.change(order);
    await store.submit();
    api.answer(createOrder, orderDetail);
    await store.submit();
    store.change(order);
    store.add([file('b.stl')]);
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
    store.change({ title: 'Jaws', exportControlled: true });
    await store.submit();
    expect(store.lines.map(({ problem }) => problem)).toEqual([null, 'Not in this process.']);
    expect(store.placed).toBeNull();
  });

  it('loses nothing by a reload', async () => {
    const first = await filled(['a.stl', 'b.stl']);
    first.store.change({ title: 'Jaws', exportControlled: false, notes: 'Blue' });
    first.store.lines[1]?.chooseQuantity(9);
    const second = shop(first.kept);
    expect(second.store.details).toMatchObject({ title: 'Jaws', exportControlled: false, notes: 'Blue' });
    expect(second.store.lines.map(({ quantity }) => quantity)).toEqual([1, 9]);
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
