import { describe, expect, it } from 'vitest';
import { readObj } from './readers/obj.ts';
import { readStl, writeBinaryStl } from './readers/stl.ts';
import { readThreeMf } from './readers/threemf.ts';
import { readWrl } from './readers/wrl.ts';
import { boundsOf, facetCount, joinMeshes } from './mesh.ts';
import { readModel } from './convert.ts';
import type { Reading } from './readers/reading.ts';
import { shapes } from './shapes.ts';
import { cubeMesh, codeOf, sequence, threeMf, zip } from './testSupport.ts';
import { verify } from './verify.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const report = (reading: Reading): ReturnType<typeof verify> => verify(joinMeshes(reading.bodies), reading);
const bracket = shapes['angle-bracket']();
const facets = bracket.triangles.length / 3;
const binary = writeBinaryStl(bracket);

function ascii(): string {
  const point = (corner: number): string => {
    const vertex = (bracket.triangles[corner] ?? 0) * 3;
    return `      vertex ${[...bracket.positions.subarray(vertex, vertex + 3)].map((v) => v.toExponential(8)).join(' ')}\n`;
  };
  const lines = Array.from(
    { length: facets },
    (_, i) =>
      `  facet normal 0 0 1\n    outer loop\n${point(i * 3)}${point(i * 3 + 1)}${point(i * 3 + 2)}    endloop\n  endfacet\n`,
  );
  return `solid bracket\n${lines.join('')}endsolid bracket\n`;
}

const withCount = (bytes: Uint8Array, count: number): Uint8Array => {
  const copy = bytes.slice();
  new DataView(copy.buffer).setUint32(80, count, true);
  return copy;
};

describe('STL', () => {
  const sound = verify(bracket);

  it('reads ASCII and binary to the same mesh', () => {
    const written = report(readStl(text(ascii())));
    expect(written.volumeMm3).toBeCloseTo(sound.volumeMm3, 2);
    expect(written).toMatchObject({ facets, vertices: sound.vertices, watertight: true });
    expect(report(readStl(binary))).toEqual(sound);
  });

  it('reads upper case, CRLF, a byte-order mark, a missing end and a second solid', () => {
    const variants = [
      ascii().toUpperCase(),
      ascii().replaceAll('\n', '\r\n'),
      `\uFEFF\n${ascii()}`,
      ascii().replace(/endsolid.*\n/, ''),
    ];
    for (const variant of variants)
      expect(report(readStl(text(variant)))).toMatchObject({ facets, needsRepair: false });
    expect(report(readStl(text(ascii() + ascii())))).toMatchObject({ facets: facets * 2 });
  });

  it('lets the size decide when a binary file begins with "solid"', () => {
    const trap = binary.slice();
    trap.set(text('solid facet normal vertex'));
    expect(report(readStl(trap)).volumeMm3).toBe(sound.volumeMm3);
  });

  it.each([
    ['too high', 0xffffffff],
    ['too low', 3],
  ])('reads all facets when the count is %s', (_, count) => {
    const reading = readStl(withCount(binary, count));
    expect(report(reading)).toMatchObject({ facets, watertight: true });
    expect(reading.warnings.map(({ code }) => code)).toEqual(['COUNT_MISMATCH']);
  });

  it('says when a file is cut off, and asks for a repair', () => {
    for (const cut of [binary.subarray(0, binary.length - 1033), text(ascii().slice(0, -700))]) {
      const found = report(readStl(cut));
      expect(found.needsRepair).toBe(true);
      expect(found.warnings.map(({ code }) => code)).toContain('TRUNCATED');
    }
  });

  it('ignores bytes behind the last facet', () => {
    const longer = new Uint8Array(binary.length + 33);
    longer.set(binary);
    const reading = readStl(longer);
    expect(report(reading)).toMatchObject({ facets, watertight: true });
    expect(reading.warnings.map(({ code }) => code)).toEqual(['TRAILING_BYTES']);
  });

  it.each(['\v', '\f'])('reads past a name with the blank %j in it, on the line of the first facet too', (blank) => {
    const facet = 'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n';
    for (const name of [`a${blank}b\n`, `a${blank}`, blank]) {
      const { bodies } = readStl(new TextEncoder().encode(`solid ${name}${facet}endsolid ${name}\n`));
      expect(bodies.map(facetCount)).toEqual([1]);
    }
  });

  it('leaves out facets with impossible coordinates and counts them', () => {
    const broken = binary.slice();
    const view = new DataView(broken.buffer);
    view.setFloat32(84 + 12, Number.NaN, true);
    view.setFloat32(84 + 50 + 16, Number.POSITIVE_INFINITY, true);
    expect(report(readStl(broken))).toMatchObject({ facets: facets - 2, defects: { nonFinite: 2 }, needsRepair: true });
    const lost = ascii()
      .replace(/vertex \S+/, 'vertex nan')
      .replace(/(vertex \S+ \S+) \S+\n {4}endloop/, '$1 -1.#IND\n    endloop');
    expect(report(readStl(text(lost))).defects.nonFinite).toBe(1);
  });

  it.each([
    ['nothing', new Uint8Array(0), 'EMPTY_FILE'],
    ['a header only', withCount(binary.slice(0, 84), 12), 'NO_TRIANGLES'],
    ['an empty solid', text('solid a\nendsolid a\n'), 'NO_TRIANGLES'],
    ['a web page', text(`<!DOCTYPE html><html>${'x'.repeat(500)}</html>`), 'NOT_READABLE'],
    ['decimal commas', text(ascii().replaceAll('.', ',')), 'NOT_READABLE'],
    ['a word for a number', text(ascii().replace(/vertex \S+/, 'vertex abc')), 'NOT_READABLE'],
  ] as const)('refuses %s', async (_, bytes, code) => {
    expect(await codeOf(() => readStl(bytes))).toBe(code);
  });

  it('refuses random bytes', async () => {
    const random = sequence(9);
    const bytes = Uint8Array.from({ length: 5000 }, () => random() * 256);
    expect(await codeOf(() => readStl(bytes))).toBe('NOT_READABLE');
  });

  it('names the cause of decimal commas', () => {
    expect(() => readStl(text(ascii().replaceAll('.', ',')))).toThrow(/comma as the decimal mark/);
  });
});

