/**
 * Volume enclosed by an STL mesh in cubic units of the file, or `null` when it encloses none: unreadable, empty, or
 * visibly open (the area vectors of a closed surface add up to nothing).
 */
export function stlVolume(bytes: Uint8Array): number | null {
  const triangles = binaryTriangles(bytes) ?? asciiTriangles(bytes);
  return triangles && triangles.length > 0 ? enclosed(triangles) : null;
}

/** Nine coordinates for each triangle. */
function binaryTriangles(bytes: Uint8Array): Float64Array | null {
  if (bytes.length < 84) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(80, true);
  // Many binary files begin with "solid" too; only the length tells.
  if (bytes.length !== 84 + count * 50) return null;
  const coordinates = new Float64Array(count * 9);
  for (let triangle = 0; triangle < count; triangle++) {
    for (let i = 0; i < 9; i++) {
      coordinates[triangle * 9 + i] = view.getFloat32(84 + triangle * 50 + 12 + i * 4, true);
    }
  }
  return coordinates;
}

function asciiTriangles(bytes: Uint8Array): Float64Array | null {
  const text = new TextDecoder().decode(bytes);
  if (!/^\s*solid\b/i.test(text)) return null;
  const coordinates: number[] = [];
  for (const [, x, y, z] of text.matchAll(/\bvertex\s+(\S+)\s+(\S+)\s+(\S+)/gi)) {
    coordinates.push(Number(x), Number(y), Number(z));
  }
  return coordinates.length % 9 === 0 ? Float64Array.from(coordinates) : null;
}

function enclosed(triangles: Float64Array): number | null {
  const at = (index: number): number => triangles[index] ?? NaN;
  // Measured from a vertex of the mesh, so that a part far from the origin loses no digits.
  const [originX, originY, originZ] = [at(0), at(1), at(2)];
  let sixfold = 0;
  let area = 0;
  const openness: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < triangles.length; i += 9) {
    const [ax, ay, az] = [at(i) - originX, at(i + 1) - originY, at(i + 2) - originZ];
    const [bx, by, bz] = [at(i + 3) - originX - ax, at(i + 4) - originY - ay, at(i + 5) - originZ - az];
    const [cx, cy, cz] = [at(i + 6) - originX - ax, at(i + 7) - originY - ay, at(i + 8) - originZ - az];
    const [nx, ny, nz] = [by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx];
    sixfold += ax * nx + ay * ny + az * nz;
    area += Math.hypot(nx, ny, nz);
    openness[0] += nx;
    openness[1] += ny;
    openness[2] += nz;
  }
  const volume = Math.abs(sixfold) / 6;
  const closed = Math.hypot(...openness) <= area * 1e-4;
  return closed && Number.isFinite(volume) && volume > 0 ? volume : null;
}
