import { processFile, thumbnail } from '../geometry/index.ts';

const box = (x: number, y: number, z: number): Uint8Array => {
  const q = [[0,0,0],[x,0,0],[x,y,0],[0,y,0],[0,0,z],[x,0,z],[x,y,z],[0,y,z]];
  const f = [[0,2,1],[0,3,2],[4,5,6],[4,6,7],[0,1,5],[0,5,4],[1,2,6],[1,6,5],[2,3,7],[2,7,6],[3,0,4],[3,4,7]];
  const out = new DataView(new ArrayBuffer(84 + 50 * f.length));
  out.setUint32(80, f.length, true);
  f.forEach((t, i) => t.forEach((v, j) => (q[v] ?? []).forEach((c, k) => out.setFloat32(84 + i * 50 + 12 + j * 12 + k * 4, c, true))));
  return new Uint8Array(out.buffer);
};
export async function demoParts() {
  return Promise.all([20, 30, 45, 60, 80].map(async (s, i) => {
    const fileName = `block-${i}.stl`;
    const stl = box(s, s * 1.5, s / 2);
    const { report, changes } = await processFile('VERIFY', stl, { fileName });
    return { fileName, stl, png: await thumbnail(stl, 512, fileName), report: { ...report, changes } };
  }));
}
