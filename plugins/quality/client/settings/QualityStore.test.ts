import { readSetting } from '@sinter/sdk/contract/host/versions';
import { plainQuality, qualitySettingsSchema } from '@sinter/sdk/contract/quality/settings';
import { fakeHost } from '@sinter/sdk/testing';
import { expect, it, vi } from 'vitest';
import { defectOptions, treeOf } from '../defects.ts';
import { keyOf, QualityStore } from './QualityStore.ts';

async function opened() {
  const { api, host } = fakeHost({ id: 'admin' });
  api.answer(readSetting, {
    published: { version: 0, value: plainQuality, at: null, by: '', note: '' },
    draft: null,
    seen: '0',
  });
  const store = new QualityStore(host);
  store.start();
  await vi.waitFor(() => expect(store.editor.value).toEqual(plainQuality));
  return store;
}

it('gives what is added a key of its own, which follows its name until it is published', async () => {
  const store = await opened();
  store.add('types');
  store.rename('types', 6, 'Trop chaud');
  store.add('types');
  store.rename('types', 7, 'Trop chaud');
  store.rename('types', 0, 'Size');
  expect(store.editor.value?.types.filter((_, at) => [0, 6, 7].includes(at))).toEqual([
    { key: 'dimension', name: 'Size' },
    { key: 'trop-chaud', name: 'Trop chaud' },
    { key: 'trop-chaud-2', name: 'Trop chaud' },
  ]);
});

it('makes keys that the setting takes of any name', () => {
  const keys = ['寸法', 'Ünder sized!', '-', 'x'.repeat(80), ''].map((name) => keyOf(name, []));
  const types = keys.map((key) => ({ key, name: 'x' }));
  expect(qualitySettingsSchema.safeParse({ ...plainQuality, types }).success).toBe(true);
});

it('shows defects below what they belong to, and removes them with it', async () => {
  const store = await opened();
  const surface = store.addDefect(null);
  store.changeDefect(surface, { name: 'Surface' });
  const size = store.addDefect(null);
  store.changeDefect(size, { name: 'Size' });
  const rough = store.addDefect(surface);
  store.changeDefect(rough, { name: 'Rough' });
  const shown = () => treeOf(store.editor.value?.defects ?? []).map(({ name, depth }) => `${depth} ${name}`);
  expect(shown()).toEqual(['0 Surface', '1 Rough', '0 Size']);
  store.removeDefect(surface);
  expect(shown()).toEqual(['0 Size']);
});

it('shows defects whose way up is broken too, so that they can be mended', () => {
  const tree = treeOf([
    { id: 1, parentId: 2, name: 'a' },
    { id: 2, parentId: 1, name: 'b' },
    { id: 3, parentId: 9, name: 'c' },
  ]);
  expect(tree.map(({ id, depth }) => [id, depth])).toEqual([
    [1, 0],
    [2, 0],
    [3, 0],
  ]);
});

it('says what publishing would change', async () => {
  const store = await opened();
  store.set({ rigor: 'FULL', gates: { ...plainQuality.gates, SHIP: 'BLOCK' } });
  store.move('severities', 2, 0);
  expect(store.editor.pending.map(({ key }) => key)).toEqual(['rigor', 'gate.SHIP', 'severities']);
});

it('offers a defect with those above it', () => {
  const defects = [
    { id: 3, name: 'Pores', parentId: 1 },
    { id: 1, name: 'Surface', parentId: null },
    { id: 2, name: 'Size', parentId: null },
    { id: 4, name: 'Open', parentId: 3 },
  ];
  expect(defectOptions(defects).map(({ name }) => name)).toEqual([
    'Surface',
    'Surface › Pores',
    'Surface › Pores › Open',
    'Size',
  ]);
});
