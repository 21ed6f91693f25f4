import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { thumbnail } from './index.ts';
import { boundsOf } from './mesh.ts';
import { readStl } from './readers/stl.ts';
import { shapes, shapeNames, shapeStl } from './shapes.ts';
import { renderThumbnail } from './thumbnail.ts';
import { verify } from './verify.ts';

describe('made-up parts', () => {
  it.each(shapeNames)('%s is closed, sound and of a plausible size', (name) => {
    const report = verify(shapes[name]());
    expect(report.defects).toEqual({
      openEdges: 0,
      nonManifoldEdges: 0,
      touchingEdges: 0,
      flippedEdges: 0,
      degenerate: 0,
      duplicate: 0,
      nonFinite: 0,
    });
    expect(report).toMatchObject({ watertight: true, needsRepair: false, warnings: [] });
    expect(report.shells).toBe(name === 'sensor-capsule' ? 2 : 1);
    const [x, y, z] = report.bbox.size;
    expect(report.volumeMm3).toBeGreaterThan(x * y * z * 0.05);
    expect(report.volumeMm3).toBeLessThan(x * y * z);
  });

  it('are the same bytes every time, and survive STL unchanged', () => {
    for (const name of shapeNames) {
      const bytes = shapeStl(name);
      expect(Buffer.compare(bytes, shapeStl(name))).toBe(0);
      const [body] = readStl(bytes).bodies;
      expect(body && boundsOf(body)).toEqual(boundsOf(shapes[name]()));
      expect(body && verify(body).volumeMm3).toBeCloseTo(verify(shapes[name]()).volumeMm3, 3);
    }
  });
});

describe('thumbnails', () => {
  it('fill the picture, leave the background transparent and shade the faces differently', () => {
    const size = 96;
    const pixels = renderThumbnail(shapes['manifold-block'](), size);
    const alpha = (x: number, y: number): number => pixels[(y * size + x) * 4 + 3] ?? 0;
    expect(alpha(0, 0)).toBe(0);
    expect(alpha(size / 2, size / 2)).toBe(255);
    const brightness = (x: number, y: number): number => pixels[(y * size + x) * 4] ?? 0;
    // Top, left and right face of the block.
    const top = brightness(40, 24);
    const left = brightness(16, 50);
    const right = brightness(80, 60);
    expect(top).toBeGreaterThan(left);
    expect(left).toBeGreaterThan(right);
  });

  it('are valid PNG files', async () => {
    const size = 64;
    const png = await thumbnail(shapeStl('impeller'), size);
    expect([...png.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
    const view = new DataView(png.buffer, png.byteOffset);
    expect([view.getUint32(16), view.getUint32(20)]).toEqual([size, size]);
    const dataLength = view.getUint32(33);
    expect(inflateSync(png.subarray(41, 41 + dataLength)).length).toBe((size * 4 + 1) * size);
  });
});
