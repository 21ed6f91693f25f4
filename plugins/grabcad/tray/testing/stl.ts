type Point = readonly [number, number, number];
export type Triangle = readonly [Point, Point, Point];

/** A closed cube, its corner at (offset, offset, offset). */
export function cube(edge: number, offset = 0): Triangle[] {
  const corner = (index: number): Point => [
    offset + (index & 1 ? edge : 0),
    offset + (index & 2 ? edge : 0),
    offset + (index & 4 ? edge : 0),
  ];
  const faces = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ] as const;
  return faces.flatMap(([a, b, c, d]) => [
    [corner(a), corner(b), corner(c)],
    [corner(a), corner(c), corner(d)],
  ]);
}

export function binaryStl(triangles: readonly Triangle[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(84 + triangles.length * 50));
  view.setUint32(80, triangles.length, true);
  triangles.forEach((triangle, t) =>
    triangle.flat().forEach((value, i) => view.setFloat32(84 + t * 50 + 12 + i * 4, value, true)),
  );
  return new Uint8Array(view.buffer);
}

export function asciiStl(triangles: readonly Triangle[]): Uint8Array {
  const facets = triangles.map(
    (triangle) =>
      `facet normal 0 0 0\nouter loop\n${triangle.map((p) => `vertex ${p.join(' ')}`).join('\n')}\nendloop\nendfacet`,
  );
  return new TextEncoder().encode(`solid cube\n${facets.join('\n')}\nendsolid cube\n`);
}
