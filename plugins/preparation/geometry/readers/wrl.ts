import { GeometryError } from '../errors.ts';
import { say } from '../say.ts';
import { facetCount, type Mesh } from '../mesh.ts';
import { facesToMesh, workOnFaces } from './faces.ts';
import { warning, type Reading } from './reading.ts';
import { maxTextBytes, utf8Bytes } from './text.ts';
import { parseVrml, type VrmlNode } from './vrmlSyntax.ts';
import { elevationGrid, extrusion, primitive, type Polygons } from './vrmlShapes.ts';

/** Rows of a 3 x 4 matrix for column vectors. */
type Matrix = readonly number[];

const identity: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
const maxVisits = 200_000;
/** Maximum depth of nodes within nodes, including those by USE. */
const maxDepth = 400;
/**
 * Maximum number of coordinates and corners of all shapes together: a shape used a thousand times counts a thousand
 * times.
 */
const maxNumbers = 60_000_000;
const maxFacets = 20_000_000;

/** Geometry without a printable volume, and geometry that is not supported. */
const leftOutTypes: ReadonlySet<string> = new Set(['Text', 'PointSet', 'IndexedLineSet', 'AsciiText', 'Inline']);

/**
 * Reads the shapes of a VRML 2.0 (97) or 1.0 scene, one body each. VRML has no unit, so coordinates stay as they are.
 */
export function readWrl(bytes: Uint8Array): Reading {
  if (bytes.length === 0) throw new GeometryError('EMPTY_FILE', say('emptyFile'));
  if (bytes.length > maxTextBytes) {
    throw new GeometryError('TOO_LARGE', say('vrmlTooLarge'));
  }
  const { nodes, declared, undefinedNames } = parseVrml(new TextDecoder().decode(utf8Bytes(bytes)));
  const scene = new Scene(declared);
  const state: State = { matrix: identity, points: [] };
  for (const node of nodes) scene.visit(node, state);
  scene.build();
  const leftOut = [...scene.leftOut, ...[...undefinedNames].map((name) => `USE ${name}`)].join(', ');
  if (scene.bodies.length === 0) {
    throw new GeometryError(
      'NO_TRIANGLES',
      scene.nonFinite > 0
        ? say('notNumbersIn', { format: 'VRML' })
        : leftOut === ''
          ? say('vrmlEmpty')
          : say('vrmlUnread', { names: brief(leftOut) }),
    );
  }
  const warnings = leftOut === '' ? [] : [warning('CONTENT_LEFT_OUT', say('vrmlLeftOut', { names: brief(leftOut) }))];
  return { bodies: scene.bodies, unitKnown: false, nonFinite: scene.nonFinite, truncated: false, warnings };
}

/** Names from the file, shortened for a sentence. */
const brief = (names: string): string => (names.length > 200 ? `${names.slice(0, 200)}…` : names);

/** The state that a VRML 1.0 node sets for the following nodes in the same separator. */
interface State {
  matrix: Matrix;
  points: readonly number[];
}

const numbersOf = (node: VrmlNode | undefined, field: string): number[] => node?.fields.get(field)?.numbers ?? [];
const isTrue = (node: VrmlNode, field: string, standard: boolean): boolean => {
  const word = node.fields.get(field)?.words[0];
  return word === undefined ? standard : word === 'TRUE';
};

/** A shape at its place in the scene. Its polygons are made when it is built, one shape after the other. */
interface Placement {
  polygons: () => Polygons;
  matrix: Matrix;
}

class Scene {
  readonly bodies: Mesh[] = [];
  readonly #declared: ReadonlySet<string>;
  readonly leftOut = new Set<string>();
  nonFinite = 0;
  #visits = 0;
  #depth = 0;
  #facets = 0;
  #numbers = 0;
  readonly #work = workOnFaces();
  readonly #placements: Placement[] = [];
  readonly #made = new Map<VrmlNode, Polygons | undefined>();

