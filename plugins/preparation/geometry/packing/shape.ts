import type { Turn } from './turns.ts';
import type { Voxels } from './voxels.ts';

/** A turned part as rows of voxels along x, ordered so that the rows most likely to collide come first. */
export interface Shape {
  readonly turn: Turn;
  readonly size: readonly [x: number, y: number, z: number];
  /** y and z of each row. */
  readonly rows: Int32Array;
  /** For each row, where its runs begin in `runs`; the last entry is the number of runs. */
  readonly firstRun: Int32Array;
  /** First voxel and length of each run. */
  readonly runs: Int32Array;
  /** The longest run of each row. */
  readonly longest: Int32Array;
}

/** The different shapes that a part takes under turns: a symmetric one takes fewer. */
export function shapesOf(voxels: Voxels, turns: readonly Turn[]): Shape[] {
  const shapes = new Map<string, Shape>();
  for (const turn of turns) {
    const shape = shapeOf(voxels, turn);
    const key = `${shape.size.join()};${shape.rows.join()};${shape.firstRun.join()};${shape.runs.join()}`;
    if (!shapes.has(key)) shapes.set(key, shape);
  }
  return [...shapes.values()];
}

interface Row {
  y: number;
  z: number;
  filled: number;
  runs: number[];
}

function shapeOf({ size: source, filled }: Voxels, turn: Turn): Shape {
  const strides = [1, source[0], source[0] * source[1]];
  const size = turn.from.map((axis) => source[axis] ?? 1);
  const [nx = 1, ny = 1, nz = 1] = size;
  const steps = turn.from.map((axis, i) => (strides[axis] ?? 0) * (turn.sign[i] ?? 1));
  const [sx = 0, sy = 0, sz = 0] = steps;
  const start = steps.reduce((sum, step, i) => sum + (step < 0 ? -step * ((size[i] ?? 1) - 1) : 0), 0);
  const rows: Row[] = [];
  for (let z = 0; z < nz; z++) {
    for (let y = 0; y < ny; y++) {
      const runs: number[] = [];
      let total = 0;
      let begun = -1;
      for (let x = 0, at = start + y * sy + z * sz; x <= nx; x++, at += sx) {
        const full = x < nx && filled[at] === 1;
        if (full && begun < 0) begun = x;
        if (full || begun < 0) continue;
        runs.push(begun, x - begun);
        total += x - begun;
        begun = -1;
      }
      if (total > 0) rows.push({ y, z, filled: total, runs });
    }
  }
  const ordered = spread(rows);
  const firstRun = new Int32Array(ordered.length + 1);
  ordered.forEach(({ runs }, i) => (firstRun[i + 1] = (firstRun[i] ?? 0) + runs.length / 2));
  return {
    turn,
    size: [nx, ny, nz],
    rows: Int32Array.from(ordered.flatMap(({ y, z }) => [y, z])),
    firstRun,
    runs: Int32Array.from(ordered.flatMap(({ runs }) => runs)),
    longest: Int32Array.from(ordered, ({ runs }) =>
      runs.reduce((most, n, i) => (i % 2 === 1 ? Math.max(most, n) : most), 0),
    ),
  };
}

/**
 * Full rows first, and neighbouring rows not one after the other, so that a collision is found after few rows. Equal
 * shapes have the same order.
 */
function spread(rows: readonly Row[]): Row[] {
  const order = rows.map((row, i) => ({ row, i })).sort((a, b) => b.row.filled - a.row.filled || a.i - b.i);
  const stride = Math.max(1, Math.floor(Math.sqrt(order.length)));
  const spreadOut: Row[] = [];
  for (let offset = 0; offset < stride; offset++) {
    for (let i = offset; i < order.length; i += stride) {
      const row = order[i]?.row;
      if (row) spreadOut.push(row);
    }
  }
  return spreadOut;
}
