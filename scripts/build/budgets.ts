import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotli } from './compress.ts';
import { type Project, slashed } from './project.ts';
import { base, type BuiltWeb } from './web.ts';

/** How much a screen may load: Brotli bytes of all its scripts and style sheets, and the number of requests. */
export interface Budget {
  name: string;
  /** Specifiers of the import map, or source files of screens that are loaded on demand. */
  entries: string[];
  maxKb: number;
  maxRequests: number;
}

export interface Measured {
  name: string;
  kb: number;
  maxKb: number;
  requests?: number;
  maxRequests?: number;
  /** Entries that the build does not have. */
  missing: string[];
}

export const screenBudgets: Budget[] = [
  { name: 'sign-in', entries: ['@sinter/host/shell'], maxKb: 220, maxRequests: 75 },
  {
    name: 'first work screen',
    entries: [
      '@sinter/host/shell',
      'host/shell/App.tsx',
      'plugin:preparation',
      'plugin:orders',
      'plugins/orders/client/part-orders/PartOrdersPage.tsx',
    ],
    maxKb: 430,
    maxRequests: 75,
  },
  {
    name: 'GrabCAD in the minimal host',
    entries: [
      '@sinter/host/minimal',
      'host/minimal/App.tsx',
      'plugin:grabcad',
      'plugins/grabcad/client/select-parts/SelectPartsPage.tsx',
    ],
    maxKb: 250,
    maxRequests: 75,
  },
];

const pluginLimits = { entryKb: 20, routeKb: 25, ownKb: 40, styleKb: 10 };
const importMapKb = 8;

/** What plugins declare to be fetched long after its screen has been drawn, by source file, with its limit in kB. */
const lateModulesOf = ({ plugins, root }: Project): [source: string, maxKb: number][] =>
  plugins.flatMap(({ folder, late }) =>
    Object.entries(late).map(([file, maxKb]): [string, number] => [slashed(relative(root, join(folder, file))), maxKb]),
  );

/** A file of the page: its address below the base, and where its imports lead. */
interface Node {
  imports: string[];
  lazy: string[];
}

/** All scripts of the build by path below `base`, with specifiers resolved. */
function graphOf({ parts, plugins, map }: BuiltWeb) {
  const nodes = new Map<string, Node>();
  const bySource = new Map<string, string>();
  const byName = new Map(
    Object.entries(map.imports).map(([specifier, address]) => [specifier, address.slice(base.length)]),
  );
  const resolver = (folder: string) => (specifier: string) =>
    specifier.startsWith('./') ? `${folder}/${specifier.slice(2)}` : (byName.get(specifier) ?? '');
  for (const [folder, { files }] of Object.entries(parts)) {
    const resolve = resolver(folder);
    for (const [file, { imports, lazy, source }] of Object.entries(files)) {
      nodes.set(`${folder}/${file}`, { imports: imports.map(resolve), lazy: lazy.map(resolve) });
      if (source) bySource.set(source, `${folder}/${file}`);
    }
  }
  for (const { folder, record, sources, lazy } of plugins) {
    const place = `plugins/${folder}`;
    const resolve = resolver(place);
    byName.set(`plugin:${record.id}`, `${place}/${record.entry}`);
    for (const file of Object.keys(record.files).filter((name) => name.endsWith('.js'))) {
      nodes.set(`${place}/${file}`, {
        imports: (record.depcache[file] ?? []).map(resolve),
        lazy: (lazy[file] ?? []).map(resolve),
      });
      const source = sources[file];
      if (source) bySource.set(source, `${place}/${file}`);
    }
  }
  return { nodes, find: (entry: string) => byName.get(entry) ?? bySource.get(entry) };
}

/** The scripts that a page needs before `starts` can run. */
function closure(nodes: ReadonlyMap<string, Node>, starts: string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (path: string) => {
    const node = nodes.get(path);
    if (!node || seen.has(path)) return;
    seen.add(path);
    node.imports.forEach(visit);
  };
  starts.forEach(visit);
  return seen;
}

/** Measures every budget against the build, at Brotli 11. */
export async function measureBudgets(built: BuiltWeb, budgets: Budget[] = screenBudgets): Promise<Measured[]> {
  const { out } = built.project;
  const lateModules = lateModulesOf(built.project);
  const web = join(out, 'web');
  const kb = async (paths: Iterable<string>) => {
    const sizes = await Promise.all(
      [...paths].map(async (path) => (await brotli(readFileSync(join(web, path)), 11, out)).length),
    );
    return sizes.reduce((sum, size) => sum + size, 0) / 1000;
  };
  const { nodes, find } = graphOf(built);
  const system = built.index.system.address.slice(base.length);

  const screens = budgets.map(async ({ name, entries, maxKb, maxRequests }): Promise<Measured> => {
    const starts = entries.map(find);
    const scripts = closure(
      nodes,
      starts.filter((start) => start !== undefined),
    );
    const styles = stylesOf(built, entries);
    const files = [system, ...scripts, ...styles];
    return {
      name,
      kb: await kb(files),
      maxKb,
      requests: files.length,
      maxRequests,
      missing: entries.filter((_, index) => starts[index] === undefined),
    };
  });

  const plugins = built.plugins.flatMap(({ folder, record }) => {
    const place = `plugins/${folder}/`;
    const own = (path: string) => path.startsWith(place);
    const entry = `${place}${record.entry}`;
    const first = [...closure(nodes, [entry])].filter(own);
    const late = lateModules.map(([source]) => find(source));
    const routes = [...nodes]
      .filter(([path]) => own(path))
      .flatMap(([path, { lazy }]) => lazy.filter((route) => !late.includes(route)).map((route) => ({ path, route })))
      .map(({ path, route }) => {
        const there = closure(nodes, [entry, path]);
        return [...closure(nodes, [route])].filter((file) => own(file) && !there.has(file));
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
    const before = closure(
      nodes,
      [...nodes].filter(([, { lazy }]) => lazy.includes(start)).map(([path]) => path),
    );
    const added = [...closure(nodes, [start])].filter((path) => !before.has(path));
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
