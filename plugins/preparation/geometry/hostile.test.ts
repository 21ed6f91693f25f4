import { constants, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readModel } from './convert.ts';
import { GeometryError } from './errors.ts';
import { joinMeshes } from './mesh.ts';
import { writeBinaryStl } from './readers/stl.ts';
import { shapes } from './shapes.ts';
import { cubeMesh, sequence, threeMf, zip } from './testSupport.ts';
import { verify } from './verify.ts';

/** Maximum time for any file here, on a busy machine, and maximum memory that all of them may add to the process. */
const limitMs = 60_000;
const limitMemory = 700 * 2 ** 20;

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const random = sequence(4);
const noise = (length: number): Uint8Array => Uint8Array.from({ length }, () => random() * 256);
const after = (head: string, bytes: Uint8Array): Uint8Array => new Uint8Array(Buffer.concat([text(head), bytes]));
const binary = writeBinaryStl(shapes['angle-bracket']());

function patched(bytes: Uint8Array, change: (view: DataView) => void): Uint8Array {
  const copy = bytes.slice();
  change(new DataView(copy.buffer));
  return copy;
}

/** Spaces, compressed a thousand to one: one compressed mebibyte repeated, so that the test never holds the content. */
function packedSpaces(mebibytes: number): Buffer {
  const one = deflateRawSync(Buffer.alloc(2 ** 20, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const end = Buffer.from([3, 0]);
  return Buffer.concat([...Array.from({ length: mebibytes }, () => one), end]);
}

/**
 * An archive with one entry, whose directory contains the given sizes; sizes beyond 32 bits are in the extra field of
 * zip64.
 */
function archive(name: string, packed: Uint8Array, size: number): Uint8Array {
  const path = text(name);
  const local = new Uint8Array(30 + path.length);
  new DataView(local.buffer).setUint32(0, 0x04034b50, true);
  new DataView(local.buffer).setUint16(26, path.length, true);
  local.set(path, 30);
  const entry = new Uint8Array(46 + path.length + 12);
  const view = new DataView(entry.buffer);
  view.setUint32(0, 0x02014b50, true);
  view.setUint16(10, 8, true);
  view.setUint32(20, packed.length, true);
  view.setUint32(24, 0xffffffff, true);
  view.setUint16(28, path.length, true);
  view.setUint16(30, 12, true);
  entry.set(path, 46);
  view.setUint16(46 + path.length, 1, true);
  view.setUint16(48 + path.length, 8, true);
  view.setBigUint64(50 + path.length, BigInt(size), true);
  const end = new Uint8Array(22);
  const endView = new DataView(end.buffer);
  endView.setUint32(0, 0x06054b50, true);
  endView.setUint16(10, 1, true);
  endView.setUint32(12, entry.length, true);
  endView.setUint32(16, local.length + packed.length, true);
  return new Uint8Array(Buffer.concat([local, packed, entry, end]));
}

const object = (id: number, content: string): string => `<object id="${id}">${content}</object>`;
const model = (resources: string, built = 1): Uint8Array =>
  threeMf(`<resources>${resources}</resources><build><item objectid="${built}"/></build>`);
const components = (id: number, times: number): string =>
  `<components>${`<component objectid="${id}"/>`.repeat(times)}</components>`;
const modelPath = '3D/3dmodel.model';
const vrml = (scene: string): Uint8Array => text(`#VRML V2.0 utf8\n${scene}`);
const step = (data: string): string =>
  `ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN'));\nENDSEC;\nDATA;\n${data}ENDSEC;\nEND-ISO-10303-21;\n`;

type Case = readonly [what: string, file: string, make: () => Uint8Array, says: RegExp];

const stlCases: readonly Case[] = [
  ['nothing', 'a.stl', () => new Uint8Array(0), /empty/],
  ['a cut header', 'a.stl', () => binary.slice(0, 60), /too short/],
  ['no facets', 'a.stl', () => patched(binary.slice(0, 84), (view) => view.setUint32(80, 0, true)), /no facets/],
  [
    'a count of 4 294 967 295 over nothing',
    'a.stl',
    () => patched(binary.slice(0, 84), (view) => view.setUint32(80, 0xffffffff, true)),
    /no facets/,
  ],
  [
    'coordinates that are all not a number',
    'a.stl',
    () => binary.map((byte, i) => (i < 84 ? byte : 0xff)),
    /not a number/,
  ],
  [
    'coordinates that are all infinite',
    'a.stl',
    () =>
      text(
        `solid a\n${'facet normal 0 0 1\nouter loop\nvertex inf 0 0\nvertex 1e999 1 0\nvertex 0 1 0\nendloop\nendfacet\n'.repeat(9)}endsolid a\n`,
      ),
    /not a number/,
  ],
  [
    'a text that ends in the first facet',
    'a.stl',
    () => text('solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0'),
    /no facets/,
  ],
  [
    'a line of ten million digits',
    'a.stl',
    () => text(`solid a\nfacet normal 0 0 1\nouter loop\nvertex ${'7'.repeat(1e7)}x 0 0\n`),
    /Line 4/,
  ],
  ['random bytes', 'a.stl', () => noise(100_000), /not an STL/],
];

const objCases: readonly Case[] = [
  [
    'a corner of number 1 000 000 000',
    'a.obj',
    () => text('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 1000000000\n'),
    /names vertex 1000000000/,
  ],
  [
    'a corner of number -1 000 000 000',
    'a.obj',
    () => text('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 -1000000000\n'),
    /names vertex -1000000000/,
  ],
  ['a corner of number 1e300', 'a.obj', () => text('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 1e300\n'), /names vertex/],
  ['coordinates that are not finite', 'a.obj', () => text('v nan 0 0\nv 1 inf 0\nv 0 1e999 0\nf 1 2 3\n'), /no face/i],
  [
    'a face of five million corners',
    'a.obj',
    () => text(`v 0 0 0\nv 1 0 0\nv 0 1 0\nf ${'1 2 3 1 2 '.repeat(1e6)}\n`),
    /too many corners/,
  ],
  ['a line of thirty million characters', 'a.obj', () => text(`v 0 0 0\n${'x'.repeat(3e7)}`), /no faces/],
  ['a million continued lines', 'a.obj', () => text(`v 0 0 0\nf 1 ${'\\\n'.repeat(1e6)}`), /no faces/],
  ['no faces', 'a.obj', () => text('v 0 0 0\n'.repeat(1000)), /no faces/],
  ['a cut face', 'a.obj', () => text('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2'), /no faces/],
];

const threeMfCases: readonly Case[] = [
  [
    'a bomb of 10 GiB that says so',
    'a.3mf',
    () => archive(modelPath, packedSpaces(10_240), 10 * 2 ** 30),
    /unpacks to far more/,
  ],
  ['a bomb of 10 GiB that claims 100 MB', 'a.3mf', () => archive(modelPath, packedSpaces(10_240), 1e8), /damaged/],
  [
    'a bomb of 300 MB that says so',
    'a.3mf',
    () => archive(modelPath, packedSpaces(300), 300 * 2 ** 20),
    /unpacks to far more/,
  ],
  ['a bomb of 300 MB that claims 1 MB', 'a.3mf', () => archive(modelPath, packedSpaces(300), 1e6), /damaged/],
  [
    'an archive in the archive',
    'a.3mf',
    () => archive(modelPath, deflateRawSync(model(object(1, cubeMesh))), model(object(1, cubeMesh)).length),
    /XML/,
  ],
  ['a name that climbs out', 'a.3mf', () => zip({ [modelPath]: '<model/>', '../../../etc/passwd': 'x' }), /outside/],
  [
    'a name that climbs out, with backslashes',
    'a.3mf',
    () => zip({ [modelPath]: '<model/>', '3D\\..\\..\\evil.model': 'x' }),
    /outside/,
  ],
  ['a name on a drive', 'a.3mf', () => zip({ [modelPath]: '<model/>', 'C:\\evil.model': 'x' }), /outside/],
  [
    'a part outside of the archive',
    'a.3mf',
    () => zip({ [modelPath]: '<model><build><item path="/../../etc/passwd" objectid="1"/></build></model>' }),
    /not in it/,
  ],
  [
    'a billion laughs',
    'a.3mf',
    () =>
      zip({
        [modelPath]: `<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from({ length: 9 }, (_, i) => `<!ENTITY lol${i} "${`&lol${i - 1};`.repeat(10)}">`).join('')}]><model>&lol8;</model>`,
      }),
    /forbids/,
  ],
  [
    'an entity from outside',
    'a.3mf',
    () => zip({ [modelPath]: '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><model unit="&f;"/>' }),
    /forbids/,
  ],
  [
    'components that contain each other',
    'a.3mf',
    () => model(object(1, components(2, 2)) + object(2, components(1, 2))),
    /contain each other/,
  ],
  ['a component of itself', 'a.3mf', () => model(object(1, components(1, 1))), /contain each other/],
  [
    'a hundred million components',
    'a.3mf',
    () =>
      model(
        object(1, cubeMesh) + Array.from({ length: 8 }, (_, i) => object(i + 2, components(i + 1, 10))).join(''),
        9,
      ),
    /100 000 bodies/,
  ],
  [
    'forty thousand copies of a thousand unused vertices',
    'a.3mf',
    () =>
      model(
        object(1, cubeMesh.replace('</vertices>', `${'<vertex x="1" y="1" z="1"/>'.repeat(1000)}</vertices>`)) +
          object(2, components(1, 200)) +
          object(3, components(2, 200)),
        3,
      ),
    /million vertices/,
  ],
  [
    'a chain of ten thousand components',
    'a.3mf',
    () =>
      model(
        object(1, cubeMesh) + Array.from({ length: 10_000 }, (_, i) => object(i + 2, components(i + 1, 1))).join(''),
        10_001,
      ),
    /nested too deeply/,
  ],
  [
    'two hundred thousand objects',
    'a.3mf',
    () => model(Array.from({ length: 200_001 }, (_, i) => `<object id="${i}"/>`).join('')),
    /objects and components/,
  ],
  [
    'a corner of number 4 294 967 295',
    'a.3mf',
    () => model(object(1, cubeMesh.replace('v1="0"', 'v1="4294967295"'))),
    /does not exist/,
  ],
  [
    'a corner of number -1',
    'a.3mf',
    () => model(object(1, cubeMesh.replace('v1="0"', 'v1="-1"'))),
    /does not name three/,
  ],
  [
    'coordinates that are not finite',
    'a.3mf',
    () => model(object(1, cubeMesh.replaceAll(/x="\d+"/g, 'x="1e999"'))),
    /not a number/,
  ],
  [
    'a transform that is not finite',
    'a.3mf',
    () =>
      threeMf(
        `<resources>${object(1, cubeMesh)}</resources><build><item objectid="1" transform="1 0 0 0 1 0 0 0 1 nan 0 0"/></build>`,
      ),
    /twelve numbers/,
  ],
  [
    'an attribute of twenty million characters',
    'a.3mf',
    () => threeMf('', `m${noise(1e6).join('').slice(0, 2e7)}`),
    /XML/,
  ],
  [
    'elements nested a hundred thousand deep',
    'a.3mf',
    () => zip({ [modelPath]: `<model>${Array.from({ length: 1e5 }, (_, i) => `<a${i % 97} b="${i}">`).join('')}` }),
    /XML/,
  ],
  ['a cut archive', 'a.3mf', () => model(object(1, cubeMesh)).slice(0, -30), /cut off/],
  [
    'a directory of 65 535 entries that are not there',
    'a.3mf',
    () => patched(model(object(1, cubeMesh)), (view) => view.setUint16(view.byteLength - 12, 0xffff, true)),
    /too many files/,
  ],
  ['no facets', 'a.3mf', () => model(object(1, '<mesh><vertices/><triangles/></mesh>')), /no facets/],
  ['random bytes', 'a.3mf', () => after('PK\x03\x04 3D/', noise(100_000)), /cut off/],
];

const vrmlCases: readonly Case[] = [
  ['nodes nested a million deep', 'a.wrl', () => vrml('Group { children [ '.repeat(1_000_000)), /cut off/],
  ['fields nested a million deep', 'a.wrl', () => vrml(`Shape { geometry ${'[ '.repeat(1_000_000)}`), /cut off/],
  ['blocks nested a million deep', 'a.wrl', () => vrml(`PROTO a [ ${'{'.repeat(1_000_000)}`), /cut off/],
  [
    'groups that use each other a hundred thousand deep',
    'a.wrl',
    () =>
      vrml(
        `DEF g0 Group { }\n${Array.from({ length: 100_000 }, (_, i) => `DEF g${i + 1} Group { children USE g${i} }`).join('\n')}`,
      ),
    /nested too deeply|too many nodes/,
  ],
  [
    'groups that multiply by use',
    'a.wrl',
    () =>
      vrml(
        `DEF g0 Shape { geometry Box { } }\n${Array.from({ length: 30 }, (_, i) => `DEF g${i + 1} Group { children [ USE g${i} USE g${i} ] }`).join('\n')}`,
      ),
    /too many nodes/,
  ],
  [
    'a large point list used ten thousand times',
    'a.wrl',
    () =>
      vrml(
        `DEF s Shape { geometry IndexedFaceSet { coord Coordinate { point [ ${'1 2 3 '.repeat(50_000)} ] } coordIndex [ 0 1 2 -1 ] } }\n${'USE s\n'.repeat(10_000)}`,
      ),
    /used too often/,
  ],
  [
    'a string without an end, full of escaped quotes',
    'a.wrl',
    () => vrml(`WorldInfo { title "${'\\"'.repeat(2_000_000)}`),
    /cut off/,
  ],
  [
    'an extrusion of ten thousand by ten thousand',
    'a.wrl',
    () =>
      vrml(
        `Shape { geometry Extrusion { spine [ ${'0 1 0 '.repeat(10_000)} ] crossSection [ ${'1 1 '.repeat(10_000)} ] } }`,
      ),
    /a million points/,
  ],
  [
    'a face of a million corners',
    'a.wrl',
    () =>
      vrml(
        `Shape { geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0 1 0 0 0 1 0 ] } coordIndex [ ${'0 1 2 '.repeat(400_000)} ] } }`,
      ),
    /too many corners/,
  ],
  [
    'a corner of number 1 000 000 000',
    'a.wrl',
    () =>
      vrml(
        'Shape { geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0 1 0 0 0 1 0 ] } coordIndex [ 0 1 1000000000 ] } }',
      ),
    /names vertex/,
  ],
  [
    'coordinates that are not finite',
    'a.wrl',
    () =>
      vrml(
        'Shape { geometry IndexedFaceSet { coord Coordinate { point [ 1e999 0 0 1 0 0 0 1 0 ] } coordIndex [ 0 1 2 ] } }',
      ),
    /not a number/,
  ],
  ['a million nodes', 'a.wrl', () => vrml('A{}'.repeat(1_000_001)), /million nodes/],
  ['random bytes', 'a.wrl', () => after('#VRML V2.0 utf8\n', noise(100_000)), /cut off|no shapes/],
];

const cadCases: readonly Case[] = [
  ['random bytes called STEP', 'a.step', () => after('ISO-10303-21;\nHEADER;', noise(200_000)), /STEP/],
  ['a STEP file with random data', 'a.step', () => after(step('').slice(0, -40), noise(100_000)), /STEP/],
  [
    'a STEP file whose records are each other',
    'a.step',
    () =>
      text(
        step(
          "#1=ADVANCED_BREP_SHAPE_REPRESENTATION('',(#2),#1);\n#2=MANIFOLD_SOLID_BREP('',#3);\n#3=CLOSED_SHELL('',(#2,#3));\n",
        ),
      ),
    /STEP/,
  ],
  ['an empty STEP file', 'a.step', () => text(step('')), /STEP/],
  ['a STEP file nested ten thousand deep', 'a.step', () => text(step(`#1=A(${'('.repeat(10_000)});\n`)), /STEP/],
  ['a cut STEP file', 'a.step', () => text(step('').slice(0, 150)), /STEP/],
  ['random bytes called IGES', 'a.igs', () => after(`${' '.repeat(72)}S      1\n`, noise(200_000)), /IGES/],
  ['an IGES file of start lines only', 'a.iges', () => text(`${' '.repeat(72)}S      1\n`.repeat(5000)), /IGES/],
  [
    'random bytes called BREP',
    'a.brep',
    () => after('DBRep_DrawableShape\n\nCASCADE Topology V1, (c) Matra-Datavision\nLocations ', noise(100_000)),
    /BREP/,
  ],
];

const startMemory = process.resourceUsage().maxRSS;

describe.each([
  ['STL', stlCases],
  ['OBJ', objCases],
  ['3MF', threeMfCases],
  ['VRML', vrmlCases],
  ['CAD', cadCases],
])('hostile %s', (_, cases) => {
  it.each(cases)(
    '%s ends in a sentence',
    async (_what, file, make, says) => {
      const bytes = make();
      const failure = await readModel(bytes, file).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(GeometryError);
      expect(failure instanceof Error ? failure.message : '').toMatch(says);
    },
    limitMs,
  );

  it('leaves the readers in order', async () => {
    const reading = await readModel(binary, 'part.stl');
    expect(verify(joinMeshes(reading.bodies), reading).needsRepair).toBe(false);
  });
});

it('none of it took more memory than a thread has', () => {
  expect(process.resourceUsage().maxRSS - startMemory).toBeLessThan(limitMemory / 1024);
});
