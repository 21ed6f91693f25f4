import { CallError } from '@sinter/sdk/contract/errors';
import { uploadFile } from '@sinter/sdk/contract/host/files';
import {
  createEquipment,
  createMachine,
  createMaterial,
  listFacilityEquipments,
  listFacilityMaterials,
  listFacilityPostProcessing,
  listLibraryMaterials,
  listMachines,
  listPostProcessing,
  updateEquipment,
  updateFacilityMaterial,
  updateFacilityPostProcessing,
} from '@sinter/sdk/contract/catalog/machines';
import { fakeHost, fakeStorage } from '@sinter/sdk/testing';
import { describe, expect, it, vi } from 'vitest';
import { FinishingStore } from './FinishingStore.ts';
import { MachinesStore } from './MachinesStore.ts';
import { MaterialsStore } from './MaterialsStore.ts';
import { fromMinor, toMinor } from './money.ts';
import { addressOf } from './Source.tsx';
import { machineOf, materialOf, openedFacility } from './testing.ts';

const machines = async () => {
  const fake = await openedFacility();
  fake.api.answer(listMachines, [{ ...machineOf(1).machine, source: null, own: false }]);
  return { ...fake, store: new MachinesStore(fake.host, fake.facility) };
};
const draft = {
  ...{ displayName: 'New', machineId: 10, currentlyUsedMaterialId: null, hourlyRate: 100, layerHeightUm: null },
  materials: [{ id: 50, role: 'SUPPORT' as const }],
};

describe('the machines of a facility', () => {
  it('are added once, however often saving has to be tried', async () => {
    const { store, api, facility } = await machines();
    store.open('new');
    api.answer(createEquipment, new CallError('UNAVAILABLE'));
    await expect(store.save(draft)).rejects.toThrow();
    expect(store.panel).toBe('new');
    api.answer(createEquipment, machineOf(3));
    api.answer(listFacilityEquipments, [machineOf(3)]);
    await store.save(draft);
    const [first, again] = api.sent(createEquipment).map(({ body }) => body);
    expect([first?.eventId, first?.materials]).toEqual([again?.eventId, draft.materials]);
    expect([store.panel, facility.machines.length]).toEqual([null, 1]);
    store.open('new');
    await store.save(draft);
    expect(api.sent(createEquipment)[2]?.body.eventId).not.toBe(first?.eventId);
  });

  it('keep their picture unless another is chosen or it is taken away', async () => {
    const { store, api } = await machines();
    const machine = machineOf(1, { imageFileId: 4, imageUrl: '/files/4' });
    api.answer(updateEquipment, machine);
    const sent = () => api.sent(updateEquipment).at(-1)?.body.imageFileId;
    store.open(machine);
    await store.save(draft);
    expect(sent()).toBeUndefined();
    store.open(machine);
    const chosen = store.choosePicture(new File(['x'], 'new.png'));
    api.uploads(uploadFile)[0]?.answer({ id: 9, fileName: 'new.png', size: 1, fileURL: '/files/9' });
    await chosen;
    expect(store.pictureURL).toBe('/files/9');
    await store.save(draft);
    expect(sent()).toBe(9);
    store.open(machine);
    store.removePicture();
    expect(store.pictureURL).toBeNull();
    await store.save(draft);
    expect(sent()).toBeNull();
  });

  it('do not get the picture that was meant for another', async () => {
    const { store, api } = await machines();
    store.open(machineOf(1));
    const chosen = store.choosePicture(new File(['x'], 'new.png'));
    store.open(machineOf(2));
    api.uploads(uploadFile)[0]?.answer({ id: 9, fileName: 'new.png', size: 1, fileURL: '/files/9' });
    await chosen;
    expect([store.picture, store.uploading]).toEqual([null, null]);
  });

  it('are retired and come back, all else unchanged', async () => {
    const { store, api } = await machines();
    api.answer(updateEquipment, ({ body }) => machineOf(1, { hidden: body.hidden }));
    await store.retiring.run(machineOf(1), true);
    expect(store.undo.done?.hidden).toBe(true);
    await store.undo.run();
    expect([store.undo.done, store.retiring.busy]).toEqual([null, false]);
    const bodies = api.sent(updateEquipment).map(({ body }) => body);
    expect(bodies).toEqual([{ hidden: true }, { hidden: false }]);
  });

  it('are changed in what was entered alone, so that nothing of others is overwritten', async () => {
    const { store, api } = await machines();
    const machine = machineOf(1);
    api.answer(updateEquipment, machine);
    store.open(machine);
    const { displayName, currentlyUsedMaterialId, materialRoles: materials } = machine;
    const kept = { displayName, currentlyUsedMaterialId, materials, machineId: 10, layerHeightUm: null };
    await store.save({ ...kept, hourlyRate: 3500 });
    expect(api.sent(updateEquipment)[0]?.body).toEqual({ hourlyRate: 3500 });
  });

  it('say at the picture what is wrong with it', async () => {
    const { store, api } = await machines();
    store.open('new');
    api.answer(
      createEquipment,
      CallError.received({ code: 'INVALID_INPUT', message: 'Not so.', fields: { imageFileId: 'Gone.' } }),
    );
    await expect(store.save(draft)).rejects.toThrow();
    expect([store.pictureProblem, store.panel]).toEqual(['Gone.', 'new']);
  });

  it('are saved even when they cannot be shown again at once', async () => {
    const { store, api } = await machines();
    store.open('new');
    api.answer(createEquipment, machineOf(3));
    api.answer(listFacilityEquipments, new CallError('UNAVAILABLE'));
    await store.save(draft);
    expect(store.panel).toBeNull();
  });

  it('say why one cannot be retired, and show what has changed meanwhile', async () => {
    const { store, api, facility } = await machines();
    api.answer(updateEquipment, CallError.received({ code: 'CONFLICT', message: 'It has a job.' }));
    api.answer(listFacilityEquipments, [machineOf(1, { openJobs: 1 })]);
    await store.retiring.run(machineOf(1), true);
    expect([store.retiring.problem, store.undo.done, facility.machines[0]?.openJobs]).toEqual([
      'It has a job.',
      null,
      1,
    ]);
  });

  it('take an own model as soon as it is added', async () => {
    const { store, api } = await machines();
    store.open('new');
    const own = { ...machineOf(1).machine, id: 77, modelName: 'Garage One' };
    api.answer(createMachine, own);
    api.answer(listMachines, [{ ...own, source: null, own: true }]);
    const body = {
      modelName: 'Garage One',
      manufacturer: 'Us',
      amProcessId: 30,
      generalMaterials: [],
      buildVolume: { x: 1, y: 1, z: 1 },
    };
    expect(await store.addModel({ ...body, kind: 'THREED_PRINTER' })).toBe(77);
    expect(store.models.answer?.map(({ id }) => id)).toEqual([77]);
  });
});

