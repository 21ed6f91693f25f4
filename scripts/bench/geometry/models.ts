import { closeSync, openSync, writeSync } from 'node:fs';

/** Facets written to a file at a time. */
const CHUNK = 100_000;
const FACET_BYTES = 50;
/** Parts of the facets that are damaged. */
const LOST = 0.0005;
const REVERSED = 0.01;
const REPEATED = 0.001;
const WITHOUT_AREA = 0.0005;
/** Bands in which every facet has corners of its own, a little off, as exporters leave them at seams. */
const SEAM_BANDS = 40;
const SEAM_SHARE = 0.02;
const SEAM_OFFSET_MM = 1e-5;

/** A closed tube along a knot: the same for the same size, one shell, no facet without area. */
class Knot {
  readonly facets: number;
  readonly #around: number;
  readonly #along: number;
  readonly #rings: Float32Array;

  constructor(facets: number) {
    this.#around = Math.max(8, Math.round(Math.sqrt(facets / 16)));
    this.#along = Math.round(facets / 2 / this.#around);
    this.facets = this.#around * this.#along * 2;
    this.#rings = new Float32Array(this.#around * this.#along * 3);
    for (let ring = 0; ring < this.#along; ring++) this.#placeRing(ring);
  }

  /** Nine coordinates of a facet. */
  corners(facet: number, into: Float32Array): void {
    const [around, along] = [this.#around, this.#along];
    const quad = facet >> 1;
    const [ring, spoke] = [Math.floor(quad / around), quad % around];
    const here = ring * around;
    const next = ((ring + 1) % along) * around;
    const beside = (spoke + 1) % around;
    const [a, b, c, d] = [here + spoke, here + beside, next + spoke, next + beside];
    const vertices = facet % 2 === 0 ? [a, b, c] : [b, d, c];
    for (let i = 0; i < 9; i++) into[i] = this.#rings[(vertices[Math.floor(i / 3)] ?? 0) * 3 + (i % 3)] ?? 0;
  }

  #placeRing(ring: number): void {
    const [around, along] = [this.#around, this.#along];
    const turn = (ring / along) * 2 * Math.PI;
    const [x, y, z] = knotAt(turn);
    const [tx, ty, tz] = unit(knotAt(turn + 1e-4).map((value, axis) => value - ([x, y, z][axis] ?? 0)));
    const inward = -x * tx - y * ty;
    const [ux, uy, uz] = unit([-x - inward * tx, -y - inward * ty, -inward * tz]);
    const [vx, vy, vz] = [ty * uz - tz * uy, tz * ux - tx * uz, tx * uy - ty * ux];
    for (let spoke = 0; spoke < around; spoke++) {
      const angle = (spoke / around) * 2 * Math.PI;
      const [c, s] = [4 * Math.cos(angle), 4 * Math.sin(angle)];
      this.#rings.set([x + c * ux + s * vx, y + c * uy + s * vy, z + c * uz + s * vz], (ring * around + spoke) * 3);
    }
  }
}

function knotAt(turn: number): [number, number, number] {
  const radius = 30 + 12 * Math.cos(3 * turn);
  return [radius * Math.cos(2 * turn), radius * Math.sin(2 * turn), 12 * Math.sin(3 * turn)];
}

function unit([x = 0, y = 0, z = 0]: readonly number[]): [number, number, number] {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

/** Writes a sound model as binary STL. */
export function writeSound(path: string, facets: number): void {
  const knot = new Knot(facets);
  const corners = new Float32Array(9);
  writeBinary(path, (put) => {
    for (let facet = 0; facet < knot.facets; facet++) {
      knot.corners(facet, corners);
      put(corners);
    }
  });
}

/** Writes the same model with holes, reversed and repeated facets, facets without area, and seams. */
export function writeDamaged(path: string, facets: number): void {
  const knot = new Knot(facets);
  const corners = new Float32Array(9);
  const random = sequence(7);
  const band = Math.ceil(knot.facets / SEAM_BANDS);
  writeBinary(path, (put) => {
    for (let facet = 0; facet < knot.facets; facet++) {
      knot.corners(facet, corners);
      if (random() < LOST) continue;
      if (facet % band < band * SEAM_SHARE) {
        for (let i = 0; i < 9; i++) corners[i] = (corners[i] ?? 0) + (random() - 0.5) * SEAM_OFFSET_MM;
      }
      if (random() < REVERSED) corners.set([...corners.subarray(6, 9), ...corners.subarray(3, 6)], 3);
      put(corners);
      if (random() < REPEATED) put(corners);
      if (random() < WITHOUT_AREA) {
        corners.copyWithin(6, 3, 6);
        put(corners);
      }
    }
  });
}

/** Writes the sound model as text. */
export function writeText(path: string, facets: number): void {
  const knot = new Knot(facets);
  const corners = new Float32Array(9);
  const file = openSync(path, 'w');
  try {
    writeSync(file, 'solid knot\n');
    for (let from = 0; from < knot.facets; from += CHUNK) {
      const lines: string[] = [];
      for (let facet = from; facet < Math.min(from + CHUNK, knot.facets); facet++) {
        knot.corners(facet, corners);
        lines.push('facet normal 0 0 1\nouter loop');
        for (let i = 0; i < 9; i += 3) {
          lines.push(`vertex ${[0, 1, 2].map((axis) => (corners[i + axis] ?? 0).toExponential(8)).join(' ')}`);
        }
        lines.push('endloop\nendfacet');
      }
      writeSync(file, `${lines.join('\n')}\n`);
    }
    writeSync(file, 'endsolid knot\n');
  } finally {
    closeSync(file);
  }
}

function writeBinary(path: string, produce: (put: (corners: Float32Array) => void) => void): void {
  const chunk = Buffer.alloc(CHUNK * FACET_BYTES);
  const head = Buffer.alloc(84);
  const file = openSync(path, 'w');
  try {
    writeSync(file, head);
    let count = 0;
    let held = 0;
    produce((corners) => {
      for (let i = 0; i < 9; i++) chunk.writeFloatLE(corners[i] ?? 0, held + 12 + i * 4);
      count++;
      held += FACET_BYTES;
      if (held < chunk.length) return;
      writeSync(file, chunk);
      held = 0;
    });
    writeSync(file, chunk, 0, held);
    head.writeUInt32LE(count, 80);
    writeSync(file, head, 0, head.length, 0);
  } finally {
    closeSync(file);
  }
}

/** Random numbers from 0 to 1 that are the same in every run. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
