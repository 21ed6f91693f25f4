import { fork } from 'node:child_process';
import type { Table } from './figure.ts';
import { foundSchema, type Found } from './nesting/found.ts';
import { bundle } from './program.ts';
import { median } from './statistics.ts';

/** 200 parts of 15 shapes in powder beside packers of boxes, in a process of its own, so that its memory can be told. */
export async function nesting(rounds: number): Promise<Table> {
  const program = await bundle('nesting/arrange');
  const found: Found[] = [];
  for (let round = 0; round < rounds; round++) found.push(await arranged(program));
  const one = found[0];
  if (!one) throw new Error('Nothing was measured.');
  const middle = (of: (each: Found) => number): number => median(found.map(of));
  return {
    subject: `Nesting: ${one.parts} parts of ${one.shapes} shapes, 340 × 340 × 600 mm, spacing 2 mm, margin 5 mm`,
    note: `${rounds} rounds, the middle one; ${one.passes} arrangements. Checked with the triangles: ${one.conflicts} conflicts.`,
    figures: [
      {
        name: 'fill, % of the box up to the height; floor: boxes by first fit',
        ...{ measured: one.fill, floor: one.firstFitFill, ratio: one.fill / one.firstFitFill, unit: '' },
        target: { atLeast: 1.25 },
      },
      {
        name: 'fill, %; floor: boxes without any gap',
        ...{ measured: one.fill, floor: one.boundFill, ratio: one.fill / one.boundFill, unit: '' },
        target: { atLeast: 0.95 },
      },
      { name: 'parts that overlap', measured: one.conflicts, unit: '', target: { atMost: 0 } },
      { name: 'the first arrangement', measured: middle((each) => each.firstMs), unit: 'ms' },
      { name: 'all arrangements', measured: middle((each) => each.ms), unit: 'ms' },
      { name: 'the check', measured: middle((each) => each.checkMs), unit: 'ms' },
      {
        name: 'memory beyond the parts',
        measured: middle((each) => each.grownMb),
        unit: 'MiB',
        target: { atMost: 512 },
      },
    ],
  };
}

function arranged(program: string): Promise<Found> {
  return new Promise((done, failed) => {
    const child = fork(program, { stdio: 'inherit' });
    child.once('message', (message) => done(foundSchema.parse(message)));
    child.once('exit', (code) => failed(new Error(`The arranging process ended with code ${code}.`)));
  });
}
