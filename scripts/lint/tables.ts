import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { slashed } from '../build/project.ts';

/**
 * Who may read and write which table. A table belongs to the server half that creates it (`host` for all rooms of
 * host/server). Others read the columns that the SDK's table types publish, and only of those they come after; nobody
 * writes another's. The names are read from Kysely calls and from the texts of `sql`.
 */
export interface House {
  /** Owner by table; functions of the database by `name()`. */
  owners: ReadonlyMap<string, string>;
  /** Published columns by table. */
  published: ReadonlyMap<string, ReadonlySet<string>>;
  /** By owner, those that it comes after, directly or through others. */
  below: ReadonlyMap<string, ReadonlySet<string>>;
}

/** One use of a table that the rules forbid. */
export interface ForbiddenUse {
  file: string;
  line: number;
  table: string;
  text: string;
}

const isTest = (file: string): boolean => /\.test\.tsx?$|(^|\/)testing\.ts$/.test(file);

export function ownerOf(file: string): string | undefined {
  if (file.startsWith('host/server/')) return 'host';
  return /^plugins\/([^/]+)\/server\//.exec(file)?.[1];
}

interface Use {
  table: string;
  writes: boolean;
  at: number;
  /** Named columns, as far as the same text says whose they are. */
  columns: readonly string[];
}

