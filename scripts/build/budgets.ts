import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotli } from './compress.ts';
import { type Project, slashed } from './project.ts';
import { screenBudgets, type Budget } from './screenBudgets.ts';
import { base } from './base.ts';
import { neededBy, scriptGraph } from './graph.ts';
import { pageFilesOf } from './pageFiles.ts';
import type { BuiltWeb } from './web.ts';

export interface Measured {
  name: string;
  kb: number;
  maxKb: number;
  requests?: number;
  maxRequests?: number;
  /** Entries that the build does not have. */
  missing: string[];
}

const pluginLimits = { entryKb: 20, routeKb: 25, ownKb: 40, styleKb: 10 };
const importMapKb = 8;

/** What plugins declare to be fetched long after its screen has been drawn, by source file, with its limit in kB. */
const lateModulesOf = ({ plugins, root }: Project): [source: string, maxKb: number][] =>
  plugins.flatMap(({ folder, late }) =>
    Object.entries(late).map(([file, maxKb]): [string, number] => [slashed(relative(root, join(folder, file))), maxKb]),
  );

/** Measures every budget against the build, as it is served. */
export async function measureBudgets(built: BuiltWeb, budgets: Budget[] = screenBudgets): Promise<Measured[]> {
  const { out } = built.project;
  const lateModules = lateModulesOf(built.project);
  const web = join(out, 'web');
  const kb = async (paths: Iterable<string>) => {
    const sizes = await Promise.all(
      [...paths].map(async (path) => (await brotli(readFileSync(join(web, path)), out)).length),
    );
    return sizes.reduce((sum, size) => sum + size, 0) / 1000;
  };
  const graph = scriptGraph(built);
  const { scripts, find } = graph;
  const files = pageFilesOf(built.parts, built.packs);
  /** What is fetched for these scripts. */
  const fetched = (paths: Iterable<string>) =>
    new Set([...paths].map((path) => files.get(path)?.address.slice(base.length) ?? path));
  const system = built.index.system.address.slice(base.length);

  const screens = budgets.map(async ({ name, entries, maxKb, maxRequests }): Promise<Measured> => {
    const starts = entries.map(find);
    const loads = [system, ...fetched(neededBy(graph, starts)), ...stylesOf(built, entries)];
    return {
      name,
      kb: await kb(loads),
      maxKb,
      requests: loads.length,
      maxRequests,
      missing: entries.filter((_, index) => starts[index] === undefined),
    };
  });

  const plugins = built.plugins.flatMap(({ folder, record }) => {
    const place = `plugins/${folder}/`;
    const own = (path: string) => path.startsWith(place);
    const entry = `${place}${record.entry}`;
    const first = [...neededBy(graph, [entry])].filter(own);
    const late = lateModules.map(([source]) => find(source));
    const routes = [...scripts]
      .filter(([path]) => own(path))
      .flatMap(([path, { lazy }]) => lazy.filter((route) => !late.includes(route)).map((route) => ({ path, route })))
      .map(({ path, route }) => {
        const there = neededBy(graph, [entry, path]);
        return [...neededBy(graph, [route])].filter((file) => own(file) && !there.has(file));
      });
    return [
      measurePlugin(
        record.id,
        record.styles.map((style) => place + style),
        first,
        routes,
      ),
    ];
  });

  async function measurePlugin(id: string, styles: string[], first: string[], routes: string[][]): Promise<Measured[]> {
    const entryKb = await kb(first);
    const routeKb = Math.max(0, ...(await Promise.all(routes.map(kb))));
    const row = (name: string, size: number, maxKb: number) => ({
      name: `${id}: ${name}`,
      kb: size,
      maxKb,
      missing: [],
    });
    return [
      row('entry', entryKb, pluginLimits.entryKb),
      row('largest route', routeKb, pluginLimits.routeKb),
      row('entry and largest route', entryKb + routeKb, pluginLimits.ownKb),
      row('style sheets', await kb(styles), pluginLimits.styleKb),
    ];
  }

  const late = lateModules.flatMap(([source, maxKb]) => {
    const start = find(source);
    if (start === undefined) return [];
    const before = neededBy(
      graph,
      [...scripts].filter(([, { lazy }]) => lazy.includes(start)).map(([path]) => path),
    );
    const added = [...neededBy(graph, [start])].filter((path) => !before.has(path));
    return [kb(added).then((size): Measured => ({ name: source, kb: size, maxKb, missing: [] }))];
  });

  const importMap: Measured = { name: 'import map', kb: await kb(['importmap.json']), maxKb: importMapKb, missing: [] };
  return [
    ...(await Promise.all(screens)),
    importMap,
    ...(await Promise.all(plugins)).flat(),
    ...(await Promise.all(late)),
  ];
}

function stylesOf({ index, plugins }: BuiltWeb, entries: string[]): string[] {
  const hosts = Object.values(index.hosts).filter(({ entry }) => entries.includes(entry));
  const loaded = plugins.filter(({ record }) => entries.includes(`plugin:${record.id}`));
  return [
    ...hosts.flatMap(({ styles }) => styles.map(({ address }) => address.slice(base.length))),
    ...loaded.flatMap(({ folder, record }) => record.styles.map((style) => `plugins/${folder}/${style}`)),
  ];
}

export const isOver = ({ kb, maxKb, requests = 0, maxRequests = 0, missing }: Measured): boolean =>
  kb > maxKb || requests > maxRequests || missing.length > 0;

export function budgetTable(measured: Measured[]): string {
  const width = Math.max(...measured.map(({ name }) => name.length));
  return measured
    .map((row) => {
      const requests = row.requests === undefined ? '' : `  ${row.requests} of ${row.maxRequests} requests`;
      const missing = row.missing.length > 0 ? `  not built: ${row.missing.join(', ')}` : '';
      const sizes = `${row.kb.toFixed(1).padStart(7)} of ${String(row.maxKb).padStart(3)} kB`;
      return `${isOver(row) ? 'OVER' : 'ok  '}  ${row.name.padEnd(width)}${sizes}${requests}${missing}`;
    })
    .join('\n');
}
