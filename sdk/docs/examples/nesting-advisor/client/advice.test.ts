import { expect, it } from 'vitest';
import { backendPost } from '@sinter/sdk/contract/apps/backend';
import { listOfferedMaterials } from '@sinter/sdk/contract/catalog/offered';
import { storeFrontLine } from '@sinter/sdk/contract/orders/storeFrontLine';
import { fakeHost } from '@sinter/sdk/testing';
import { askAdvice, askedOf } from './askAdvice.ts';
import plugin from './index.ts';

const line = {
  fileId: 1,
  name: 'bracket.stl',
  size: [40, 30, 20] as const,
  volumeMm3: 9000,
  quantity: 30,
  amProcessId: 3,
  materialId: 7,
};
const advice = { perBuild: 36, builds: 1, full: 36, share: 1200, fullShare: 1000, currency: 'EUR' };

it('registers what plugin.json declares, and leaves nothing behind', async () => {
  const { host, contributions, stop, held } = fakeHost({ id: plugin.id });
  await plugin.setup(host);
  expect(contributions(storeFrontLine).map(({ id }) => id)).toEqual(['advice']);
  stop();
  expect(held()).toBe(0);
});

it('asks nothing while the part or its process is not known', () => {
  expect(askedOf({ ...line, size: null })).toBeNull();
  expect(askedOf({ ...line, amProcessId: null })).toBeNull();
});

it.each([
  [200, advice, advice],
  [422, { error: 'too large' }, null],
])('takes the answer %d of its own server', async (status, body, expected) => {
  const { host, api } = fakeHost({ id: plugin.id });
  const process = { id: 3, name: 'MJF', processKey: 'HPBJ', sequence: 1 };
  api.answer(listOfferedMaterials, [
    { process, materials: [], proposedMaterialId: 7, finishes: [], maxBuildVolume: { x: 380, y: 284, z: 380 } },
  ]);
  api.answer(backendPost, { status, contentType: 'application/json', body });
  const question = askAdvice(host);
  const stop = question.follow();
  const asked = askedOf(line);
  if (asked) question.ask(asked);
  await expect.poll(() => question.state).toBe('answered');
  expect(question.answer).toEqual(expected);
  expect(api.sent(backendPost)).toMatchObject([
    { params: { path: 'advice' }, body: { value: { quantity: 30, processKey: 'HPBJ', buildVolume: [380, 284, 380] } } },
  ]);
  stop();
});
