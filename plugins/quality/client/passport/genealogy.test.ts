import type { Passport } from '@sinter/sdk/contract/quality/passport';
import { expect, test } from 'vitest';
import { box, genealogyOf } from './genealogy.ts';

const step = (position: number, kind: string): Passport['steps'][number]['steps'][number] => ({
  ...{ position, kind, name: '', workCenter: 'w', status: 'COMPLETED', received: 5, good: 5, scrap: 0, rework: 0 },
  ...{ moved: 0, startedAt: null, startedBy: null, finishedAt: null, batches: [], checks: [] },
});
const build = (jobId: number, lotIds: number[]): Passport['builds'][number] => ({
  ...{ jobId, lotIds, name: `Build ${jobId}`, status: 'COMPLETED', from: '', to: '', plate: null },
  machine: { id: 1, name: 'MJF 1', model: '', manufacturer: '', calibration: null },
});

/** Lot 9 remakes what was scrapped in lot 7; lot 8 is rework of lot 7. */
const passport = {
  lot: { id: 9, quantity: 2, state: 'DONE', createdAt: '', facility: '', timeZone: 'UTC' },
  order: { id: 1, title: '', customer: '', line: 1, ordered: 5 },
  part: { name: 'Bracket.stl', number: null, uploadedAt: '', size: 1, sha256: '', meshSha256: '' },
  builds: [build(3, [9])],
  steps: [{ lotId: 9, steps: [step(0, 'PRINT'), step(1, 'INSPECTION')] }],
  lineage: {
    kin: [{ lotId: 8, parentId: 7, how: 'REWORK' as const, quantity: 1 }],
    remakes: [{ scrappedIn: 7, scrappedAt: '', reason: 'Damaged', quantity: 2, madeIn: 9 }],
  },
  shipments: [{ id: 4, quantity: 5, carrier: '', tracking: '', shippedAt: '', deliveredAt: null }],
};

test('the picture goes from the order line to the shipment, and shows what a lot remakes', () => {
  const { nodes, edges, width, height } = genealogyOf({
    ...passport,
    ...{ inspections: [], checklists: [] },
    ...{ ledger: [], nonConformances: [], internal: [], people: {} },
    material: {
      ...{ process: '', name: '', kind: '', manufacturer: null, densityMgPerMm3: 1, source: null, color: '' },
      ...{ finish: null, tolerance: '', inspection: '', batches: [] },
    },
  });
  const linked = edges.map(({ from, to, how }) => [from, to, how]);
  expect(linked).toEqual(
    expect.arrayContaining([
      ['order', 'build 3', 'FLOW'],
      ['build 3', 'lot 9', 'FLOW'],
      ['lot 9', 'step 9 0', 'FLOW'],
      ['step 9 0', 'step 9 1', 'FLOW'],
      ['step 9 1', 'shipment 4', 'FLOW'],
      ['lot 7', 'lot 8', 'REWORK'],
      ['lot 7', 'lot 9', 'REMAKE'],
    ]),
  );
  // Everything that is linked is drawn, within the picture, and no box lies on another one.
  const known = new Set(nodes.map(({ id }) => id));
  expect(edges.every(({ from, to }) => known.has(from) && known.has(to))).toBe(true);
  expect(nodes.every(({ x, y }) => x + box.width <= width && y + box.height <= height)).toBe(true);
  const meets = nodes.flatMap((one, at) =>
    nodes.slice(at + 1).filter(({ x, y }) => x === one.x && Math.abs(y - one.y) < box.height),
  );
  expect(meets).toEqual([]);
});
