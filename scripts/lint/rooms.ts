import { posix } from 'node:path';
import { type Forbidden, importsOf } from './imports.ts';
import { usesIn } from './tables.ts';

/**
 * The rooms of host/server on their floors: each imports only from those before it, of types neither from a later one, and
 * names no table of a later one.
 * The modules are in the order of `host/server/modules.ts`; below them lies what has no tables and no calls.
 */
const ground = [
  'locales',
  'say.ts',
  'hostModule.ts',
  'nodeSettings.ts',
  'log.ts',
  'registered.ts',
  'operatorError.ts',
  'threadFile.ts',
  'database',
  'files',
  'backup',
  'queue',
  'outbound',
];
/** What puts a node together, and is known by nobody. */
const roof = ['plugins', 'the roof', 'commands'];

const server = 'host/server/';

/** All rooms, the lowest first, by the text of `host/server/modules.ts`. */
export const floorsOf = (modules: string): string[] => [
  ...ground,
  ...importsOf(modules).flatMap(({ specifier }) => /^\.\/(\w+)\/module\.ts$/.exec(specifier)?.[1] ?? []),
  ...roof,
];

const isTest = (file: string): boolean => /\.test\.tsx?$|(^|\/)testing\.tsx?$/.test(file);

/** A folder of host/server, one of the single files of the ground, or the roof. */
function roomOf(path: string): string {
  const [first = '', ...rest] = path.slice(server.length).split('/');
  return rest.length > 0 || ground.includes(first) ? first : 'the roof';
}

interface Upward extends Forbidden {
  from: string;
  to: string;
}

/** Imports of one file that lead to its own floor or up. Pure. */
export function upwardImports(file: string, source: string, floors: readonly string[]): Upward[] {
  if (!file.startsWith(server) || isTest(file)) return [];
  return importsOf(source).flatMap(({ specifier, line }) => {
    const path = specifier.startsWith('.')
      ? posix.join(posix.dirname(file), specifier)
      : specifier.replace(/^#host\//, 'host/');
    const [from, to] = [roomOf(file), path.startsWith(server) ? roomOf(path) : undefined];
    if (to === undefined || from === to) return [];
    const [own, other] = [floors.indexOf(from), floors.indexOf(to)];
    if (own < 0 || other < 0) {
      return [{ file, line, from, to, text: `${own < 0 ? from : to} has no floor; see scripts/lint/rooms.ts.` }];
    }
    if (other < own) return [];
    return [{ file, line, from, to, text: `${from} may not import '${specifier}': ${to} stands above it.` }];
  });
}

/** The room that makes each table. */
export function makersOf(sources: ReadonlyMap<string, string>): Map<string, string> {
  const makers = new Map<string, string>();
  for (const [file, source] of sources) {
    const room = new RegExp(`^${server}(\\w+)/migrations/`).exec(file)?.[1];
    if (room === undefined) continue;
    for (const [, table = ''] of source.matchAll(
      /\bcreate (?:unlogged )?table (?:if not exists )?([a-z_][a-z0-9_]*)/g,
    )) {
      makers.set(table, room);
    }
  }
  return makers;
}

/** Tables that one file names and a room above makes. Pure. */
export function tablesAbove(
  file: string,
  source: string,
  floors: readonly string[],
  makers: ReadonlyMap<string, string>,
): Upward[] {
  if (!file.startsWith(server) || isTest(file)) return [];
  const from = roomOf(file);
  return usesIn(source).flatMap(({ table, at }) => {
    const to = makers.get(table);
    if (to === undefined || floors.indexOf(to) <= floors.indexOf(from)) return [];
    const line = source.slice(0, at).split('\n').length;
    return [
      { file, line, from, to, text: `${from} may not name \`${table}\`: ${to}, which makes it, stands above it.` },
    ];
  });
}

export function checkRooms(sources: ReadonlyMap<string, string>): Forbidden[] {
  const floors = floorsOf(sources.get(`${server}modules.ts`) ?? '');
  const makers = makersOf(sources);
  return [...sources].flatMap(([file, source]) => [
    ...upwardImports(file, source, floors),
    ...tablesAbove(file, source, floors, makers),
  ]);
}
