import { listEquipments, listMaterials } from '@sinter/sdk/contract/catalog/catalog';
import { listAmProcesses } from '@sinter/sdk/contract/catalog/offered';
import { jobChanged } from '@sinter/sdk/contract/scheduling/events';
import { searchOrders } from '@sinter/sdk/contract/orders/rows';
import type { OrderFile } from '@sinter/sdk/contract/orders/orderFile';
import { fakeHost } from '@sinter/sdk/testing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TrayLine } from '../../tray/messages.ts';
import { aMachine, aMaterial, anOrderFile } from '../testing.ts';
import type { WantedModel } from '../tray/TraySession.ts';
import { SelectPartsStore } from './SelectPartsStore.ts';

const original = (fileName: string) => ({ id: 9, fileName, size: 1, fileURL: '/f' });
/** One order of three parts: one that is scheduled wholly, one that no tool reads. */
const first = [
  anOrderFile(3),
  anOrderFile(4, { notScheduled: 0 }),
  anOrderFile(5, { originalFileDTO: original('drawing.pdf') }),
];

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

/** The screen beside a tray tool that takes everything but `refused`. */
async function screen({ files = first, refused = [] }: { files?: readonly OrderFile[]; refused?: number[] } = {}) {
  const fake = fakeHost({ id: 'grabcad' });
  const [row] = fake.api.answerWithSample(searchOrders).orders;
  if (!row) throw new Error('The sample has no order.');
  const show = (shown: readonly OrderFile[]) =>
    fake.api.answer(searchOrders, {
      orders: [{ ...row, id: 41, displayTitle: 'Arms', rfqFileDTOs: [...shown] }],
      totalCount: 1,
    });
  show(files);
  fake.api.answer(listEquipments, [aMachine(1)]);
  fake.api.answer(listMaterials, [aMaterial(50, 'PA 2200')]);
  fake.api.answer(listAmProcesses, [{ id: 30, name: 'SLS', processKey: 'SELECTIVE_LASER_SINTERING', sequence: 1 }]);
  const told: string[] = [];
  const session = {
    tray: [] as TrayLine[],
    fill: async (wanted: readonly WantedModel[]) => {
      told.push(`fill ${wanted.map(({ orderFileId, quantity }) => `${orderFileId}×${quantity}`).join()}`);
      const lines = wanted
        .filter(({ orderFileId }) => !refused.includes(orderFileId))
        .map(({ orderFileId, quantity }) => ({ orderId: 41, fileId: orderFileId, fileName: 'a.stl', quantity }));
      session.tray = lines;
      return { lines, failed: refused };
    },
    clear: async (reason: string) => {
      told.push(`clear ${reason}`);
      session.tray = [];
    },
  };
  const open = async () => {
    const store = new SelectPartsStore(fake.host, session);
    store.start();
    await vi.waitFor(() => expect(store.loading).toBe(false));
    await vi.waitFor(() => expect(store.choices.MACHINE).toHaveLength(1));
    return store;
  };
  const store = await open();
  const add = (id: number) => {
    const part = store.parts.find(({ file }) => file.id === id);
    if (!part) throw new Error(`Part ${id} is not shown.`);
    store.add(part);
  };
  return { ...fake, show, store, session, told, open, add };
}

