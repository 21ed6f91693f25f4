import { existsSync, readdirSync, watch as watchFolder, type FSWatcher } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { readPlugin, slashed } from './project.ts';
import { buildWeb, forgetPlugin, rebuildPlugin, type BuiltWeb } from './web.ts';
import { writeAtomically } from './writeAtomically.ts';

/** What a rebuild changed: plugins by id; `host` when shared parts changed and pages must be loaded again. */
export interface Change {
  plugins: string[];
  host: boolean;
}

/** Calls `onEdit` with the files that were written below `folder`, a few milliseconds after the last one. */
function watchTree(folder: string, onEdit: (files: string[]) => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  const edited = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const add = (path: string) => {
    if (watchers.has(path)) return;
    watchers.set(
      path,
      watchFolder(path, (_event, name) => {
        if (name === null) return;
        edited.add(join(path, name));
        clearTimeout(timer);
        timer = setTimeout(flush, 15);
      }),
    );
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory() && entry.name !== 'node_modules') add(join(path, entry.name));
    }
  };
  const flush = () => {
    const files = [...edited];
    edited.clear();
    for (const [path, watcher] of watchers) {
      if (existsSync(path)) continue;
      watcher.close();
      watchers.delete(path);
    }
    for (const file of files) if (existsSync(file) && isFolder(file)) add(file);
    onEdit(files);
  };
  if (existsSync(folder)) add(folder);
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}

const isFolder = (path: string) =>
  readdirSync(join(path, '..'), { withFileTypes: true }).some(
    (entry) => entry.isDirectory() && join(path, '..', entry.name) === path,
  );

/**
 * Rebuilds what an edit touches: one plugin, also one that was not there before, or SDK, hosts and all plugins. A failed rebuild is reported and leaves the
 * last good one in place. Server code is not watched for: start again.
 */
export function watch(built: BuiltWeb, onChange: (change: Change) => void, report: (text: string) => void): () => void {
  const { sources } = built.project;
  let revision = 0;
  let queue = Promise.resolve();
  const apply = (rebuild: () => Promise<Change>) => {
    queue = queue.then(async () => {
      try {
        const change = await rebuild();
        revision += 1;
        writeAtomically(join(built.project.out, 'web/dev.json'), JSON.stringify({ revision, ...change }));
        onChange(change);
      } catch (error) {
        report(error instanceof Error ? error.message : String(error));
      }
    });
  };
  const parent = join(sources, 'plugins');
  /** The plugin's folder, also of one that nobody has seen before. */
  const folderOf = (file: string) => join(parent, relative(parent, file).split(sep)[0] ?? '');
  const stops = [
    watchTree(parent, (files) => {
      const browser = files.filter((file) => !/\/(server|tray)\/|\.test\.tsx?$/.test(slashed(relative(sources, file))));
      const folders = [...new Set(browser.map(folderOf))].filter((folder) => folder !== parent);
      const known = () => built.project.plugins.filter(({ folder }) => folders.includes(folder));
      const there = () => folders.filter((folder) => existsSync(join(folder, 'plugin.json')));
      if (there().length + known().length === 0) return;
      apply(async () => {
        const gone = known().filter(({ folder }) => !existsSync(join(folder, 'plugin.json')));
        for (const { folder } of gone) forgetPlugin(built, folder);
        const plugins = there().map(readPlugin);
        for (const plugin of plugins) await rebuildPlugin(built, plugin);
        return { plugins: [...gone, ...plugins].map(({ id }) => id), host: false };
      });
    }),
    ...['sdk', 'host', 'registry'].map((room) =>
      watchTree(join(sources, room), (files) => {
        if (files.every((file) => /^(host\/server|sdk\/(server|testing|cli))\//.test(slashed(relative(sources, file)))))
          return;
        apply(async () => {
          Object.assign(built, await buildWeb(built.project));
          return { plugins: built.plugins.map(({ record }) => record.id), host: true };
        });
      }),
    ),
  ];
  return () => stops.forEach((stop) => stop());
}