  constructor(declared: ReadonlySet<string>) {
    this.#declared = declared;
  }

  /** Makes the bodies of all visited shapes. Nothing is made of a scene that is too large. */
  build(): void {
    for (const { polygons, matrix } of this.#placements) this.#add(polygons(), matrix);
  }

  visit(node: VrmlNode, state: State): void {
    if (++this.#visits > maxVisits) throw new GeometryError('TOO_LARGE', say('vrmlNodes'));
    if (++this.#depth > maxDepth) throw new GeometryError('TOO_LARGE', say('vrmlDeep'));
    this.#enter(node, state);
    this.#depth--;
  }

  #enter(node: VrmlNode, state: State): void {
    switch (node.type) {
      case 'Transform':
      case 'Translation':
      case 'Rotation':
      case 'Scale':
      case 'MatrixTransform': {
        const matrix = multiply(state.matrix, ownMatrix(node));
        // In VRML 2.0 a transform contains what it moves; in 1.0 it moves what follows.
        if (node.fields.has('children')) this.#visitAll(node.fields.get('children')?.nodes ?? [], { ...state, matrix });
        else state.matrix = matrix;
        return;
      }
      case 'Coordinate3':
        state.points = numbersOf(node, 'point');
        return;
      case 'Shape': {
        const geometry = node.fields.get('geometry')?.nodes[0];
        if (geometry) this.visit(geometry, { ...state });
        return;
      }
      case 'Switch': {
        const shown = numbersOf(node, 'whichChoice')[0] ?? -1;
        const choice = (node.fields.get('choice')?.nodes ?? node.children)[shown];
        if (choice) this.visit(choice, { ...state });
        return;
      }
      case 'LOD': {
        const finest = (node.fields.get('level')?.nodes ?? node.children)[0];
        if (finest) this.visit(finest, { ...state });
        return;
      }
      default:
        this.#visitOther(node, state);
    }
  }

  #visitAll(nodes: readonly VrmlNode[], state: State): void {
    for (const node of nodes) this.visit(node, state);
  }

  #visitOther(node: VrmlNode, state: State): void {
    if (leftOutTypes.has(node.type) || this.#declared.has(node.type)) {
      this.leftOut.add(node.type);
      return;
    }
    if (node.type === 'IndexedFaceSet') {
      const coord = node.fields.get('coord')?.nodes[0];
      const points = coord ? numbersOf(coord, 'point') : state.points;
      this.#place(points.length + numbersOf(node, 'coordIndex').length, () => faceSet(node, points), state);
      return;
    }
    if (!this.#made.has(node)) this.#made.set(node, shapeOf(node));
    const polygons = this.#made.get(node);
    if (polygons) {
      this.#place(polygons.points.length + polygons.corners.length, () => polygons, state);
      return;
    }
    // A group of either version: its content does not affect what follows.
    const inner = node.type === 'Group' ? state : { ...state };
    this.#visitAll(node.fields.get('children')?.nodes ?? [], inner);
    this.#visitAll(node.children, inner);
  }

  #place(numbers: number, polygons: () => Polygons, { matrix }: State): void {
    this.#placements.push({ polygons, matrix });
    this.#numbers += numbers;
    if (this.#numbers > maxNumbers) throw new GeometryError('TOO_LARGE', say('vrmlShapes'));
  }

  #add({ points, corners, faceEnds }: Polygons, matrix: Matrix): void {
    const [a = 0, b = 0, c = 0, tx = 0, d = 0, e = 0, f = 0, ty = 0, g = 0, h = 0, i = 0, tz = 0] = matrix;
    const placed: number[] = [];
    for (let at = 0; at + 2 < points.length; at += 3) {
      const x = points[at] ?? 0;
      const y = points[at + 1] ?? 0;
      const z = points[at + 2] ?? 0;
      placed.push(a * x + b * y + c * z + tx, d * x + e * y + f * z + ty, g * x + h * y + i * z + tz);
    }
    const mirrored = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) < 0;
    const { welder, nonFinite } = facesToMesh(
      placed,
      mirrored ? reversed(corners, faceEnds) : corners,
      faceEnds,
      this.#work,
    );
    this.nonFinite += nonFinite;
    const mesh = welder.mesh();
    this.#facets += facetCount(mesh);
    if (this.#facets > maxFacets) throw new GeometryError('TOO_LARGE', say('vrmlFacets'));
    if (facetCount(mesh) > 0) this.bodies.push(mesh);
  }
}

