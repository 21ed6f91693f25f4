import { describe, expect, it } from 'vitest';
import { boundsOf, type Mesh } from '../mesh.ts';
import { shapes, shapeNames } from '../shapes.ts';
import { verify } from '../verify.ts';
import { decodePreview } from './decode.ts';
import { makePreview } from './encode.ts';
import type { Preview } from './format.ts';

const cube = (size: number, at: [number, number, number] = [0, 0, 0], inward = false): Mesh => {
  const positions = new Float32Array(24);
  for (let i = 0; i < 24; i++) positions[i] = (at[i % 3] ?? 0) + ((Math.floor(i / 3) >> (i % 3)) & 1 ? size : 0);
  const sides = [
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
  ];
  return { positions, triangles: Uint32Array.from(inward ? sides.toReversed() : sides) };
};

/** A closed ring with waves, of `2 * around * across` facets. */
const ring = (around: number, across: number): Mesh => {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i < around; i++)
    for (let j = 0; j < across; j++) {
      const a = (2 * Math.PI * i) / around;
      const b = (2 * Math.PI * j) / across;
      const r = 20 + 2 * Math.sin(9 * a) * Math.cos(7 * b);
      positions.push((60 + r * Math.cos(b)) * Math.cos(a), (60 + r * Math.cos(b)) * Math.sin(a), r * Math.sin(b));
      const [p, q] = [i * across, ((i + 1) % around) * across];
      const k = (j + 1) % across;
      triangles.push(p + j, q + j, q + k, p + j, q + k, p + k);
    }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
};

/** Joins the vertices at one point. A viewer does not need this, but a measurement does. */
const welded = ({ positions, triangles }: Preview): Mesh => {
  const known = new Map<string, number>();
  const kept: number[] = [];
  const to = Array.from({ length: positions.length / 3 }, (_, vertex) => {
    const point = positions.subarray(vertex * 3, vertex * 3 + 3);
    const key = point.join(' ');
    const index = known.get(key) ?? kept.length / 3;
    if (!known.has(key)) kept.push(...point);
    known.set(key, index);
    return index;
  });
  return { positions: Float32Array.from(kept), triangles: triangles.map((vertex) => to[vertex] ?? 0) };
};