const kyselyCall =
  /\.(selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|innerJoinLateral|leftJoinLateral|using|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*\[?\s*'([a-z_][a-z0-9_]*)(?:\s+as\s+\w+)?'/g;
const kyselyWrites = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']);
const sqlText = /\bsql(?:<[^`]*?>)?`/g;
const writing =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+([a-z_][a-z0-9_]*)|\bupdate\s+([a-z_][a-z0-9_]*)(?=\s+(?:(?:as\s+)?[a-z_][a-z0-9_]*\s+)?set\b)/g;
const calling = /\b([a-z_][a-z0-9_]*)\(/g;
const reading = /(?:\bfrom|\bjoin|,)\s+(?:only\s+|lateral\s+)?([a-z_][a-z0-9_]*)(?:\s+(?:as\s+)?([a-z_][a-z0-9_]*))?/g;

/** From the back quote at `start` to the one that ends the text; what is put in between stays, texts in it too. */
function textFrom(source: string, start: number): string {
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source.startsWith('${', at)) depth++;
    else if (source[at] === '}' && depth > 0) depth--;
    else if (source[at] === '`' && depth === 0) return source.slice(start, at);
  }
  return source.slice(start);
}

/** Every table and function of the database that a source text names. */
export function usesIn(source: string): Use[] {
  const calls = [...source.matchAll(kyselyCall)].map(({ 1: call = '', 2: table = '', index: at }) => ({
    table,
    at,
    writes: kyselyWrites.has(call),
    columns: [],
  }));
  const texts = [...source.matchAll(sqlText)].flatMap(({ 0: opening, index }) => {
    const start = index + opening.length;
    const text = textFrom(source, start);
    const written = [...text.matchAll(writing)].map(({ 1: one, 2: other, index: at }) => ({
      table: one ?? other ?? '',
      at: start + at,
      writes: true,
      columns: [],
    }));
    const read = [...text.matchAll(reading)].map(({ 1: table = '', 2: alias = '', index: at }) => ({
      table,
      at: start + at,
      writes: false,
      columns: columnsOf(text, [table, alias]),
    }));
    const called = [...text.matchAll(calling)].map(({ 1: name = '', index: at }) => ({
      table: `${name}()`,
      at: start + at,
      writes: false,
      columns: [],
    }));
    return [...written, ...read, ...called];
  });
  return [...calls, ...texts];
}

const columnsOf = (text: string, names: readonly string[]): string[] =>
  names.flatMap((name) =>
    name === ''
      ? []
      : [...text.matchAll(new RegExp(`(?<![.\\w])${name}\\.([a-z_][a-z0-9_]*)`, 'g'))].map((found) => found[1] ?? ''),
  );

/** The rule's verdict on one file, by its path relative to the root. Pure. */
export function forbiddenUses(file: string, source: string, house: House): ForbiddenUse[] {
  const actor = ownerOf(file);
  if (actor === undefined || isTest(file) || file.includes('/migrations/')) return [];
  const found = usesIn(source).flatMap((use) => {
    const owner = house.owners.get(use.table);
    if (owner === undefined || owner === actor) return [];
    const text = verdict(actor, owner, use, house);
    return text === undefined
      ? []
      : [{ file, line: source.slice(0, use.at).split('\n').length, table: use.table, text }];
  });
  return found.filter((one, at) => found.findIndex(({ line, text }) => line === one.line && text === one.text) === at);
}

function verdict(actor: string, owner: string, { table, writes, columns }: Use, house: House): string | undefined {
  const whose = `\`${table}\` belongs to ${owner}`;
  if (writes) return `${whose}; ${actor} may not write it: call a service that ${owner} provides.`;
  if (owner !== 'host' && !house.below.get(actor)?.has(owner)) {
    return `${whose}, which ${actor} does not come after: let ${owner} contribute what is needed to a token of ${actor}, or name ${owner} under \`after\`.`;
  }
  const published = house.published.get(table);
  if (!published)
    return `${whose} and is not published: ask a service of ${owner}, or publish the columns in its table types.`;
  const hidden = columns.find((column) => !published.has(column));
  if (hidden === undefined) return undefined;
  return `${whose} and its column \`${hidden}\` is not published: ask a service of ${owner}, or publish it in its table types.`;
}

const filesUnder = (root: string, folder: string): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
        .map((entry) => slashed(relative(root, join(entry.parentPath, entry.name))))
    : [];

/** Reads who owns, publishes and comes after what. `read` answers a file's text by its path. */
export function surveyHouse(files: readonly string[], read: (file: string) => string): House {
  const owners = new Map<string, string>();
  const after = new Map<string, string[]>();
  const types = new Map<string, Set<string>>();
  const published = new Map<string, ReadonlySet<string>>();
  for (const file of files) {
    const source = read(file);
    const owner = ownerOf(file);
    if (owner !== undefined && !isTest(file)) {
      for (const [, table = ''] of source.matchAll(
        /\bcreate (?:unlogged )?table (?:if not exists )?([a-z_][a-z0-9_]*)/g,
      )) {
        owners.set(table, owner);
      }
      for (const [, name = ''] of source.matchAll(/\bcreate (?:or replace )?function ([a-z_][a-z0-9_]*)\(/g)) {
        owners.set(`${name}()`, owner);
      }
      if (file.endsWith(`plugins/${owner}/server/index.ts`)) {
        const [, listed = ''] = /\bafter: \[([^\]]*)\]/.exec(source) ?? [];
        after.set(
          owner,
          [...listed.matchAll(/'([^']+)'/g)].map((found) => found[1] ?? ''),
        );
      }
    } else if (owner === undefined) {
      for (const [, name = '', body = ''] of source.matchAll(/interface (\w+) \{\n([\s\S]*?)\n\}/g)) {
        types.set(name, new Set([...body.matchAll(/^ {2}(\w+)\??:/gm)].map((found) => found[1] ?? '')));
      }
    }
  }
  for (const file of files.filter((one) => ownerOf(one) === undefined)) {
    for (const [, table = '', type = ''] of read(file).matchAll(/^ {2,4}([a-z_][a-z0-9_]*): (\w+Table);$/gm)) {
      published.set(table, types.get(type) ?? new Set());
    }
  }
  const below = new Map([...after.keys()].map((owner) => [owner, reach(owner, after)]));
  return { owners, published, below };
}

function reach(owner: string, after: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set<string>();
  const visit = (one: string) => {
    for (const next of after.get(one) ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      visit(next);
    }
  };
  visit(owner);
  return found;
}

/** Checks every server half and every room of the host. */
export function checkTables(root: string): ForbiddenUse[] {
  const plugins = readdirSync(join(root, 'plugins'));
  const halves = [...plugins.map((id) => `plugins/${id}/server`), 'host/server'].flatMap((folder) =>
    filesUnder(root, folder),
  );
  const types = [...filesUnder(root, 'sdk/server'), ...filesUnder(root, 'sdk/contract')].filter((file) =>
    file.endsWith('/tables.ts'),
  );
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const house = surveyHouse([...halves, ...types], read);
  return halves.flatMap((file) => forbiddenUses(file, read(file), house));
}
