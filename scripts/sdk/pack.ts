import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import * as z from 'zod';
import type { kitSchema } from '../../sdk/cli/kit.ts';
import { descriptorSchema } from '../../registry/descriptor.ts';
import { readProject } from '../build/project.ts';
import { buildSdk } from '../build/sdkBuild.ts';
import { buildShared, libraryBarrels } from '../build/sharedBuild.ts';
import { namesOf } from '../build/sharedNames.ts';
import { TaskError } from '../taskError.ts';
import { emitScripts, emitTypes } from './emit.ts';
import { newPluginLibraries, publishedManifest, toolLibraries } from './manifest.ts';
import { publishedSources } from './published.ts';

const write = (file: string, value: unknown) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** The published SDK as a folder, which npm makes a tarball of. */
export async function writePublishedSdk(root: string, target: string): Promise<void> {
  const sdk = join(root, 'sdk');
  const sources = publishedSources(sdk);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(join(target, 'ui'), { recursive: true });
  const libraries = await emitScripts(root, sources, target);
  emitTypes(root, sources, target);
  cpSync(join(sdk, 'ui/css.d.ts'), join(target, 'ui/css.d.ts'));
  const manifest = publishedManifest(
    read(join(root, 'package.json')),
    read(join(sdk, 'package.json')),
    sources,
    libraries,
  );
  write(join(target, 'package.json'), manifest);
  write(join(target, 'plugin.schema.json'), pluginJsonSchema());
  for (const part of ['docs', 'cli/template']) cpSync(join(sdk, part), join(target, part), { recursive: true });
  cpSync(join(sdk, 'docs/README.md'), join(target, 'README.md'));
  await writeTool(root, target);
  const kit: z.infer<typeof kitSchema> = {
    version: manifest.version,
    ...(await hostModules(root, sources)),
    libraries: Object.fromEntries(newPluginLibraries.map((name) => [name, manifest.peerDependencies[name] ?? '*'])),
  };
  write(join(target, 'cli/kit.json'), kit);
}

/** For editors: what may stand in `plugin.json`. */
export const pluginJsonSchema = (): object => ({
  ...z.toJSONSchema(descriptorSchema, { io: 'input' }),
  title: 'plugin.json of a Sinter plugin',
});

/** What pages of the host have once, and what is copied into each plugin. */
async function hostModules(
  root: string,
  sources: readonly string[],
): Promise<Pick<z.infer<typeof kitSchema>, 'names' | 'modules'>> {
  const project = readProject(root);
  const shared = await buildShared(root, join(project.out, 'web/shared'));
  const sdk = await buildSdk(project, join(project.out, 'sdk/web'), shared, libraryBarrels(root));
  const published = Object.entries(project.sdk)
    .map(([specifier, file]): [string, string] => [specifier, file.slice(join(root, 'sdk').length + 1)])
    .filter(([, file]) => sources.includes(file));
  return {
    names: Object.fromEntries([...namesOf(shared, sdk)].map(([specifier, names]) => [specifier, [...names]])),
    modules: Object.fromEntries(published.map(([specifier, file]) => [specifier, file.replace(/\.tsx?$/, '.js')])),
  };
}

/** `sinter-plugin` with all that it needs of the repository, in one file. */
export async function writeTool(root: string, target: string): Promise<void> {
  await build({
    absWorkingDir: root,
    stdin: {
      contents: `import { run } from './sdk/cli/main.ts';
        run(process.argv.slice(2)).catch((error) => {
          console.error(error?.name === 'TaskError' ? error.message : error);
          process.exitCode = 1;
        });`,
      resolveDir: root,
    },
    outfile: join(target, 'cli/sinter-plugin.mjs'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: [...toolLibraries.needed, ...toolLibraries.whenThere],
    banner: {
      js: `#!/usr/bin/env node\nimport { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`,
    },
    logLevel: 'warning',
  });
  // The page that it draws plugins in, which is built with the plugin and the libraries that are installed beside it.
  await build({
    absWorkingDir: root,
    entryPoints: { page: 'sdk/cli/browser/page.tsx' },
    outdir: join(target, 'cli/browser'),
    bundle: true,
    packages: 'external',
    external: ['plugin:*'],
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    logLevel: 'warning',
  });
}

/** Makes the tarball and answers its path. */
export function tarball(folder: string, target: string): string {
  mkdirSync(target, { recursive: true });
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status, stdout, stderr } = spawnSync(
    npm,
    ['pack', '--silent', '--ignore-scripts', '--pack-destination', target],
    {
      cwd: folder,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    },
  );
  const file = stdout.trim().split('\n').pop();
  if (status !== 0 || !file) throw new TaskError(`npm pack failed.\n${stderr}`);
  return join(target, file);
}
