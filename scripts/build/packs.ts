import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { base } from './base.ts';
import { integrityOf, type Integrity } from './bundle.ts';
import { neededBy, type ScriptGraph } from './graph.ts';

/** Scripts that are needed by the same screens, in one file: a request each would cost a round trip for every six. */
export interface Pack {
  /** Path below the base. */
  file: string;
  integrity: Integrity;
  /** Paths below the base of the scripts inside. */
  scripts: string[];
}

/** What the scripts of a build are used for; everything as entries of the script graph. */
export interface Uses {
  /** Screens that people meet first: what each of them needs, and nothing else, is fetched for it. */
  first: string[][];
  /** Pages of plugins, which are met later: by host, each with the host and its plugin. */
  pages: string[][][];
}

/** What most of these pages need. */
function common(graph: ScriptGraph, pages: string[][]): Set<string> {
  const users = new Map<string, number>();
  for (const page of pages) {
    for (const path of neededBy(graph, page.map(graph.find))) users.set(path, (users.get(path) ?? 0) + 1);
  }
  return new Set([...users].filter(([, count]) => count * 2 >= pages.length).map(([path]) => path));
}

/** Bytes, before compression, for which a request of their own costs more than to come along where they are not needed. */
const worthARequest = 12_000;

/**
 * Sorts the scripts of libraries, SDK and hosts by who uses them: scripts with the same uses are one pack, and few bytes
 * come along with what all their users load. Plugins have packages of their own, which others sign.
 */
export function sortIntoPacks(graph: ScriptGraph, { first, pages }: Uses, size: (path: string) => number): string[][] {
  const uses = [
    ...first.map((entries) => neededBy(graph, entries.map(graph.find))),
    ...pages.map((some) => common(graph, some)),
  ];
  const packs = new Map<string, string[]>();
  for (const path of graph.scripts.keys()) {
    const key = uses.map((use) => (use.has(path) ? '1' : '0')).join('');
    if (path.startsWith('plugins/') || !key.includes('1')) continue;
    packs.set(key, [...(packs.get(key) ?? []), path]);
  }
  const users = (key: string) => [...key].filter((used) => used === '1').length;
  const sorted = [...packs].sort(([one], [other]) => users(other) - users(one));
  const kept: [key: string, scripts: string[]][] = [];
  for (const [key, scripts] of sorted) {
    const coversAll = ([other]: [string, string[]]) => [...key].every((used, at) => used === '0' || other[at] === '1');
    const carrier = kept.findLast(coversAll);
    const isSmall = scripts.reduce((sum, path) => sum + size(path), 0) < worthARequest;
    if (isSmall && carrier) carrier[1].push(...scripts);
    else kept.push([key, scripts]);
  }
  return kept.map(([, scripts]) => scripts).filter((scripts) => scripts.length > 1);
}

/** Writes each pack, with a map to the sources, into `<web>/packs/`. */
export function writePacks(web: string, packs: readonly string[][]): Pack[] {
  rmSync(join(web, 'packs'), { recursive: true, force: true });
  mkdirSync(join(web, 'packs'), { recursive: true });
  return packs.map((scripts) => {
    const lines: string[] = [];
    const sections: object[] = [];
    for (const path of scripts) {
      const text = readFileSync(join(web, path), 'utf8').replace(/\n\/\/# sourceMappingURL=.*\n?$/, '');
      lines.push(`System.packing(${JSON.stringify(base + path)});`);
      const map = join(web, `${path}.map`);
      if (existsSync(map)) {
        sections.push({ offset: { line: lines.length, column: 0 }, map: JSON.parse(readFileSync(map, 'utf8')) });
      }
      lines.push(...text.split('\n'));
    }
    lines.push('System.packing();');
    const name = createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 8);
    const file = `packs/${name}.js`;
    const bytes = Buffer.from(`${lines.join('\n')}\n//# sourceMappingURL=${basename(file)}.map\n`);
    writeFileSync(join(web, file), bytes);
    writeFileSync(join(web, `${file}.map`), JSON.stringify({ version: 3, sections }));
    return { file, integrity: integrityOf(bytes), scripts };
  });
}