describe('OBJ', () => {
  const cube = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n';
  const faces = [
    [4, 3, 2, 1],
    [5, 6, 7, 8],
    [1, 2, 6, 5],
    [2, 3, 7, 6],
    [3, 4, 8, 7],
    [4, 1, 5, 8],
  ];
  const lines = (write: (index: number) => string): string =>
    faces.map((face) => `f ${face.map(write).join(' ')}\n`).join('');

  it('reads quads, references behind slashes, negative indices, continued lines and UTF-16', () => {
    const variants = [
      text(`# cube\n${cube}${lines(String)}`),
      text(cube + lines((index) => `${index}/1/1`)),
      text(cube + lines((index) => `${index - 9}//2`)),
      text(cube + lines(String).replaceAll(' ', ' \\\n')),
      new Uint8Array(Buffer.from(`\uFEFF${cube}${lines(String)}`, 'utf16le')),
    ];
    for (const variant of variants) {
      const found = report(readObj(variant));
      expect(found).toMatchObject({ facets: 12, watertight: true });
      expect(found.volumeMm3).toBeCloseTo(1, 6);
    }
  });

  it('splits a concave face along its inside', () => {
    const arrow = 'v 0 0 0\nv 4 0 0\nv 4 4 0\nv 2 1 0\nv 0 4 0\nf 3 4 5 1 2\n';
    expect(report(readObj(text(arrow))).areaMm2).toBeCloseTo(10, 6);
  });

  it.each([
    ['an index past the end', `${cube}f 1 2 99\n`, 'INVALID_CONTENT'],
    ['a negative index past the start', `${cube}f 1 2 -99\n`, 'INVALID_CONTENT'],
    ['no faces', cube, 'NO_TRIANGLES'],
    ['a word for a coordinate', 'v 1 two 3\nf 1 1 1\n', 'NOT_READABLE'],
    ['faces with absurdly many corners', `${cube}${`f ${'1 2 3 7 '.repeat(9000)}\n`.repeat(3)}`, 'TOO_LARGE'],
  ] as const)('refuses %s', async (_, content, code) => {
    expect(await codeOf(() => readObj(text(content)))).toBe(code);
  });
});

