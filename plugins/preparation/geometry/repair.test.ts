import { describe, expect, it } from 'vitest';
import { filterFacets, joinMeshes, type Mesh } from './mesh.ts';
import { repair } from './repair.ts';
import { shapes, type ShapeName } from './shapes.ts';
import { sequence } from './testSupport.ts';
import { verify } from './verify.ts';

const partNames: ShapeName[] = ['angle-bracket', 'spur-gear', 'pipe-elbow', 'turbine-blade'];

const flip = (mesh: Mesh, which: (facet: number) => boolean): Mesh => {
  const triangles = mesh.triangles.slice();
  for (let i = 0; i < triangles.length; i += 3) {
    if (which(i / 3)) triangles.set([triangles[i] ?? 0, triangles[i + 2] ?? 0, triangles[i + 1] ?? 0], i);
  }
  return { positions: mesh.positions, triangles };
};

const withFacets = (mesh: Mesh, extra: readonly number[]): Mesh => ({
  positions: mesh.positions,
  triangles: Uint32Array.from([...mesh.triangles, ...extra]),
});

/** The mesh without shared vertices, with each corner moved slightly. */
const shaken = (mesh: Mesh, distance: number): Mesh => {
  const random = sequence(5);
  const positions = new Float32Array(mesh.triangles.length * 3);
  mesh.triangles.forEach((vertex, corner) => {
    for (let axis = 0; axis < 3; axis++) {
      positions[corner * 3 + axis] = (mesh.positions[vertex * 3 + axis] ?? 0) + (random() - 0.5) * distance;
    }
  });
  return { positions, triangles: mesh.triangles.map((_, i) => i) };
};

const scattered = (seed: number, share: number): ((facet: number) => boolean) => {
  const random = sequence(seed);
  const picks: boolean[] = [];
  return (facet) => {
    while (picks.length <= facet) picks.push(random() < share);
    return picks[facet] ?? false;
  };
};

const damages: Record<string, (mesh: Mesh) => Mesh> = {
  'some facets flipped': (mesh) => flip(mesh, scattered(1, 0.09)),
  'all facets flipped': (mesh) => flip(mesh, () => true),
  'facets repeated': (mesh) => withFacets(mesh, [...mesh.triangles.subarray(0, 30)]),
  'facets repeated the other way round': (mesh) =>
    withFacets(mesh, [...flip(mesh, () => true).triangles.subarray(300, 306)]),
  'facets without area': (mesh) => withFacets(mesh, [5, 5, 6, 9, 8, 9]),
  'corners apart': (mesh) => shaken(mesh, 1e-5),
};

describe('repair', () => {
  for (const [name, damage] of Object.entries(damages)) {
    it.each(partNames)(`restores the volume of %s with ${name}`, (part) => {
      const sound = shapes[part]();
      const before = verify(sound);
      const broken = damage(sound);
      expect(verify(broken).needsRepair).toBe(true);
      const { mesh } = repair(broken);
      const after = verify(mesh);
      expect(after.needsRepair).toBe(false);
      expect(after.watertight).toBe(true);
      expect(Math.abs(after.volumeMm3 / before.volumeMm3 - 1)).toBeLessThan(1e-4);
    });
  }

  it('closes holes of single facets exactly', () => {
    const sound = shapes['pipe-elbow']();
    const lost = scattered(3, 0.004);
    const { mesh, changes } = repair(filterFacets(sound, (facet) => !lost(facet)));
    expect(changes.holesFilled).toBeGreaterThan(5);
    expect(verify(mesh)).toMatchObject({ watertight: true, facets: verify(sound).facets });
  });

  it('closes a large hole', () => {
    const sound = shapes.impeller();
    const { mesh } = repair(filterFacets(sound, (facet) => facet > 40));
    expect(verify(mesh)).toMatchObject({ watertight: true, needsRepair: false });
  });

  it('divides an edge on which another facet has a vertex', () => {
    // A tetrahedron with one face in two parts that meet at the middle of an edge.
    const positions = Float32Array.of(0, 0, 0, 10, 0, 0, 0, 10, 0, 0, 0, 10, 5, 5, 0);
    const triangles = Uint32Array.of(0, 4, 1, 0, 2, 4, 0, 1, 3, 0, 3, 2, 1, 2, 3);
    const { mesh, changes } = repair({ positions, triangles });
    expect(changes.edgesSplit).toBe(1);
    expect(verify(mesh)).toMatchObject({ watertight: true, facets: 6 });
    expect(verify(mesh).volumeMm3).toBeCloseTo(1000 / 6, 3);
  });

  it('removes a loose fin', () => {
    const sound = shapes['angle-bracket']();
    const [a = 0, b = 0] = sound.triangles;
    const positions = Float32Array.from([...sound.positions, 30, 20, 90]);
    const fin = withFacets({ positions, triangles: sound.triangles }, [a, b, positions.length / 3 - 1]);
    const { mesh, changes } = repair(fin);
    expect(changes.finsRemoved).toBe(1);
    expect(mesh.triangles).toEqual(sound.triangles);
  });

  it('keeps a cavity, and restores it when everything is inside out', () => {
    const sound = shapes['sensor-capsule']();
    const volume = verify(sound).volumeMm3;
    expect(repair(sound).mesh).toBe(sound);
    const { mesh, changes } = repair(flip(sound, () => true));
    expect(changes.shellsFlipped).toBe(2);
    expect(verify(mesh).volumeMm3).toBeCloseTo(volume, 6);
  });

  it('turns only the shell that is inside out', () => {
    const gear = shapes['spur-gear']();
    const beside = { positions: gear.positions.map((value) => value + 200), triangles: gear.triangles };
    const pair = joinMeshes([gear, flip(beside, () => true)]);
    expect(verify(pair).warnings.map(({ code }) => code)).toEqual(['INVERTED_SHELLS']);
    const { mesh } = repair(pair);
    expect(verify(mesh).volumeMm3 / verify(gear).volumeMm3).toBeCloseTo(2, 5);
  });

  it('leaves a sound mesh exactly as it is', () => {
    for (const part of partNames) {
      const sound = shapes[part]();
      const { mesh, changes } = repair(sound);
      expect(mesh).toBe(sound);
      expect(Object.values(changes).every((count) => count === 0)).toBe(true);
    }
  });

  it('leaves loose triangles alone', () => {
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5, 6, 5, 5, 5, 6, 5);
    const { mesh } = repair({ positions, triangles: Uint32Array.of(0, 1, 2, 3, 4, 5) });
    expect(verify(mesh)).toMatchObject({ facets: 2, watertight: false, needsRepair: true });
  });
});
