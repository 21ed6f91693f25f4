import { expect, test } from 'vitest';
import type { Mesh } from './mesh.ts';
import { Welder } from './welder.ts';
import { renderThumbnail, type PictureView } from './thumbnail.ts';

const size = 64;

/** Closed box from the origin, facing outwards. */
function box(x: number, y: number, z: number): Mesh {
  const welder = new Welder(12);
  const at = (corner: number): number => welder.addPoint(corner & 1 ? x : 0, corner & 2 ? y : 0, corner & 4 ? z : 0);
  const sides = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];
  for (let side = 0; side < 24; side += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = sides.slice(side, side + 4).map(at);
    welder.addTriangle(a, b, c);
    welder.addTriangle(a, c, d);
  }
  return welder.mesh();
}

/** Width and height of what is drawn, as shares of the picture, and the brightness in its middle. */
function seen(mesh: Mesh, view: PictureView) {
  const rgba = renderThumbnail(mesh, size, view);
  const drawn = (x: number, y: number): boolean => (rgba[(y * size + x) * 4 + 3] ?? 0) > 127;
  const lines = Array.from({ length: size }, (_, i) => i);
  const width = lines.filter((x) => lines.some((y) => drawn(x, y))).length / size;
  const height = lines.filter((y) => lines.some((x) => drawn(x, y))).length / size;
  return { width, height, bright: rgba[((size / 2) * size + size / 2) * 4] ?? 0 };
}

test.for([
  ['FRONT', 4, 1],
  ['RIGHT', 2, 1],
  ['TOP', 4, 2],
] as const)('%s shows that side, fitted', ([view, across, up]) => {
  const { width, height } = seen(box(40, 20, 10), view);
  expect(width).toBeCloseTo(0.88, 1);
  expect(width / height).toBeCloseTo(across / up, 0);
});

test('a side that faces the eye is as bright from wherever it is looked at', () => {
  const cube = box(10, 10, 10);
  const bright = (['FRONT', 'RIGHT', 'TOP'] as const).map((view) => seen(cube, view).bright);
  expect(new Set(bright).size).toBe(1);
  expect(bright[0]).toBeGreaterThan(100);
});