describe('the materials of a facility', () => {
  const opened = async () => {
    const fake = await openedFacility();
    fake.api.answer(listLibraryMaterials, [
      materialOf(50, { name: 'PA 2200' }),
      materialOf(51, {
        name: 'Tough résin',
        manufacturer: null,
        amProcessId: 31,
        generalMaterial: { id: 2, name: 'Photopolymer' },
      }),
    ]);
    const store = new MaterialsStore(fake.host, fake.facility);
    store.open('library');
    await vi.waitFor(() => expect(store.library.answer).not.toBeNull());
    return { ...fake, store };
  };

  it('are found by every word of name, maker, family and process', async () => {
    const { store } = await opened();
    const found = (text: string) => {
      store.setSearch(text);
      return store.found.map(({ id }) => id);
    };
    expect([found(''), found('eos 2200'), found('resin'), found('photo SLA'), found('eos resin')]).toEqual([
      [50, 51],
      [50],
      [51],
      [51],
      [],
    ]);
    store.resetFilter();
    store.filter(30, null);
    expect(store.found.map(({ id }) => id)).toEqual([50]);
    store.filter(30, 2);
    expect(store.found).toEqual([]);
    expect([store.processes.map(({ id }) => id), store.families.map(({ id }) => id)]).toEqual([
      [30, 31],
      [1, 2],
    ]);
  });

  it('are kept at a price, dropped, and taken back at the same price', async () => {
    const { store, api, facility } = await opened();
    api.answer(updateFacilityMaterial, materialOf(51));
    api.answer(listFacilityMaterials, [materialOf(50), materialOf(51)]);
    await store.keep(51, 900);
    expect(facility.kept).toHaveLength(2);
    await store.dropping.run(materialOf(51, { pricePerKg: 900 }));
    expect(store.undo.done?.id).toBe(51);
    await store.undo.run();
    expect(store.undo.done).toBeNull();
    expect(api.sent(updateFacilityMaterial).map(({ body }) => body)).toEqual([
      { kept: true, pricePerKg: 900 },
      { kept: false, pricePerKg: 900 },
      { kept: true, pricePerKg: 900 },
    ]);
  });

  it('say which machines run them, and why one has to stay', async () => {
    const { store, api, facility } = await opened();
    expect([facility.machinesOf(50), facility.machinesOf(51)]).toEqual([['SLS-01'], []]);
    api.answer(updateFacilityMaterial, CallError.received({ code: 'CONFLICT', message: 'SLS-01 runs it.' }));
    await store.dropping.run(materialOf(50));
    expect([store.dropping.problem, store.undo.done]).toEqual(['SLS-01 runs it.', null]);
  });

  it('may be own ones, which are kept at once', async () => {
    const { store, api } = await opened();
    store.open('own');
    api.answer(createMaterial, materialOf(60, { own: true }));
    api.answer(updateFacilityMaterial, materialOf(60));
    await store.addOwn({ name: 'Mix', manufacturer: '', generalMaterialId: 1, amProcessId: 30, density: 1 }, 500);
    expect(api.sent(updateFacilityMaterial)[0]).toMatchObject({ params: { id: 60 }, body: { pricePerKg: 500 } });
    expect(store.panel).toBeNull();
  });

  it('are added once, when keeping them has to be tried again', async () => {
    const { store, api } = await opened();
    store.open('own');
    api.answer(createMaterial, materialOf(60, { own: true }));
    api.answer(updateFacilityMaterial, new CallError('UNAVAILABLE'));
    const own = { name: 'Mix', manufacturer: '', generalMaterialId: 1, amProcessId: 30, density: 1 };
    await expect(store.addOwn(own, 500)).rejects.toThrow();
    expect(store.panel).toBe('own');
    api.answer(updateFacilityMaterial, materialOf(60));
    await store.addOwn(own, 600);
    expect([api.sent(createMaterial).length, store.panel]).toEqual([1, null]);
  });

  it('cost what their currency can say', () => {
    expect([toMinor(12.345, 'EUR'), toMinor(1200, 'JPY'), fromMinor(1234, 'EUR')]).toEqual([1235, 1200, 12.34]);
  });

  it('link to where their facts were read', () => {
    expect(addressOf('https://maker.example/a')).toBe('https://maker.example/a');
    expect(addressOf('github.com/owner/repo/a b/c.json')).toBe('https://github.com/owner/repo/blob/HEAD/a%20b/c.json');
    expect([addressOf(null), addressOf('javascript:alert(1)')]).toEqual([null, null]);
  });
});

