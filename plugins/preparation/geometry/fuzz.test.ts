import { describe, expect, it } from 'vitest';
import { rounds } from '../../../tests/rounds.ts';
import { GeometryError } from './errors.ts';
import { facetCount, type Mesh } from './mesh.ts';
import { readObj } from './readers/obj.ts';
import type { Reading } from './readers/reading.ts';
import { readStl, writeBinaryStl } from './readers/stl.ts';
import { readThreeMf } from './readers/threemf.ts';
import { readWrl } from './readers/wrl.ts';
import { cubeMesh, sequence, threeMf, zip } from './testSupport.ts';

/** Damaged files per reader; FUZZ_SEED for others. */
const inputCount = rounds(2000, 100_000);
const fuzzSeed = Number(process.env['FUZZ_SEED'] ?? 1);
/** Maximum time for one small damaged file, also on a busy machine. */
const limitMs = 10_000;
/** Maximum number of facets from a file of a few kilobytes. */
const limitFacets = 1_000_000;

const bytesOf = (value: string): Uint8Array => new TextEncoder().encode(value);

const tetrahedron: Mesh = {
  positions: Float32Array.of(0, 0, 0, 10, 0, 0, 0, 10, 0, 0, 0, 10),
  triangles: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3),
};

const ascii = `solid t\n${[0, 1, 2, 3].map((i) => `facet normal 0 0 -1\n outer loop\n  vertex ${i} 0.5 -1e1\n  vertex 1.25e+1 ${i} 0\n  vertex 0 1 ${i}.75\n endloop\nendfacet\n`).join('')}endsolid t\n`;

const obj =
  '# cube\nmtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1 1.0\nv 1.5 0 1\nv 1 1e0 1\nv 0 1 +1\nvt 0 0\nvn 0 0 1\ng a\nusemtl b\nf 4 3 2 1\nf 5/1/1 6/1/1 7//1 8\nf -8 -7 -3 -4\nf 2 3 \\\n 7 6\nf 3 4 8 7 2\nf 4 1 5 8\n';

const packages = [
  threeMf(
    `<resources><object id="1" type="model">${cubeMesh}</object><object id="2"><components><component objectid="1"/><component objectid="1" transform="-2 0 0 0 1 0 0 0 1 50 0 0"/></components></object></resources><build><item objectid="2" transform="0 1 0 -1 0 0 0 0 1 0 0 5"/></build>`,
    'inch',
  ),
];
const packageParts = {
  '_rels/.rels': '<Relationships><Relationship Target="/3D/a.model" Type="x/3dmodel"/></Relationships>',
  '3D/a.model':
    '<?xml version="1.0"?><model unit="millimeter" xmlns:p="x"><!-- a --><resources/><build><item p:path="/3D/b.model" objectid="1"/></build></model>',
  '3D/b.model': `<model><resources><object id="1" type="model">${cubeMesh}</object><object id="2" type="support"/></resources><build/></model>`,
};

const scenes = [
  `#VRML V2.0 utf8
PROTO P [ field SFVec3f a 0 0 0 ] { Group { } }
DEF T Transform { translation 1 2 3 rotation 0 0 1 0.5 scale 1 2 1 center 0 0 1 children [
  DEF S Shape { appearance Appearance { material Material { diffuseColor 1 0 0 } } geometry IndexedFaceSet { ccw TRUE
    coord Coordinate { point [ 0 0 0, 1 0 0, 1 1 0, 0 1 0, 0.5 0.5 1e0 ] } coordIndex [ 0 1 2 3 -1 0 4 1 -1 1 4 2 -1 2 4 3 -1 3 4 0 ] } }
  USE S Shape { geometry Box { size 1 2 3 } } ] }
Shape { geometry Extrusion { crossSection [ 1 0 0 1 -1 0 1 0 ] spine [ 0 0 0 0 1 0 1 2 0 ] scale [ 1 1 2 2 ] orientation [ 0 1 0 0.3 ] } }
Shape { geometry Text { string [ "left \\"out\\"" ] } }
Switch { whichChoice 0 choice [ Shape { geometry Cone { } } ] } LOD { level [ Shape { geometry Cylinder { height 3 } } ] }
USE T ROUTE a.b TO c.d`,
  `#VRML V1.0 ascii
Separator { DEF A Separator { Coordinate3 { point [ 0 0 0, 10 0 0, 0 10 0, 0 0 10 ] } MatrixTransform { matrix 1 0 0 0 0 1 0 0 0 0 1 0 5 5 5 1 }
 IndexedFaceSet { coordIndex [ 0, 2, 1, -1, 0, 1, 3, -1, 1, 2, 3, -1, 2, 0, 3, -1 ] } } Translation { translation 1 2 3 } Cube { width 3 } USE A }`,
];

/** Extreme numbers of the formats. */
const extremeNumbers = [
  '0',
  '-1',
  '1',
  '4294967295',
  '2147483648',
  '1e308',
  '1e-320',
  '-1e999',
  'nan',
  'inf',
  '0x7f',
  '1e',
  '.',
  '99999999999999999999',
  '1000000',
];
const extremeWords = [4294967295, 2147483648, 65_535, 0, 1, 0x7f800000, 0x7fc00000, 0x50000];

