import { expect, it } from 'vitest';
import { pluginSettings } from '@sinter/sdk/contract/apps/settings';
import { listOfferedMaterials } from '@sinter/sdk/contract/catalog/offered';
import { orderTabs } from '@sinter/sdk/contract/orders/orderTabs';
import { homeTiles } from '@sinter/sdk/contract/orders/homeTiles';
import { searchOrders } from '@sinter/sdk/contract/orders/rows';
import { fakeHost } from '@sinter/sdk/testing';
import descriptor from '../plugin.json' with { type: 'json' };
import { factorsSchema, footprintOf, totalOf, type FootprintPart } from './footprint.ts';
import { newestFootprint } from './Footprints.ts';
import plugin from './index.ts';

/** What the host gives as long as nobody has changed a setting. */
const defaults = Object.fromEntries(
  Object.entries(descriptor.config.schema.properties).map(([name, setting]) => [name, setting.default]),
);
const factors = factorsSchema.parse(defaults);
const part: FootprintPart = {
  id: 1,
  quantity: 4,
  materials: [{ id: 7 }],
  originalFileDTO: { fileName: 'bracket.stl' },
  report: { volumeMm3: 50_000 },
};
const pa12 = new Map([[7, { density: 1.01, processKey: 'HPBJ' }]]);

it('registers what plugin.json declares, and leaves nothing behind', async () => {
  const { host, contributions, stop, held } = fakeHost({ id: plugin.id });
  await plugin.setup(host);
  expect([...contributions(orderTabs), ...contributions(homeTiles)].map(({ id }) => id)).toEqual(
    descriptor.contributes.slots.map(({ id }) => id),
  );
  stop();
  expect(held()).toBe(0);
});

it('weighs the parts and takes energy and emissions from that', () => {
  // 4 × 50 cm³ × 1.01 g/cm³ = 202 g; × 35 kWh/kg = 7.07 kWh; × 0.481 kg/kWh = 3.40 kg
  const { massMg, kwh, kgCo2e } = footprintOf(part, pa12, factors);
  expect(massMg).toBeCloseTo(202_000);
  expect(kwh).toBeCloseTo(7.07);
  expect(kgCo2e).toBeCloseTo(3.4007);
});

it('counts apart what it cannot weigh', () => {
  const parts = [part, { ...part, id: 2, materials: [{ id: 8 }] }].map((one) => footprintOf(one, pa12, factors));
  expect(totalOf(parts)).toMatchObject({ kgCo2e: expect.closeTo(3.4007), unknown: 1 });
});

it('adds up the newest orders, with the settings of the facility', async () => {
  const { host, api } = fakeHost({ id: plugin.id });
  const { orders } = api.answerWithSample(searchOrders);
  api.answerWithSample(listOfferedMaterials);
  api.answer(pluginSettings, { values: defaults, revision: 0 });
  const question = newestFootprint(host);
  const stop = question.start(null);
  await expect.poll(() => question.answer?.orders).toBe(orders.length);
  expect(api.sent(pluginSettings)).toEqual([{ params: { id: 'sinter-labs.carbon' } }]);
  stop();
});