describe('finishing', () => {
  const steps = [1, 2].map((id) => ({ id, name: `Step ${id}`, description: '' }));
  const opened = async () => {
    const fake = fakeHost({ id: 'catalog' });
    fake.api.answer(listPostProcessing, steps);
    fake.api.answer(listFacilityPostProcessing, steps.slice(0, 1));
    const store = new FinishingStore(fake.host);
    store.start();
    await vi.waitFor(() => expect(store.steps.loading).toBe(false));
    return { ...fake, store };
  };

  it('is unsaved only while it differs from what is saved', async () => {
    const { store, api } = await opened();
    store.toggle(2);
    expect(store.unsaved).toBe(true);
    store.toggle(2);
    expect(store.unsaved).toBe(false);
    store.toggle(1);
    store.reset();
    expect([...store.chosen]).toEqual([1]);
    store.toggle(2);
    api.answer(updateFacilityPostProcessing, steps);
    expect(await store.saving.run()).toBe(true);
    expect([store.unsaved, api.sent(updateFacilityPostProcessing)[0]?.body]).toEqual([false, { ids: [1, 2] }]);
  });

  it('gives back after a reload what was chosen, until it is saved or given up', async () => {
    vi.stubGlobal('sessionStorage', fakeStorage());
    const first = await opened();
    first.store.toggle(2);
    expect(first.beforeStop()).toBe('unsaved');
    const { store } = await opened();
    expect([[...store.chosen], store.restored, store.unsaved]).toEqual([[1, 2], true, true]);
    store.reset();
    expect([...(await opened()).store.chosen]).toEqual([1]);
    vi.unstubAllGlobals();
  });

  it('keeps what was chosen when saving fails', async () => {
    const { store, api } = await opened();
    store.toggle(2);
    api.answer(updateFacilityPostProcessing, new CallError('UNAVAILABLE'));
    expect(await store.saving.run()).toBe(false);
    expect([store.unsaved, store.saving.problem !== null]).toEqual([true, true]);
  });
});
