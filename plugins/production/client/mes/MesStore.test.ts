import { listFacilityMaterials, listFacilityPostProcessing } from '@sinter/sdk/contract/catalog/machines';
import { listAmProcesses } from '@sinter/sdk/contract/catalog/offered';
import { readSetting } from '@sinter/sdk/contract/host/versions';
import { mesSettingsSchema, plainMes } from '@sinter/sdk/contract/production/mes';
import { fakeHost } from '@sinter/sdk/testing';
import { expect, it, vi } from 'vitest';
import { moved } from './Cards.tsx';
import { MesStore } from './MesStore.ts';

async function opened() {
  const { api, host } = fakeHost({ id: 'admin' });
  api.answer(readSetting, {
    published: { version: 0, value: plainMes, at: null, by: '', note: '' },
    draft: null,
    seen: '0',
  });
  api.answer(listAmProcesses, [{ id: 7, name: 'SLS', processKey: 'SLS', sequence: 0 }]);
  api.answer(listFacilityMaterials, []);
  api.answer(listFacilityPostProcessing, []);
  const store = new MesStore(host);
  store.start();
  await vi.waitFor(() => expect([store.editor.value, store.named.processIds.length]).toEqual([plainMes, 1]));
  return store;
}

it('adds work centers, steps and templates that can be saved as they are, each with a key of its own', async () => {
  const store = await opened();
  for (const _ of [1, 2]) {
    store.addCenter();
    store.addStep();
    store.addTemplate();
  }
  const { workCenters, steps, templates } = mesSettingsSchema.parse(store.editor.value);
  expect([workCenters, steps, templates].map((list) => new Set(list.map(({ key }) => key)).size)).toEqual([5, 5, 3]);
  expect([steps[3]?.workCenter, templates[1]?.steps]).toEqual(['finishing', ['print']]);
});

it('does a step of another kind at a work center of that kind', async () => {
  const store = await opened();
  store.setKind(1, 'INSPECTION');
  expect(store.editor.value?.steps[1]).toMatchObject({ kind: 'INSPECTION', workCenter: 'inspection' });
});

it('takes a step that is removed out of the templates', async () => {
  const store = await opened();
  store.removeStep(1);
  expect(store.editor.value?.templates[0]?.steps).toEqual(['print', 'inspection']);
});

it('says what publishing changes with the names of processes', async () => {
  const store = await opened();
  store.addTemplate();
  const templates = store.editor.value?.templates.map((template, at) =>
    at === 1 ? { ...template, processIds: [7] } : template,
  );
  store.set({ templates: templates ?? [] });
  expect(store.editor.pending.map(({ after }) => after)).toContain('SLS');
});

it('moves an entry up and down', () => {
  expect([moved(['a', 'b', 'c'], 2, 1), moved(['a', 'b', 'c'], 0, 1)]).toEqual([
    ['a', 'c', 'b'],
    ['b', 'a', 'c'],
  ]);
});
