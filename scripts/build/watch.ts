import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { readPlugin, slashed } from './project.ts';
import { buildWeb, forgetPlugin, rebuildPlugin, type BuiltWeb } from './web.ts';
import { watchTree } from './watchTree.ts';
import { writeAtomically } from './writeAtomically.ts';

/** What a rebuild changed: plugins by id; `host` when shared parts changed and pages must be loaded again. */
export interface Change {
  plugins: string[];
  host: boolean;
}

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
