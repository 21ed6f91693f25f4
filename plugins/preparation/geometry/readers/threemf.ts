import type { Sentence } from '@sinter/sdk/contract/texts';
import { GeometryError } from '../errors.ts';
import { say } from '../say.ts';
import { facetCount, type Mesh } from '../mesh.ts';
import { Welder } from '../welder.ts';
import { warning, type Reading } from './reading.ts';
import { utf8Bytes } from './text.ts';
import { scanXml, type XmlAttributes } from './xml.ts';
import { ZipArchive } from './zip.ts';

/** Column by column: the 3 x 3 part row-major as 3MF writes it, then the translation. */
type Transform = Float64Array;

interface Component {
  key: string;
  transform: Transform | undefined;
}

interface ModelObject {
  printable: boolean;
  positions: Float64Array;
  triangles: Uint32Array;
  components: Component[];
}

interface ModelPart {
  millimetres: number;
  objects: Map<string, ModelObject>;
  items: Component[];
  beamLattice: boolean;
}

const millimetresPerUnit: ReadonlyMap<string, number> = new Map([
  ['micron', 0.001],
  ['millimeter', 1],
  ['centimeter', 10],
  ['inch', 25.4],
  ['foot', 304.8],
  ['meter', 1000],
]);
const maxDepth = 32;
const maxBodies = 100_000;
const maxFacets = 20_000_000;
const maxVertices = 20_000_000;
/** Maximum number of objects, components and items of all parts, built or not. */
const maxEntries = 200_000;
const maxParts = 1000;

/** A name from the file, shortened for a sentence. */
const short = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);

const invalid = (sentence: Sentence): GeometryError => new GeometryError('INVALID_CONTENT', sentence);

/** Reads the printable objects of a 3MF package (core and production specification), in millimetres. */
export function readThreeMf(bytes: Uint8Array): Reading {
  if (bytes.length === 0) throw new GeometryError('EMPTY_FILE', say('emptyFile'));
  const archive = new ZipArchive(bytes);
  const package_ = new Package(archive, rootPath(archive));
  const bodies = package_.build();
  const beams = package_.hasBeamLattice();
  if (bodies.length === 0) {
    throw new GeometryError(
      'NO_TRIANGLES',
      beams ? say('beamsOnly') : package_.nonFinite > 0 ? say('notNumbersIn', { format: '3MF' }) : say('threeMfEmpty'),
    );
  }
  const warnings = beams ? [warning('CONTENT_LEFT_OUT', say('beamsLeftOut'))] : [];
  return { bodies, unitKnown: true, nonFinite: package_.nonFinite, truncated: false, warnings };
}

function rootPath(archive: ZipArchive): string {
  const relations = archive.read('_rels/.rels');
  let target: string | undefined;
  if (relations) {
    scanXml(utf8Bytes(relations), {
      open(name, attributes) {
        if (name === 'Relationship' && attributes.text('Type')?.endsWith('/3dmodel'))
          target ??= attributes.text('Target');
      },
      close() {},
    });
  }
  const path = target ?? archive.paths().find((name) => name.endsWith('.model'));
  if (path === undefined) throw new GeometryError('NOT_READABLE', say('notThreeMf'));
  return path;
}

interface Weight {
  bodies: number;
  facets: number;
  vertices: number;
}

function add(sum: Weight, more: Weight): void {
  sum.bodies += more.bodies;
  sum.facets += more.facets;
  sum.vertices += more.vertices;
}

class Package {
  nonFinite = 0;
  readonly #archive: ZipArchive;
  readonly #root: string;
  readonly #parts = new Map<string, ModelPart>();
  readonly #weights = new Map<string, Weight>();
  #entries = 0;

  constructor(archive: ZipArchive, root: string) {
    this.#archive = archive;
    this.#root = partKey(root);
  }