describe('the parts to select', () => {
  it('are those of awarded orders that are left to schedule, fifteen orders a page', async () => {
    const { store, api } = await screen();
    expect(api.sent(searchOrders)).toEqual([
      {
        query: { page: 0, size: 15, schedulingCall: 'true' },
        body: { searchString: '', searchFilters: { ORDER_STATUS: ['AWARDED'] } },
      },
    ]);
    expect(store.parts.map(({ file }) => file.id)).toEqual([3, 5]);
  });

  it('are found by a text and by machines, materials and processes, each a chip that can be removed', async () => {
    const { store, api } = await screen();
    store.setPage(2);
    store.addFilter('MACHINE', 1);
    store.addFilter('MATERIALS', 50);
    store.addFilter('AM_PROCESS', 30);
    store.setSearch('arm');
    await vi.waitFor(() => expect(store.loading).toBe(false));
    expect(api.sent(searchOrders).at(-1)).toMatchObject({
      query: { page: 0 },
      body: {
        searchString: 'arm',
        searchFilters: { ORDER_STATUS: ['AWARDED'], MACHINE: [1], MATERIALS: [50], AM_PROCESS: [30] },
      },
    });
    expect(store.chips.map(({ label }) => label)).toEqual(['SLS-01', 'PA 2200', 'SLS']);
    store.removeFilter('MATERIALS 50');
    expect(store.chips.map(({ label }) => label)).toEqual(['SLS-01', 'SLS']);
    store.clearFilters();
    await vi.waitFor(() => expect(store.loading).toBe(false));
    expect(store.chips).toEqual([]);
    expect(api.sent(searchOrders).at(-1)?.body).toEqual({
      searchString: 'arm',
      searchFilters: { ORDER_STATUS: ['AWARDED'] },
    });
  });

  it('by the number of a file are that file alone', async () => {
    const { store } = await screen();
    store.setSearch('#3');
    expect(store.parts.map(({ file }) => file.id)).toEqual([3]);
    store.setSearch('41');
    expect(store.parts.map(({ file }) => file.id)).toEqual([3, 5]);
  });

  it('can be added once, where the tool reads such files, with all that is left of them', async () => {
    const { store, add } = await screen();
    expect(store.parts.map((part) => store.canAdd(part))).toEqual([true, false]);
    add(3);
    expect(store.selected).toMatchObject([{ orderFileId: 3, quantity: 6, available: 6 }]);
    expect(store.parts.map((part) => store.canAdd(part))).toEqual([false, false]);
  });

  it('are never more than are left, also when others have scheduled some meanwhile', async () => {
    const { store, add, show, receive } = await screen();
    add(3);
    store.setQuantity(3, 99);
    expect(store.selected).toMatchObject([{ quantity: 6 }]);
    show([anOrderFile(3, { notScheduled: 2 })]);
    receive(jobChanged, { jobId: 1, facilityId: 1, equipmentId: 1, status: 'QUEUED' });
    await vi.waitFor(() => expect(store.selected).toMatchObject([{ quantity: 2, available: 2 }]));
  });
});

describe('the tray', () => {
  it('is filled with what is selected; what the tool could not take is selected no more', async () => {
    const { store, add, told } = await screen({ files: [anOrderFile(3), anOrderFile(6)], refused: [6] });
    add(3);
    add(6);
    store.setQuantity(3, 2);
    await store.send();
    expect(told).toEqual(['fill 3×2,6×6']);
    expect(store.selected.map(({ orderFileId }) => orderFileId)).toEqual([3]);
  });

  it('is not touched by what is removed before it was sent', async () => {
    const { store, add, told } = await screen();
    add(3);
    await store.remove(3);
    expect(told).toEqual([]);
  });

  it('is filled anew when a part of it is removed, and cleared with the last one', async () => {
    const { store, add, told } = await screen({ files: [anOrderFile(3), anOrderFile(6)] });
    add(3);
    add(6);
    await store.send();
    await store.remove(3);
    await store.remove(6);
    expect(told).toEqual(['fill 3×6,6×6', 'fill 6×6', 'clear LAST_FILE_REMOVED']);
  });

  it('still follows what is removed after the page was loaded again', async () => {
    const { store, add, told, open } = await screen({ files: [anOrderFile(3), anOrderFile(6)] });
    add(3);
    add(6);
    await store.send();
    const again = await open();
    expect(again.selected).toHaveLength(2);
    await again.remove(3);
    expect(told.at(-1)).toBe('fill 6×6');
  });

  it('and the selection are emptied by Clear Tray', async () => {
    const { store, add, told } = await screen();
    add(3);
    await store.send();
    await store.clear();
    expect(store.selected).toEqual([]);
    expect(told.at(-1)).toBe('clear USER');
  });
});
