import { readFileSync, readdirSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { slashed } from '../build/project.ts';

/**
 * By hand instead of dependency-cruiser: the last one for Node 20 needs a TypeScript below 7, and on swc it crashes; this
 * takes half a second.
 *
 * What may know what. A file belongs to the first room whose pattern fits its path; an import of a project file must
 * lead to the same room or to one that `knows` lists. `types` are rooms of which only types may be known.
 */
interface Room {
  name: string;
  path: RegExp;
  knows: string[];
  types?: string[];
  /** Runs in a browser, so nothing of node. */
  browser?: boolean;
}

const browserSdk = ['the contract', 'the plugin SDK', 'the browser SDK'];
const areas = "an area's contract";

const rooms: Room[] = [
  { name: 'a test', path: /\.test\.tsx?$|(^|\/)testing\.tsx?$/, knows: ['*'] },
  { name: 'tests and scripts', path: /^(tests|scripts)\/|^vitest\.config\.ts$/, knows: ['*'] },
  { name: 'the contract', path: /^sdk\/contract\/((host|apps)\/|[^/]*$)/, knows: [] },
  { name: areas, path: /^sdk\/contract\//, knows: ['the contract', 'the plugin SDK'], types: ['the server SDK'] },
  {
    name: 'the plugin SDK',
    path: /^sdk\/plugin\//,
    knows: ['the contract'],
    types: ['the browser SDK'],
    browser: true,
  },
  {
    name: 'the browser SDK',
    path: /^sdk\/(api|auth|i18n|state|ui)\//,
    knows: ['the contract', 'the plugin SDK'],
    types: [areas],
    browser: true,
  },
  { name: 'the server SDK', path: /^sdk\/server\//, knows: ['the contract', 'the plugin SDK'] },
  {
    name: 'the testing SDK',
    path: /^sdk\/testing\//,
    knows: [...browserSdk, 'the server SDK'],
    types: [areas],
  },
  {
    name: "vendors' plugins",
    path: /^sdk\/(cli\/template|docs\/examples)\//,
    knows: [...browserSdk, areas],
    browser: true,
  },
  {
    name: 'the plugin tool',
    path: /^sdk\/cli\//,
    knows: [...browserSdk, 'the testing SDK', 'the registry', 'tests and scripts'],
  },
  { name: 'the registry', path: /^registry\//, knows: ['the contract'] },
  { name: 'the container', path: /^host\/container\//, knows: ['the plugin SDK'], browser: true },
  {
    name: 'the runtime',
    path: /^host\/runtime\//,
    knows: ['the contract', 'the plugin SDK', 'the registry', 'the container'],
    types: ['the browser SDK'],
    browser: true,
  },
  {
    name: 'the browser hosts',
    path: /^host\/browser\//,
    knows: [...browserSdk, 'the registry', 'the runtime'],
    browser: true,
  },
  {
    name: 'the shell',
    path: /^host\/shell\//,
    knows: [...browserSdk, 'the registry', 'the runtime', 'the browser hosts'],
    browser: true,
  },
  {
    name: 'the minimal host',
    path: /^host\/minimal\//,
    knows: [...browserSdk, 'the registry', 'the runtime', 'the browser hosts'],
    browser: true,
  },
  {
    name: 'the server',
    path: /^host\/server\//,
    knows: ['the contract', 'the plugin SDK', 'the server SDK', 'the registry', 'the container'],
  },
  {
    name: "a plugin's browser half",
    path: /^plugins\/[^/]+\/client\//,
    knows: [...browserSdk, areas, 'its shared part'],
    browser: true,
  },
  {
    name: "a plugin's server half",
    path: /^plugins\/[^/]+\/server\//,
    knows: ['the contract', areas, 'the plugin SDK', 'the server SDK', 'its shared part'],
  },
  { name: 'its shared part', path: /^plugins\/[^/]+\//, knows: ['the contract', areas, 'the plugin SDK'] },
];

/** One import that the rules forbid. */
export interface Forbidden {
  file: string;
  line: number;
  text: string;
}

const roomOf = (path: string): Room | undefined => rooms.find((room) => room.path.test(path));
const pluginOf = (path: string): string | undefined => /^plugins\/([^/]+)\//.exec(path)?.[1];

/** The project file that a specifier means, relative to the root; nothing for a package. */
function target(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  if (specifier.startsWith('#registry/')) return `registry/${specifier.slice(10)}`;
  if (specifier.startsWith('#host/')) return `host/${specifier.slice(6)}`;
  if (specifier.startsWith('@sinter/sdk/contract/')) return `sdk/${specifier.slice(12)}.ts`;
  if (specifier.startsWith('@sinter/sdk/')) return `sdk/${specifier.slice(12)}/`;
  return undefined;
}

const statement =
  /(?:^|;)[ \t]*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s*)?(['"])([^'"\n]+)\2|\bimport\((['"])([^'"\n]+)\4\)/gm;

/** One import as it is written. */
export interface Import {
  specifier: string;
  onlyTypes: boolean;
  line: number;
}

/** What a source text imports, of types too. Pure. */
export const importsOf = (source: string): Import[] =>
  [...source.matchAll(statement)].map((match) => ({
    specifier: match[3] ?? match[5] ?? '',
    onlyTypes: match[1] !== undefined || isTypeQuery(source, match.index),
    line: lineOf(source, match.index),
  }));

/** The rule's verdict on one file, by its path relative to the root. Pure. */
export function forbiddenImports(file: string, source: string): Forbidden[] {
  const room = roomOf(file);
  if (!room) return [];
  return importsOf(source).flatMap(({ specifier, onlyTypes, line }) => {
    const text = verdict(file, room, specifier, onlyTypes);
    return text === undefined ? [] : [{ file, line, text: `${room.name} may not import '${specifier}': ${text}` }];
  });
}

/** `import('x').Name` in a type, as in `type A = import('x').Name`. */
const isTypeQuery = (source: string, at: number) =>
  /[:=|<]\s*$/.test(source.slice(Math.max(0, at - 20), at)) &&
  /^import\([^)]*\)\.[A-Z]/.test(source.slice(at, at + 200));

const lineOf = (source: string, at: number) => source.slice(0, at).split('\n').length + (source[at] === '\n' ? 1 : 0);

function verdict(file: string, room: Room, specifier: string, onlyTypes: boolean): string | undefined {
  if (room.knows.includes('*')) return undefined;
  if (room.browser && specifier.startsWith('node:')) return 'it does not run in a browser.';
  const path = target(file, specifier);
  if (path === undefined || path === 'sdk/package.json') return undefined;
  const other = roomOf(path);
  if (!other) return 'it belongs to no room; see scripts/lint/imports.ts.';
  const own = pluginOf(file);
  const theirs = pluginOf(path);
  if (theirs !== undefined && own !== theirs) {
    return own === undefined
      ? 'only the host mounts plugins, and it does so at run time.'
      : 'plugins meet through a token, a slot, an event or a call.';
  }
  if (other.name === room.name || room.knows.includes(other.name)) return undefined;
  if (room.types?.includes(other.name)) return onlyTypes ? undefined : `of ${other.name} it may know types only.`;
  return `that is ${other.name}. It may know ${[...room.knows, 'itself'].join(', ')}.`;
}

const folders = ['sdk', 'registry', 'host', 'plugins'];

/** Text of every source file of the project, by its path relative to the root. */
export const readSources = (root: string): Map<string, string> =>
  new Map(
    folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
        .map((entry): [string, string] => {
          const path = join(entry.parentPath, entry.name);
          return [slashed(relative(root, path)), readFileSync(path, 'utf8')];
        }),
    ),
  );

export const checkImports = (sources: ReadonlyMap<string, string>): Forbidden[] =>
  [...sources].flatMap(([file, source]) => forbiddenImports(file, source));