function shapeOf(node: VrmlNode): Polygons | undefined {
  if (node.type === 'Extrusion') return extrusion(node);
  return node.type === 'ElevationGrid' ? elevationGrid(node) : primitive(node);
}

function reversed(corners: readonly number[], faceEnds: readonly number[]): number[] {
  const result: number[] = [];
  let start = 0;
  for (const end of faceEnds) {
    for (let i = end - 1; i >= start; i--) result.push(corners[i] ?? 0);
    start = end;
  }
  return result;
}

function faceSet(node: VrmlNode, points: readonly number[]): Polygons {
  const corners: number[] = [];
  const faceEnds: number[] = [];
  let start = 0;
  const close = (): void => {
    if (corners.length - start >= 3) faceEnds.push(corners.length);
    else corners.length = start;
    start = corners.length;
  };
  for (const index of numbersOf(node, 'coordIndex')) {
    if (index < 0) close();
    else if (Number.isInteger(index)) corners.push(index);
    else throw new GeometryError('INVALID_CONTENT', say('vrmlIndex'));
  }
  close();
  return { points, corners: isTrue(node, 'ccw', true) ? corners : reversed(corners, faceEnds), faceEnds };
}

function multiply(p: Matrix, q: Matrix): Matrix {
  const result: number[] = [];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) {
      let sum = column === 3 ? (p[row * 4 + 3] ?? 0) : 0;
      for (let k = 0; k < 3; k++) sum += (p[row * 4 + k] ?? 0) * (q[k * 4 + column] ?? 0);
      result.push(sum);
    }
  }
  return result;
}

const translation = ([x = 0, y = 0, z = 0]: readonly number[]): Matrix => [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z];
const scaling = ([x = 1, y = 1, z = 1]: readonly number[]): Matrix => [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0];

function rotation([ax = 0, ay = 0, az = 1, angle = 0]: readonly number[]): Matrix {
  const length = Math.hypot(ax, ay, az) || 1;
  const [x, y, z] = [ax / length, ay / length, az / length];
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const t = 1 - c;
  return [
    [t * x * x + c, t * x * y - s * z, t * x * z + s * y, 0],
    [t * x * y + s * z, t * y * y + c, t * y * z - s * x, 0],
    [t * x * z - s * y, t * y * z + s * x, t * z * z + c, 0],
  ].flat();
}

function ownMatrix(node: VrmlNode): Matrix {
  if (node.type === 'MatrixTransform') {
    const m = numbersOf(node, 'matrix');
    if (m.length !== 16) return identity;
    const at = (row: number, column: number): number => m[column * 4 + row] ?? 0;
    return [0, 1, 2].flatMap((row) => [at(row, 0), at(row, 1), at(row, 2), at(row, 3)]);
  }
  const center = numbersOf(node, 'center');
  const tilt = numbersOf(node, 'scaleOrientation');
  const [tx = 0, ty = 0, tz = 1, angle = 0] = tilt;
  return [
    translation(numbersOf(node, 'translation')),
    translation(center),
    rotation(numbersOf(node, 'rotation')),
    rotation(tilt),
    scaling(
      numbersOf(node, node.type === 'Transform' ? (node.fields.has('scale') ? 'scale' : 'scaleFactor') : 'scaleFactor'),
    ),
    rotation([tx, ty, tz, -angle]),
    translation(center.map((value) => -value)),
  ].reduce(multiply);
}