describe('a preview', () => {
  it.each(shapeNames)('is the same part: %s', async (name) => {
    const mesh = shapes[name]();
    const source = verify(mesh);
    const preview = await makePreview([mesh], 150_000);
    const report = verify(welded(preview));
    expect(report.watertight).toBe(source.watertight);
    expect(Math.abs(report.volumeMm3 / source.volumeMm3 - 1)).toBeLessThan(1e-3);
    const [got, wanted] = [report.bbox.size, source.bbox.size];
    got.forEach((side, axis) => expect(side).toBeCloseTo(wanted[axis] ?? 0, 1));
  });

  it('is exact to half of a 65,535th of the longest side', async () => {
    const mesh = ring(200, 100);
    const { positions } = await makePreview([mesh], Infinity);
    const before = boundsOf(mesh);
    const after = boundsOf({ positions, triangles: Uint32Array.from(positions.keys()).slice(0, positions.length / 3) });
    after.forEach((side, i) => expect(Math.abs(side - (before[i] ?? 0))).toBeLessThan(164 / 65_535 / 2 + 1e-5));
  });

  it('keeps every facet where all are asked for, and as many as asked for otherwise', async () => {
    const mesh = ring(200, 100);
    const full = await makePreview([mesh], Infinity);
    expect(full.facets).toBe(40_000);
    const light = await makePreview([mesh], 5000);
    expect(light.facets).toBeLessThanOrEqual(5000);
    expect(light.facets).toBeGreaterThan(4500);
    expect(light.sourceFacets).toBe(40_000);
    const [volume, wanted] = [verify(welded(light)).volumeMm3, verify(mesh).volumeMm3];
    expect(Math.abs(volume / wanted - 1)).toBeLessThan(0.005);
  });

  it('stays small', async () => {
    const { bytes, facets } = await makePreview([ring(512, 150)], 150_000);
    expect(facets).toBeGreaterThan(140_000);
    expect(bytes.length).toBeLessThan(1_000_000);
  });

  it('reduces soup that has no edges to collapse', async () => {
    const mesh = ring(100, 50);
    const positions = new Float32Array(mesh.triangles.length * 3);
    mesh.triangles.forEach((vertex, corner) =>
      positions.set(mesh.positions.subarray(vertex * 3, vertex * 3 + 3), corner * 3),
    );
    const soup = { positions, triangles: Uint32Array.from(mesh.triangles.keys()) };
    expect((await makePreview([soup], 1000)).facets).toBeLessThanOrEqual(1000);
  });

  it('has vertices in the middle of large flat faces', async () => {
    const { positions, facets } = await makePreview([cube(100)], 150_000);
    expect(facets).toBeGreaterThan(2000);
    let middle = 0;
    for (let at = 0; at < positions.length; at += 3) {
      const [x = 0, y = 0, z = 0] = positions.subarray(at, at + 3);
      if (z > 99.9 && Math.hypot(x - 50, y - 50) < 10) middle++;
    }
    expect(middle).toBeGreaterThan(10);
  });

  it('has normals that are sharp at edges and smooth on round surface', async () => {
    const box = await makePreview([cube(10)], 150_000);
    for (let at = 0; at < box.normals.length; at += 3)
      expect(Math.max(...box.normals.subarray(at, at + 3).map(Math.abs))).toBeGreaterThan(0.9999);
    const round = await makePreview([ring(200, 100)], Infinity);
    expect(round.positions.length / 3).toBe(20_000);
  });

  it('tells bodies apart, or what lies apart in an only one; a cavity is of its part', async () => {
    const two = await makePreview([cube(10), cube(10, [10, 0, 0])], 150_000);
    expect(two.components).toHaveLength(2);
    const apart = cube(10, [20, 0, 0]);
    const cavity = cube(4, [3, 3, 3], true);
    const inOne: Mesh = {
      positions: Float32Array.of(...cube(10).positions, ...apart.positions, ...cavity.positions),
      triangles: Uint32Array.of(
        ...cube(10).triangles,
        ...apart.triangles.map((vertex) => vertex + 8),
        ...cavity.triangles.map((vertex) => vertex + 16),
      ),
    };
    const { components } = await makePreview([inOne], Infinity);
    expect(components.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual([12, 24]);
  });

  it('is the same bytes for the same part', async () => {
    const [a, b] = await Promise.all([makePreview([ring(200, 100)], 5000), makePreview([ring(200, 100)], 5000)]);
    expect(a.bytes).toEqual(b.bytes);
  });
});

describe('decoding', () => {
  it('gives what the encoder said it would, with pauses', async () => {
    const { bytes, positions, normals, triangles } = await makePreview([ring(500, 300)], Infinity);
    let pauses = 0;
    const preview = await decodePreview(bytes, async () => void pauses++);
    for (const [got, wanted] of [
      [preview.positions, positions],
      [preview.normals, normals],
      [preview.triangles, triangles],
    ] as const)
      expect(Buffer.from(got.buffer).equals(Buffer.from(wanted.buffer))).toBe(true);
    expect(pauses).toBeGreaterThan(4);
  });

  it('refuses what is no preview, cut off or changed', async () => {
    const { bytes } = await makePreview([ring(20, 10)], Infinity);
    await expect(decodePreview(new Uint8Array(0))).rejects.toThrow();
    await expect(decodePreview(new TextEncoder().encode('<html>not found</html>'))).rejects.toThrow('not a whole');
    await expect(decodePreview(bytes.subarray(0, bytes.length - 20))).rejects.toThrow();
    const wild = bytes.slice();
    wild[5] = 0xff;
    await expect(decodePreview(wild)).rejects.toThrow();
    const grown = new TextDecoder('latin1').decode(bytes).replace('"vertices":', '"vertices":9');
    await expect(decodePreview(Uint8Array.from(grown, (letter) => letter.charCodeAt(0)))).rejects.toThrow();
  });
});
