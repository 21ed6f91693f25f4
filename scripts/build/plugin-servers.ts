import type { PluginSource } from './project.ts';

/** The module `virtual:plugin-servers`: the server halves that exist in `plugins/`, as one array. */
export function pluginServersModule(plugins: PluginSource[]): string {
  const servers = plugins.flatMap(({ server }) => server ?? []);
  return [
    ...servers.map((file, index) => `import server${index} from ${JSON.stringify(file)};`),
    `export default [${servers.map((_, index) => `server${index}`).join(', ')}];`,
  ].join('\n');
}