  hasBeamLattice(): boolean {
    return [...this.#parts.values()].some((part) => part.beamLattice);
  }

  build(): Mesh[] {
    const root = this.#part(this.#root);
    const total: Weight = { bodies: 0, facets: 0, vertices: 0 };
    for (const item of root.items) {
      add(total, this.#weigh(item.key, 0));
      if (total.bodies > maxBodies) throw new GeometryError('TOO_LARGE', say('tooManyBodies'));
      if (total.facets > maxFacets) throw new GeometryError('TOO_LARGE', say('tooManyFacets', { format: '3MF' }));
      if (total.vertices > maxVertices) throw new GeometryError('TOO_LARGE', say('tooManyVertices', { format: '3MF' }));
    }
    const bodies: Mesh[] = [];
    const place = (component: Component, outer: Transform | undefined): void => {
      const object = this.#object(component.key);
      if (!object.printable) return;
      const transform = combine(component.transform, outer);
      if (object.triangles.length > 0) {
        const body = this.#body(object, transform, root.millimetres);
        if (facetCount(body) > 0) bodies.push(body);
      }
      for (const part of object.components) place(part, transform);
    };
    for (const item of root.items) place(item, undefined);
    return bodies;
  }

  /** The size of an object, found without building it, because nested components multiply. */
  #weigh(key: string, depth: number): Weight {
    if (depth > maxDepth) throw invalid(say('componentCycle'));
    const known = this.#weights.get(key);
    if (known) return known;
    const object = this.#object(key);
    const own: Weight = { bodies: 1, facets: object.triangles.length / 3, vertices: object.positions.length / 3 };
    for (const component of object.components) add(own, this.#weigh(component.key, depth + 1));
    this.#weights.set(key, own);
    return own;
  }

  #body(object: ModelObject, transform: Transform | undefined, millimetres: number): Mesh {
    const { positions, triangles } = object;
    const vertices = positions.length / 3;
    const welder = new Welder(triangles.length / 3);
    const welded = new Int32Array(vertices);
    const [m00 = 1, m01 = 0, m02 = 0, m10 = 0, m11 = 1, m12 = 0, m20 = 0, m21 = 0, m22 = 1, tx = 0, ty = 0, tz = 0] =
      transform ?? [];
    for (let i = 0; i < vertices; i++) {
      const x = positions[i * 3] ?? 0;
      const y = positions[i * 3 + 1] ?? 0;
      const z = positions[i * 3 + 2] ?? 0;
      const px = (x * m00 + y * m10 + z * m20 + tx) * millimetres;
      const py = (x * m01 + y * m11 + z * m21 + ty) * millimetres;
      const pz = (x * m02 + y * m12 + z * m22 + tz) * millimetres;
      welded[i] = Math.abs(px) + Math.abs(py) + Math.abs(pz) < 3e38 ? welder.addPoint(px, py, pz) : -1;
    }
    const determinant = m00 * (m11 * m22 - m12 * m21) - m01 * (m10 * m22 - m12 * m20) + m02 * (m10 * m21 - m11 * m20);
    const mirrored = determinant < 0;
    for (let i = 0; i < triangles.length; i += 3) {
      const a = welded[triangles[i] ?? 0] ?? -1;
      const b = welded[triangles[i + (mirrored ? 2 : 1)] ?? 0] ?? -1;
      const c = welded[triangles[i + (mirrored ? 1 : 2)] ?? 0] ?? -1;
      if (a < 0 || b < 0 || c < 0) this.nonFinite++;
      else welder.addTriangle(a, b, c);
    }
    return welder.mesh();
  }

  #object(key: string): ModelObject {
    const split = key.lastIndexOf('#');
    const object = this.#part(key.slice(0, split)).objects.get(key.slice(split + 1));
    if (!object) throw invalid(say('noSuchObject', { object: short(key.slice(split + 1)) }));
    return object;
  }

  #part(path: string): ModelPart {
    const known = this.#parts.get(path);
    if (known) return known;
    if (this.#parts.size >= maxParts) throw new GeometryError('TOO_LARGE', say('tooManyParts'));
    const content = this.#archive.read(path);
    if (!content) throw invalid(say('noSuchPart', { part: short(path) }));
    const part = readPart(utf8Bytes(content), path, () => {
      if (++this.#entries > maxEntries) throw new GeometryError('TOO_LARGE', say('tooManyObjects'));
    });
    this.#parts.set(path, part);
    return part;
  }
}

function partKey(path: string): string {
  return path.replace(/^\/+/, '').toLowerCase();
}

/** Applies `inner`, then `outer`, for row vectors as 3MF has them. */
function combine(inner: Transform | undefined, outer: Transform | undefined): Transform | undefined {
  if (!inner || !outer) return inner ?? outer;
  const result = new Float64Array(12);
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 3; column++) {
      let sum = row === 3 ? (outer[9 + column] ?? 0) : 0;
      for (let k = 0; k < 3; k++) sum += (inner[row * 3 + k] ?? 0) * (outer[k * 3 + column] ?? 0);
      result[row * 3 + column] = sum;
    }
  }
  return result;
}

