import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { type Project, type PluginSource, slashed } from './project.ts';

/**
 * Modules made of what lies in the project's folders, so that no list of areas has to be kept. Each is imported as
 * `virtual:<name>`; their types are in `virtual.d.ts`.
 */
const modules: Record<string, (project: Project) => string> = {
  'plugin-servers': ({ plugins }) => pluginServers(plugins),
  'contract-areas': ({ sources }) => contractAreas(join(sources, 'sdk/contract')),
};

/** The source of the module `virtual:<name>`; `undefined` where there is none of that name. */
export const collectedModule = (name: string, project: Project): string | undefined => modules[name]?.(project);

/** Lets esbuild find them. */
export function collected(project: Project): Plugin {
  return {
    name: 'collected',
    setup(on) {
      on.onResolve({ filter: /^virtual:/ }, ({ path }) => ({
        path: path.slice('virtual:'.length),
        namespace: 'virtual',
      }));
      on.onLoad({ filter: /.*/, namespace: 'virtual' }, ({ path }) => ({
        contents: collectedModule(path, project),
        resolveDir: project.root,
      }));
    },
  };
}

/** The server halves that exist in `plugins/`, as one array. */
function pluginServers(plugins: readonly PluginSource[]): string {
  const servers = plugins.flatMap(({ server }) => server ?? []);
  return [
    ...servers.map((file, index) => `import server${index} from ${JSON.stringify(file)};`),
    `export default [${servers.map((_, index) => `server${index}`).join(', ')}];`,
  ].join('\n');
}

/** What all areas declare in their folders of `sdk/contract/`, as one contract. */
function contractAreas(folder: string): string {
  const areas = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const files = areas
    .flatMap(({ name }) =>
      readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, name, file)),
    )
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort();
  return [
    `import { contractOf } from ${JSON.stringify(slashed(join(folder, 'contract.ts')))};`,
    ...files.map((file, index) => `import * as area${index} from ${JSON.stringify(slashed(file))};`),
    `export default contractOf(${files.map((_, index) => `area${index}`).join(', ')});`,
  ].join('\n');
}
