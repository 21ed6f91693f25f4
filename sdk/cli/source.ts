import { existsSync, readFileSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readPlugin, slashed, type PluginSource, type Project } from '../../scripts/build/project.ts';
import { libraryBarrels } from '../../scripts/build/sharedBuild.ts';
import type { Barrels } from '../../scripts/build/barrels.ts';
import type { SharedNames } from '../../scripts/build/sharedNames.ts';
import { TaskError } from '../../scripts/taskError.ts';
import type { Kit } from './kit.ts';

/** A vendor's plugin in its own folder, and what is needed to build it. */
export interface Source {
  folder: string;
  project: Project;
  plugin: PluginSource;
  barrels: Barrels;
  names: SharedNames;
}

/** The folder whose `node_modules` has the libraries: the plugin's own, or one above it in a workspace. */
function withLibraries(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, 'node_modules/antd'))) return at;
    if (dirname(at) === at) throw new TaskError(`${folder}: the libraries are not installed. Run npm install there.`);
  }
}

export function readSource(given: string, kit: Kit): Source {
  if (!existsSync(join(given, 'plugin.json')))
    throw new TaskError(`${given} holds no plugin.json. Go to the plugin's folder, or name it.`);
  const folder = realpathSync(given);
  const root = withLibraries(folder);
  const installed = join(root, 'node_modules/@sinter/sdk');
  // Two copies of the SDK in one page do not know each other.
  if (existsSync(installed) && realpathSync(installed) !== realpathSync(kit.folder))
    throw new TaskError(
      `${folder} has an SDK of its own, which this tool is no part of. Run it there: npx sinter-plugin`,
    );
  const sdk = Object.fromEntries(
    Object.entries(kit.modules).map(([name, file]) => [name, realpathSync(join(kit.folder, file))]),
  );
  const plugin = readPlugin(folder);
  return {
    folder,
    plugin,
    project: { root, sources: folder, out: join(folder, '.sinter'), plugins: [plugin], sdk, hosts: {} },
    barrels: libraryBarrels(root),
    names: new Map(Object.entries(kit.names).map(([specifier, names]) => [specifier, new Set(names)])),
  };
}

/** The plugin's own browser sources by path in its folder, without tests. */
export function sourceTexts(folder: string): Map<string, string> {
  const files = ['client', 'shared'].flatMap((half) =>
    existsSync(join(folder, half))
      ? readdirSync(join(folder, half), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, half, file))
      : [],
  );
  return new Map(
    files
      .filter((file) => /\.(tsx?|jsx?|css)$/.test(file) && !/\.test\.[jt]sx?$/.test(file))
      .map((file) => [slashed(relative(folder, file)), readFileSync(file, 'utf8')]),
  );
}
