import { expect, it } from 'vitest';
import { readThreeMf } from '../readers/threemf.ts';
import { utf8Bytes } from '../readers/text.ts';
import { scanXml } from '../readers/xml.ts';
import { ZipArchive } from '../readers/zip.ts';
import { boundsOf, volumeOf } from '../mesh.ts';
import { placeMesh } from '../placement.ts';
import { shapes } from '../shapes.ts';
import { box } from '../testSolids.ts';
import { nest } from './nest.ts';
import { writeThreeMf } from './threeMf.ts';

const parts = [
  { id: 41, name: 'Bracket <A> & "B"\u0007', mesh: shapes['angle-bracket'](), quantity: 3 },
  { id: 7, name: 'Würfel 立方体', mesh: box([5, 5, 5], [25, 15, 12]), quantity: 4 },
];
const { builds } = nest(parts, {
  ...{ boxMm: [150, 150, 150], wallMm: 4, spacingMm: 2, space: 'BED', turning: 'ANY' },
  ...{ seed: 1, passes: 1, mostBuilds: 1 },
});
const instances = builds[0]?.instances ?? [];
const bytes = writeThreeMf({ title: 'Build 1 & more', parts, instances });

it('reads back to the same bodies in the same places', () => {
  const { bodies, unitKnown } = readThreeMf(bytes);
  expect(unitKnown).toBe(true);
  expect(bodies).toHaveLength(7);
  bodies.forEach((body, i) => {
    const part = parts.find(({ id }) => id === instances[i]?.id);
    if (!part) throw new Error('an item is of one of the parts');
    const placed = placeMesh(part.mesh, instances[i]?.placement ?? []);
    boundsOf(body).forEach((value, at) => expect(value).toBeCloseTo(boundsOf(placed)[at] ?? 0, 4));
    expect(volumeOf(body)).toBeCloseTo(volumeOf(placed), 0);
  });
});

it('says of each item which copy of which part it is, to the last digit of its place', () => {
  const items: { place: number[]; ids: string[] }[] = [];
  const names: string[] = [];
  let inItem = false;
  const model = new ZipArchive(bytes).read('3D/3dmodel.model') ?? new Uint8Array();
  scanXml(utf8Bytes(model), {
    open(name, attributes) {
      if (name === 'object') names.push(attributes.text('name') ?? '');
      if (name === 'item') {
        const place = (attributes.text('transform') ?? '').split(' ').map(Number);
        items.push({ place, ids: (attributes.text('partnumber') ?? '').split('-') });
        inItem = true;
      }
      if (name === 'metadata' && inItem) expect(attributes.text('name')).toMatch(/^sinter:(partId|copy)$/);
    },
    close(name) {
      if (name === 'item') inItem = false;
    },
  });
  expect(names).toEqual(['Bracket <A> & "B"', 'Würfel 立方体']);
  expect(items.map(({ ids }) => ids)).toEqual(instances.map(({ id, copy }) => [String(id), String(copy)]));
  items.forEach(({ place }, i) => expect(place).toEqual(instances[i]?.placement.filter((_, at) => at % 4 !== 3)));
});
