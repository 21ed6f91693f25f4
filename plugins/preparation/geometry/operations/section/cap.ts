import { projectOnto, triangulatePolygon } from '../../polygon.ts';

export interface Cap {
  /** Facets that use the vertices of the rim. */
  triangles: number[];
  /** Signed: positive when the cap faces along the normal. */
  area: number;
}

interface Loop {
  /** Indices into the list of vertices of the rim. */
  places: number[];
  area: number;
  box: [x0: number, y0: number, x1: number, y1: number];
}

/**
 * Closes a rim: pairs of vertices, each an edge that the cap must have in that direction. The border of the cap
 * consists of exactly these edges, even when they cross, so that the surface is closed. The cap faces along the
 * normal where the rim runs anticlockwise.
 */
export function capRim(
  rim: readonly number[],
  pointOf: (vertex: number) => readonly [number, number, number],
  normal: readonly [number, number, number],
): Cap {
  const { vertices, edges } = uncancelled(rim);
  const points = projectOnto(vertices.flatMap(pointOf), ...normal);
  const loops = traceLoops(edges, vertices.length, points);
  const triangles: number[] = [];
  let area = 0;
  for (const [outer, ...holes] of nest(loops, points)) {
    const triples =
      triangulatePolygon(
        points,
        [outer, ...holes].map(({ places }) => places),
      ) ?? [];
    for (let i = 0; i < triples.length; i += 3) {
      const [a = 0, b = 0, c = 0] = triples.slice(i, i + 3);
      // A hole without an outline belongs to a surface that is inside out: its cap faces the other way.
      const [first, last] = outer.area < 0 ? [c, a] : [a, c];
      if (a !== b && b !== c && c !== a) triangles.push(vertices[first] ?? 0, vertices[b] ?? 0, vertices[last] ?? 0);
    }
    area += holes.reduce((sum, hole) => sum + hole.area, outer.area);
  }
  return { triangles, area };
}

/** Edges that run in both directions cancel: there two facets meet on the plane and need no cap. */
function uncancelled(rim: readonly number[]): { vertices: number[]; edges: number[] } {
  const places = new Map<number, number>();
  const vertices: number[] = [];
  const placeOf = (vertex: number): number => {
    const known = places.get(vertex);
    if (known !== undefined) return known;
    places.set(vertex, vertices.length);
    return vertices.push(vertex) - 1;
  };
  const all = rim.map(placeOf);
  const size = vertices.length;
  const counts = new Map<number, number>();
  for (let i = 0; i < all.length; i += 2) {
    const from = all[i] ?? 0;
    const to = all[i + 1] ?? 0;
    const back = counts.get(to * size + from) ?? 0;
    if (back > 0) counts.set(to * size + from, back - 1);
    else counts.set(from * size + to, (counts.get(from * size + to) ?? 0) + 1);
  }
  const edges: number[] = [];
  for (const [key, count] of counts) {
    for (let i = 0; i < count; i++) edges.push(Math.floor(key / size), key % size);
  }
  return { vertices, edges };
}

/** Joins edges to loops. Where loops touch at a vertex, the next edge is that of the same material. */
function traceLoops(edges: readonly number[], count: number, points: Float64Array): Loop[] {
  const onward = Array.from({ length: count }, (): number[] => []);
  for (let i = 0; i < edges.length; i += 2) onward[edges[i] ?? 0]?.push(edges[i + 1] ?? 0);
  const angle = (from: number, to: number): number =>
    Math.atan2(
      (points[to * 2 + 1] ?? 0) - (points[from * 2 + 1] ?? 0),
      (points[to * 2] ?? 0) - (points[from * 2] ?? 0),
    );
  /** The clockwise angle from the way back to the way onward; straight back comes last. */
  const clockwise = (before: number, at: number, to: number): number => {
    const turned = (angle(at, before) - angle(at, to) + 4 * Math.PI) % (2 * Math.PI);
    return turned === 0 ? 2 * Math.PI : turned;
  };

  const loops: Loop[] = [];
  for (let start = 0; start < count; start++) {
    for (let first = onward[start]?.pop(); first !== undefined; first = onward[start]?.pop()) {
      const places = [start];
      let before = start;
      let at = first;
      for (;;) {
        const ways = onward[at] ?? [];
        let best = 0;
        for (let i = 1; i < ways.length; i++) {
          if (clockwise(before, at, ways[i] ?? 0) < clockwise(before, at, ways[best] ?? 0)) best = i;
        }
        const way = ways[best];
        const home = at === start && (way === undefined || clockwise(before, at, first) <= clockwise(before, at, way));
        if (home || way === undefined) break;
        ways.splice(best, 1);
        places.push(at);
        before = at;
        at = way;
      }
      loops.push(loopOf(places, points));
    }
  }
  return loops;
}

function loopOf(places: number[], points: Float64Array): Loop {
  const box: Loop['box'] = [Infinity, Infinity, -Infinity, -Infinity];
  let twice = 0;
  let [px, py] = pointAt(places.at(-1) ?? 0, points);
  for (const place of places) {
    const [x, y] = pointAt(place, points);
    twice += px * y - x * py;
    [px, py] = [x, y];
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return { places, area: twice / 2, box };
}

const pointAt = (place: number, points: Float64Array): [number, number] => [
  points[place * 2] ?? 0,
  points[place * 2 + 1] ?? 0,
];

/** Each outline with the holes that lie in it and in no smaller outline. Holes in no outline are separate. */
function nest(loops: readonly Loop[], points: Float64Array): [Loop, ...Loop[]][] {
  const outlines = loops
    .filter(({ area }) => area >= 0)
    .sort((a, b) => a.area - b.area)
    .map((loop): [Loop, ...Loop[]] => [loop]);
  const alone: [Loop][] = [];
  for (const hole of loops) {
    if (hole.area >= 0) continue;
    const parent = outlines.find(([outline]) => outline.area >= -hole.area && holds(outline, hole, points));
    if (parent) parent.push(hole);
    else alone.push([hole]);
  }
  return [...outlines, ...alone];
}

const probeCount = 5;

/** Whether most of a few points along the hole are inside the outline; a single point could lie on it. */
function holds(outline: Loop, hole: Loop, points: Float64Array): boolean {
  const [x0, y0, x1, y1] = outline.box;
  if (hole.box[0] < x0 || hole.box[1] < y0 || hole.box[2] > x1 || hole.box[3] > y1) return false;
  const { places } = hole;
  const step = Math.max(1, Math.floor(places.length / probeCount));
  let inside = 0;
  let probes = 0;
  for (let i = 0; i < places.length && probes < probeCount; i += step, probes++) {
    const [ax, ay] = pointAt(places[i] ?? 0, points);
    const [bx, by] = pointAt(places[(i + 1) % places.length] ?? 0, points);
    if (isInside(outline, (ax + bx) / 2, (ay + by) / 2, points)) inside++;
  }
  return inside * 2 > probes;
}

function isInside({ places }: Loop, x: number, y: number, points: Float64Array): boolean {
  let inside = false;
  let [px, py] = pointAt(places.at(-1) ?? 0, points);
  for (const place of places) {
    const [qx, qy] = pointAt(place, points);
    if (py > y !== qy > y && x < px + ((y - py) / (qy - py)) * (qx - px)) inside = !inside;
    [px, py] = [qx, qy];
  }
  return inside;
}