function readTransform(text: string | undefined): Transform | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const values = text.trim().split(/\s+/, 13).map(Number);
  if (values.length !== 12 || !values.every(Number.isFinite)) {
    throw invalid(say('badTransform'));
  }
  return Float64Array.from(values);
}

/** A list of numbers that doubles its room when it is full. */
class NumberList<T extends Float64Array | Uint32Array> {
  length = 0;
  #array: T;
  readonly #none: T;
  readonly #make: (length: number) => T;

  constructor(make: (length: number) => T) {
    this.#make = make;
    this.#array = make(96);
    this.#none = make(0);
  }

  push3(a: number, b: number, c: number): void {
    if (this.length + 3 > this.#array.length) {
      const grown = this.#make(this.#array.length * 2);
      grown.set(this.#array);
      this.#array = grown;
    }
    this.#array[this.length] = a;
    this.#array[this.length + 1] = b;
    this.#array[this.length + 2] = c;
    this.length += 3;
  }

  /** The values so far; afterwards the list is empty. */
  take(): T {
    if (this.length === 0) return this.#none;
    const values = this.#make(this.length);
    for (let i = 0; i < this.length; i++) values[i] = this.#array[i] ?? 0;
    this.length = 0;
    return values;
  }
}

/** Reads one model part. `count` is called for each entry before anything of it is kept. */
function readPart(bytes: Uint8Array, path: string, count: () => void): ModelPart {
  const part: ModelPart = { millimetres: 1, objects: new Map(), items: [], beamLattice: false };
  const positions = new NumberList((length) => new Float64Array(length));
  const triangles = new NumberList((length) => new Uint32Array(length));
  let object: { id: string; printable: boolean; components: Component[] } | undefined;

  const component = (attributes: XmlAttributes): Component => {
    count();
    const other = attributes.text('path');
    const id = attributes.text('objectid') ?? '';
    return {
      key: `${other === undefined ? path : partKey(other)}#${id}`,
      transform: readTransform(attributes.text('transform')),
    };
  };
  const finishObject = (): void => {
    if (!object) return;
    if (part.objects.has(object.id)) throw invalid(say('sameId', { object: short(object.id) }));
    const vertices = positions.length / 3;
    const corners = triangles.take();
    if (corners.some((index) => index >= vertices)) throw invalid(say('facetVertex'));
    part.objects.set(object.id, {
      printable: object.printable,
      components: object.components,
      positions: positions.take(),
      triangles: corners,
    });
    object = undefined;
  };

  scanXml(bytes, {
    open(name, attributes, selfClosing) {
      if (name === 'vertex') {
        positions.push3(attributes.number('x'), attributes.number('y'), attributes.number('z'));
      } else if (name === 'triangle') {
        const a = attributes.number('v1');
        const b = attributes.number('v2');
        const c = attributes.number('v3');
        if (a >>> 0 !== a || b >>> 0 !== b || c >>> 0 !== c) throw invalid(say('facetThree'));
        triangles.push3(a, b, c);
      } else if (name === 'object') {
        count();
        positions.length = 0;
        triangles.length = 0;
        const type = attributes.text('type') ?? 'model';
        object = { id: attributes.text('id') ?? '', printable: type !== 'support' && type !== 'other', components: [] };
        if (selfClosing) finishObject();
      } else if (name === 'component') {
        object?.components.push(component(attributes));
      } else if (name === 'item') {
        part.items.push(component(attributes));
      } else if (name === 'model') {
        const unit = attributes.text('unit') ?? 'millimeter';
        const millimetres = millimetresPerUnit.get(unit);
        if (millimetres === undefined) throw invalid(say('noSuchUnit', { unit: short(unit) }));
        part.millimetres = millimetres;
      } else if (name.endsWith(':beamlattice')) {
        part.beamLattice = true;
      }
    },
    close(name) {
      if (name === 'object') finishObject();
    },
  });
  return part;
}
