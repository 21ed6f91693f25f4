import { expect, it, vi } from 'vitest';
import {
  comparePlatform,
  readPlatform,
  type PlatePiece,
  type Platform,
} from '@sinter/sdk/contract/production/platforms';
import { fakeHost } from '@sinter/sdk/testing';
import { PlatformStore } from './PlatformStore.ts';

const piece = (copy: number, x = copy * 20): PlatePiece => ({
  orderFileId: 9,
  copy,
  placement: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1],
});
const part = {
  ...{ orderFileId: 9, order: null, fileName: 'hinge.stl', fileId: 4, pieces: 20, box: null },
  material: { id: 2, name: 'PA 12' },
};
const platform: Platform = {
  ...{
    id: 5,
    name: 'Hinges',
    revision: 2,
    shown: 2,
    machine: { id: 1, name: 'MJF-01' },
    model: { id: 1, name: 'MJF' },
  },
  ...{ materials: [part.material], parts: 1, pieces: 20, utilisation: 0.1, heightMm: 20, builds: 0, source: 'IN_APP' },
  ...{
    changedAt: '2026-11-23T08:00:00Z',
    changedBy: '',
    boxMm: [380, 284, 380],
    volumeMm3: 9,
    hasFile: true,
    jobs: [],
  },
  revisions: [2, 1].map((revision) => ({
    ...{ revision, at: '2026-11-23T08:00:00Z', by: '', pieces: 20, heightMm: 20, utilisation: 0.1 },
  })),
  platedParts: [part],
  plate: Array.from({ length: 20 }, (_, copy) => piece(copy)),
};
const path = '/service-provider/machine-platforms/5';

async function opened(search: string) {
  const fake = fakeHost({ id: 'production', location: { pathname: path, search } });
  fake.api.answer(readPlatform, platform);
  fake.api.answer(comparePlatform, {
    parts: [part],
    changes: [
      { ...piece(0), change: 'MOVED', before: piece(0, 7).placement },
      { ...piece(30), change: 'REMOVED', before: piece(30).placement },
    ],
    same: 19,
  });
  const store = new PlatformStore(fake.host, 5);
  store.start();
  await vi.waitFor(() => expect(store.reading.state).toBe('answered'));
  return { ...fake, store };
}

it('shows on the plate what another revision had elsewhere, and what is gone where it lay', async () => {
  const { store } = await opened('?from=1');
  await vi.waitFor(() => expect(store.difference).not.toBeNull());
  expect(store.pieces).toHaveLength(21);
  expect(store.pieces.filter(({ tone }) => tone !== undefined).map(({ key, tone }) => [key, tone])).toEqual([
    ['9 0', 'moved'],
    ['9 30', 'removed'],
  ]);
});

it('compares a revision with no other one, and never with itself', async () => {
  for (const search of ['', '?from=2', '?from=none']) {
    const { store, api } = await opened(search);
    expect([store.compared, store.pieces.length, api.sent(comparePlatform).length]).toEqual([null, 20, 0]);
  }
});

it('turns the table to the piece that is picked on the plate, and keeps the other revision in the address', async () => {
  const { store, navigated } = await opened('?from=1');
  store.pick('9 17');
  expect([store.picked, store.page]).toEqual(['9 17', 1]);
  store.pick(null);
  expect([store.picked, store.page]).toEqual([null, 1]);
  store.choose({ revision: 1, from: null });
  expect(navigated.at(-1)).toEqual({ to: `${path}?revision=1`, replace: true });
});
