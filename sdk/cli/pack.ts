import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePackageFile } from '../../registry/packageFile.ts';
import { packageFilesSchema, type PackageFiles } from '../../registry/packages.ts';
import { fileIntegrity } from '../../registry/signing.ts';
import { buildPlugin } from '../../scripts/build/pluginBuild.ts';
import { TaskError } from '../../scripts/taskError.ts';
import type { Source } from './source.ts';

/** A built package in memory: `files.json`, and its files with `plugin.json` among them. */
export interface Packed {
  list: PackageFiles;
  files: Map<string, Uint8Array>;
}

/** Builds the plugin as the server's own plugins are built. */
export async function build({ folder, project, plugin, barrels, names }: Source): Promise<Packed> {
  const parent = join(project.out, 'built');
  rmSync(parent, { recursive: true, force: true });
  const built = await buildPlugin(project, plugin, parent, barrels, names);
  if (!built) throw new TaskError(`${folder}: there is no client/index.ts, which is what a package is made from.`);
  const files = new Map<string, Uint8Array>([['plugin.json', readFileSync(join(folder, 'plugin.json'))]]);
  for (const file of Object.keys(built.record.files)) {
    files.set(file, readFileSync(join(parent, built.folder, file)));
  }
  const list = packageFilesSchema.parse({
    ...built.record,
    // What a file imports from the host is the host's to fetch: the list names files of the package.
    depcache: Object.fromEntries(
      Object.entries(built.record.depcache).flatMap(([file, imports]) => {
        const own = imports.filter((one) => one.startsWith('./')).map((one) => one.slice(2));
        return own.length > 0 ? [[file, own]] : [];
      }),
    ),
    files: Object.fromEntries([...files].map(([file, bytes]) => [file, fileIntegrity(bytes)])),
  });
  return { list, files };
}

/** Writes `<id>-<version>.sinterplugin` into the plugin's folder, and answers its path. */
export async function pack(source: Source): Promise<string> {
  const { list, files } = await build(source);
  const path = join(source.folder, `${list.id}-${list.version}.sinterplugin`);
  writeFileSync(path, writePackageFile({ files: list, signature: null, contents: files }));
  return path;
}