class Mutator {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = sequence(seed);
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }

  /** Makes one to four changes to a file. */
  damage(file: Uint8Array): Uint8Array {
    let bytes = file;
    for (let changes = 1 + this.below(1 + this.below(4)); changes > 0 && bytes.length > 0; changes--)
      bytes = this.#once(bytes);
    return bytes;
  }

  #once(bytes: Uint8Array): Uint8Array {
    const at = this.below(bytes.length);
    const length = this.below(Math.min(200, bytes.length - at)) + 1;
    const block = bytes.slice(at, at + length);
    switch (this.below(9)) {
      case 0:
        return bytes.with(at, (bytes[at] ?? 0) ^ (1 << this.below(8)));
      case 1:
        return bytes.with(at, this.below(256));
      case 2:
        // Cuts are rarely at the very end and often near it.
        return bytes.slice(0, bytes.length - this.below(this.below(bytes.length) + 1));
      case 3:
        return join(bytes.slice(0, at), bytes.slice(at + length));
      case 4: {
        const to = this.below(bytes.length);
        return join(bytes.slice(0, to), block, bytes.slice(to));
      }
      case 5:
        return join(bytes.slice(0, at), ...Array.from({ length: 1 + this.below(60) }, () => block), bytes.slice(at));
      case 6:
        return this.#otherNumber(bytes, at);
      case 7: {
        if (bytes.length < 4) return bytes;
        const copy = bytes.slice();
        new DataView(copy.buffer).setUint32(this.below(bytes.length - 3), this.pick(extremeWords) ?? 0, true);
        return copy;
      }
      default: {
        const from = this.below(bytes.length);
        return join(bytes.slice(0, at), bytes.slice(from));
      }
    }
  }

  /** Replaces the first number after a position by another one. */
  #otherNumber(bytes: Uint8Array, from: number): Uint8Array {
    const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57;
    let start = from;
    while (start < bytes.length && !isDigit(bytes[start])) start++;
    let end = start;
    while (isDigit(bytes[end])) end++;
    return join(bytes.slice(0, start), bytesOf(this.pick(extremeNumbers) ?? ''), bytes.slice(end));
  }
}

function join(...parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/**
 * Damages the whole archive or one of its files, so that damage also passes the zip reader and reaches the XML
 * reader.
 */
function damagedPackage(mutator: Mutator): Uint8Array {
  if (mutator.below(4) === 0) return mutator.damage(mutator.pick(packages) ?? new Uint8Array());
  const files: Record<string, string> = { ...packageParts };
  const name = mutator.pick(Object.keys(files)) ?? '';
  files[name] = new TextDecoder().decode(mutator.damage(bytesOf(files[name] ?? '')));
  return zip(files);
}

type Reader = (bytes: Uint8Array) => Reading;
const fuzzedReaders: readonly [string, Reader, (mutator: Mutator) => Uint8Array][] = [
  ['binary STL', readStl, (mutator) => mutator.damage(writeBinaryStl(tetrahedron))],
  ['ASCII STL', readStl, (mutator) => mutator.damage(bytesOf(ascii))],
  ['OBJ', readObj, (mutator) => mutator.damage(bytesOf(obj))],
  ['3MF', readThreeMf, damagedPackage],
  ['VRML', readWrl, (mutator) => mutator.damage(bytesOf(mutator.pick(scenes) ?? ''))],
];

/** The fault of a mesh that a reader returned, if it has one. */
function faultOf({ bodies }: Reading): string | undefined {
  const facets = bodies.reduce((sum, body) => sum + facetCount(body), 0);
  if (facets === 0) return 'no facets and no error';
  if (facets > limitFacets) return `${facets} facets`;
  for (const { positions, triangles } of bodies) {
    if (!positions.every(Number.isFinite)) return 'a coordinate that is not finite';
    if (triangles.some((vertex) => vertex * 3 >= positions.length)) return 'a facet without a vertex';
  }
  return undefined;
}

describe('fuzzing', () => {
  it.each(fuzzedReaders)(
    '%s: a damaged file is read, or refused with a sentence',
    (name, read, make) => {
      const mutator = new Mutator(fuzzSeed);
      let accepted = 0;
      let slowest = 0;
      for (let input = 0; input < inputCount; input++) {
        const bytes = make(mutator);
        const start = performance.now();
        let fault: string | undefined;
        try {
          fault = faultOf(read(bytes));
          accepted++;
        } catch (error) {
          if (!(error instanceof GeometryError)) fault = String(error instanceof Error ? error.stack : error);
          else if (error.message.length > 300) fault = `a message of ${error.message.length} characters`;
        }
        const time = performance.now() - start;
        slowest = Math.max(slowest, time);
        if (time > limitMs) fault = `${Math.round(time)} ms`;
        expect(fault, `input ${input} of seed ${fuzzSeed}: ${Buffer.from(bytes).toString('base64')}`).toBe(undefined);
      }
      console.log(
        `${name}: ${inputCount} damaged files, ${accepted} read, ${inputCount - accepted} refused, slowest ${slowest.toFixed(0)} ms`,
      );
    },
    inputCount * 20 + 60_000,
  );
});