describe('3MF', () => {
  const cube = `<object id="1" type="model">${cubeMesh}</object>`;
  const build = (items: string): string => `<build>${items}</build>`;

  it('applies units, components and transforms, and leaves support objects out', () => {
    const reading = readThreeMf(
      threeMf(
        `<resources>${cube}<object id="2"><components><component objectid="1"/>` +
          `<component objectid="1" transform="-2 0 0 0 1 0 0 0 1 50 0 0"/></components></object>` +
          `<object id="3" type="support">${cubeMesh}</object></resources>` +
          build('<item objectid="2" transform="0 1 0 -1 0 0 0 0 1 0 0 5"/><item objectid="3"/>'),
        'inch',
      ),
    );
    const found = report(reading);
    expect(found).toMatchObject({ facets: 24, shells: 2, watertight: true, needsRepair: false });
    expect(found.volumeMm3 / (3000 * 25.4 ** 3)).toBeCloseTo(1, 6);
    expect(found.bbox.size.map((side) => Math.round(side / 2.54) / 10)).toEqual([10, 50, 10]);
  });

  it('follows parts of the production extension', () => {
    const bytes = zip({
      '_rels/.rels': '<r><Relationship Target="/3D/a.model" Type="x/3dmodel"/></r>',
      '3D/a.model': '<model><resources/><build><item p:path="/3D/b.model" objectid="1"/></build></model>',
      '3D/b.model': `<model><resources>${cube}</resources><build/></model>`,
    });
    expect(report(readThreeMf(bytes)).volumeMm3).toBeCloseTo(1000, 3);
  });

  const nested = (levels: number): string =>
    Array.from(
      { length: levels },
      (_, i) =>
        `<object id="${i + 2}"><components>${`<component objectid="${i + 1}"/>`.repeat(10)}</components></object>`,
    ).join('');

  it.each([
    [
      'a component bomb',
      threeMf(`<resources>${cube}${nested(9)}</resources>${build('<item objectid="10"/>')}`),
      'TOO_LARGE',
    ],
    [
      'a component bomb of empty objects',
      threeMf(`<resources><object id="1"/>${nested(9)}</resources>${build('<item objectid="10"/>')}`),
      'TOO_LARGE',
    ],
    [
      'a cycle',
      threeMf(
        `<resources><object id="1"><components><component objectid="1"/></components></object></resources>${build('<item objectid="1"/>')}`,
      ),
      'INVALID_CONTENT',
    ],
    ['a missing object', threeMf(`<resources>${cube}</resources>${build('<item objectid="7"/>')}`), 'INVALID_CONTENT'],
    [
      'a vertex index past the end',
      threeMf(`<resources>${cube.replace('v1="0"', 'v1="8"')}</resources>${build('<item objectid="1"/>')}`),
      'INVALID_CONTENT',
    ],
    [
      'a document type declaration',
      threeMf(
        `<resources>${cube}</resources>${build('<item objectid="1"/>')}`,
        'millimeter',
        '<!DOCTYPE model [<!ENTITY a "b">]>',
      ),
      'INVALID_CONTENT',
    ],
    ['an archive bomb', zip({ '3D/3dmodel.model': `<model>${' '.repeat(40_000_000)}</model>` }), 'TOO_LARGE'],
    ['a size that lies', zip({ '3D/3dmodel.model': `<model>${'<a/>'.repeat(1000)}</model>` }, 100), 'INVALID_CONTENT'],
    ['a cut archive', threeMf(cube).slice(0, 400), 'INVALID_CONTENT'],
    ['nothing to build', threeMf(`<resources>${cube}</resources><build/>`), 'NO_TRIANGLES'],
    ['an archive without a model', zip({ 'a.txt': 'hello' }), 'NOT_READABLE'],
  ] as const)('refuses %s', async (_, bytes, code) => {
    expect(await codeOf(() => readThreeMf(bytes))).toBe(code);
  });
});

