import { expect, it } from 'vitest';
import type { DocumentSheet } from '@sinter/sdk/server/documents';
import { draw } from './draw.ts';
import type { Drawing } from './task.ts';

const steps = ['Material', 'Build', 'Finishing', 'Inspection', 'Packing'];
const sheet = (id: number): DocumentSheet => ({
  ...{ title: 'Traveler', number: `bracket-${id}.stl`, code: { kind: 'LOT', id } },
  blocks: [
    { kind: 'facts', facts: steps.map((step) => ({ label: step, value: `${step} of lot ${id}` })) },
    {
      kind: 'table',
      columns: ['Step', 'Detail', 'Good', 'Scrap', 'Signature'].map((head) => ({ head })),
      rows: steps.map((step) => ({ cells: [step, `Lot ${id}`], room: true })),
    },
    { kind: 'signatures', lines: ['Released by', 'Closed by'] },
  ],
});
const drawing = (count: number): Drawing => ({
  model: {
    ...{ type: 'traveller', at: '2026-11-01T10:00:00.000Z', paper: 'A4' },
    sheets: Array.from({ length: count }, (_, at) => sheet(at + 1)),
  },
  ...{ locale: 'en-US', rightToLeft: false, brand: { name: 'Works', color: '#1a5fd0', logo: null }, pictures: {} },
  labelled: '{{label}}: {{value}}',
  foot: { left: ['Works'], right: '{{page}} / {{pages}}' },
});
async function timed(count: number) {
  const start = performance.now();
  const drawn = await draw(drawing(count));
  return { drawn, ms: performance.now() - start };
}

it('a thousand travelers take in proportion no longer than a hundred', async () => {
  await timed(10);
  const hundred = await timed(100);
  const thousand = await timed(1_000);
  if (!('pages' in thousand.drawn)) throw new Error('Nothing was drawn.');
  const { bytes, pages } = thousand.drawn;
  console.log(`1,000 travelers: ${(thousand.ms / 1000).toFixed(1)} s, ${(bytes.length / 1e6).toFixed(1)} MB`);
  expect(pages).toBe(1_000);
  expect(thousand.ms / hundred.ms).toBeLessThan(30);
}, 600_000);
