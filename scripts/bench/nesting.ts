import { fork } from 'node:child_process';
import type { Figure, Table } from './figure.ts';
import { foundSchema, type Found } from './nesting/found.ts';
import { bundle } from './program.ts';
import { median } from './statistics.ts';

type Space = 'BED' | 'PLATE';

/** 200 parts of 15 shapes in powder and on plates, beside packers of boxes. */
export async function nesting(rounds: number): Promise<Table[]> {
  const program = await bundle('nesting/arrange');
  return [await arrangement(program, 'BED', rounds), await arrangement(program, 'PLATE', rounds)];
}

async function arrangement(program: string, space: Space, rounds: number): Promise<Table> {
  const found: Found[] = [];
  for (let round = 0; round < rounds; round++) found.push(await arranged(program, space));
  const one = found[0];
  if (!one) throw new Error('Nothing was measured.');
  const middle = (of: (each: Found) => number): number => median(found.map(of));
  const room = space === 'BED' ? '340 × 340 × 600 mm of powder' : 'plates of 340 × 340 mm';
  return {
    subject: `Nesting: ${one.parts} parts of ${one.shapes} shapes, ${room}, spacing 2 mm, margin 5 mm`,
    note: `${rounds} rounds, the middle one; ${one.passes} arrangements. Checked with the triangles: ${one.conflicts} conflicts.`,
    figures: [
      ...(space === 'BED' ? inPowder(one) : onPlates(one)),
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

/** `figure`: beside that of a packer that knows only boxes. */
const beside = (name: string, measured: number, floor: number, target: Figure['target']): Figure => ({
  ...{ name, measured, floor, ratio: measured / floor, unit: '' },
  ...(target && { target }),
});

const inPowder = ({ result, firstFit, bound }: Found): Figure[] => [
  beside('fill, % of the box up to the height; floor: boxes by first fit', result, firstFit, { atLeast: 1.25 }),
  beside('fill, %; floor: boxes without any gap', result, bound, { atLeast: 0.95 }),
];

const onPlates = ({ result, firstFit, bound }: Found): Figure[] => [
  beside('plates; floor: rectangles by first fit', result, firstFit, { atMost: 1 }),
  beside('plates; floor: rectangles without any gap', result, bound, undefined),
];

function arranged(program: string, space: Space): Promise<Found> {
  return new Promise((done, failed) => {
    const child = fork(program, [space], { stdio: 'inherit' });
    child.once('message', (message) => done(foundSchema.parse(message)));
    child.once('exit', (code) => failed(new Error(`The arranging process ended with code ${code}.`)));
  });
}