describe('VRML', () => {
  it('reads primitives in place, shared by DEF and USE', () => {
    const scene = `#VRML V2.0 utf8
      Transform { scale 2 1 1 children [ DEF PART Shape { geometry Box { size 1 2 3 } } ] }
      Transform { translation 50 0 0 children USE PART }
      Shape { geometry Text { string "left out" } }`;
    const reading = readWrl(text(scene));
    expect(report(reading)).toMatchObject({ shells: 2, watertight: true });
    expect(report(reading).volumeMm3).toBeCloseTo(18, 5);
    expect(reading.warnings.map(({ code }) => code)).toEqual(['CONTENT_LEFT_OUT']);
  });

  it.each([
    'Sphere { radius 5 }',
    'Cylinder { radius 5 height 9 }',
    'Cone { bottomRadius 4 height 9 }',
    'Extrusion { }',
  ])('closes %s', (shape) => {
    const found = report(readWrl(text(`#VRML V2.0 utf8\nShape { geometry ${shape} }`)));
    expect(found).toMatchObject({ watertight: true, needsRepair: false });
  });

  it.each([
    ['a cut scene', '#VRML V2.0 utf8\nGroup { children [ Shape {', 'INVALID_CONTENT'],
    ['endless nesting', `#VRML V2.0 utf8\n${'Group { children [ '.repeat(5000)}`, 'INVALID_CONTENT'],
    ['a scene without shapes', '#VRML V2.0 utf8\nGroup { }', 'NO_TRIANGLES'],
  ] as const)('refuses %s', async (_, content, code) => {
    expect(await codeOf(() => readWrl(text(content)))).toBe(code);
  });
});

describe('text of other times and tools', () => {
  const corners = [
    [0, 0, 0],
    [10, 0, 0],
    [0, 10, 0],
  ];
  const facet = `facet normal 0 0 1 outer loop ${corners.map((v) => `vertex ${v.join(' ')}`).join(' ')} endloop endfacet`;
  const asBytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const facetsOf = async (text: string, name: string): Promise<number> =>
    (await readModel(asBytes(text), name)).bodies.reduce((sum, body) => sum + facetCount(body), 0);

  it('reads lines that end in a carriage return alone', async () => {
    expect(await facetsOf(`solid a facet\r${facet}\rendsolid a\r`, 'a.stl')).toBe(1);
    expect(await facetsOf('# made by hand\rv 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\r', 'a.obj')).toBe(1);
  });

  it('reads STL that is padded at its end, and STL on one line', async () => {
    for (const padding of ['\0\0\0\0', '\x1a', '\x1a\0\0']) {
      expect(await facetsOf(`solid a\n${facet}\nendsolid a\n${padding}`, 'a.stl')).toBe(1);
    }
    expect(await facetsOf(`solid a plate ${facet} ${facet} endsolid a solid b ${facet} endsolid b`, 'a.stl')).toBe(3);
  });

  it('says what a VRML scene names without holding it', async () => {
    const cube = 'Shape { geometry Box { size 10 10 10 } }';
    const text = `#VRML V2.0 utf8\nPROTO Bolt [ ] { ${cube} }\n${cube}\nBolt { }\nUSE Nut\n`;
    const { warnings } = await readModel(asBytes(text), 'a.wrl');
    expect(warnings).toMatchObject([{ code: 'CONTENT_LEFT_OUT', text: expect.stringMatching(/Bolt, USE Nut/) }]);
    const alone = asBytes('#VRML V2.0 utf8\nPROTO Bolt [ ] { } Bolt { }');
    await expect(readModel(alone, 'a.wrl')).rejects.toThrow(/Left out: Bolt/);
  });

  it('reads an elevation grid, seen from above', async () => {
    const grid = (more: string): string =>
      `#VRML V2.0 utf8\nShape { geometry ElevationGrid { xDimension 3 zDimension 2 xSpacing 2 zSpacing 5 height [0 1 0 0 1 0] ${more} } }`;
    const lookUp = async (more: string): Promise<boolean[]> => {
      const [mesh] = (await readModel(asBytes(grid(more)), 'a.wrl')).bodies;
      if (!mesh) throw new Error('no body');
      expect([...boundsOf(mesh)]).toEqual([0, 0, 0, 4, 1, 5]);
      const at = (corner: number, axis: number): number =>
        mesh.positions[(mesh.triangles[corner] ?? 0) * 3 + axis] ?? 0;
      return Array.from({ length: facetCount(mesh) }, (_, i) => {
        const side = (to: number, axis: number): number => at(i * 3 + to, axis) - at(i * 3, axis);
        return side(1, 2) * side(2, 0) - side(1, 0) * side(2, 2) > 0;
      });
    };
    expect(await lookUp('')).toEqual([true, true, true, true]);
    expect(await lookUp('ccw FALSE')).toEqual([false, false, false, false]);
    expect(await codeOf(() => readModel(asBytes(grid('zDimension 3')), 'a.wrl'))).toBe('INVALID_CONTENT');
  });
});
