/** Directions spread evenly over the sphere, each as x, y, z; the same at every call. */
export function evenDirections(count: number): Float64Array {
  const directions = new Float64Array(count * 3);
  const golden = Math.PI * (3 - Math.sqrt(5));
  for (let i = 0; i < count; i++) {
    const z = 1 - (2 * i + 1) / count;
    const ring = Math.sqrt(1 - z * z);
    directions[i * 3] = ring * Math.cos(golden * i);
    directions[i * 3 + 1] = ring * Math.sin(golden * i);
    directions[i * 3 + 2] = z;
  }
  return directions;
}

/**
 * The points that lie farthest in one of `count` directions: a rough copy of the hull for quick checks. All points
 * when there are no more than `count`.
 */
export function extremePoints(points: Float32Array, count: number): Float32Array {
  if (points.length / 3 <= count) return points;
  const directions = evenDirections(count);
  const kept = new Set<number>();
  for (let i = 0; i < directions.length; i += 3) {
    const dx = directions[i] ?? 0;
    const dy = directions[i + 1] ?? 0;
    const dz = directions[i + 2] ?? 0;
    let farthest = -Infinity;
    let found = 0;
    for (let at = 0; at < points.length; at += 3) {
      const reach = dx * (points[at] ?? 0) + dy * (points[at + 1] ?? 0) + dz * (points[at + 2] ?? 0);
      if (reach > farthest) {
        farthest = reach;
        found = at;
      }
    }
    kept.add(found);
  }
  return Float32Array.from([...kept].flatMap((at) => [...points.subarray(at, at + 3)]));
}
