import { rmSync } from 'node:fs';
import { relative } from 'node:path';
import { barrelImports, type Barrels } from './barrels.ts';
import { assertNamesExist, assertSingleCopy, outsideOf, sharedImports } from './boundaries.ts';
import { bundle, writeBundle } from './bundle.ts';
import { linksWithoutPrefetch } from './libraryPatches.ts';
import { slashed, type Project } from './project.ts';
import { partOf, type BuiltPart } from './sharedBuild.ts';
import type { SharedNames } from './sharedNames.ts';

/** Builds browser hosts together, so that what they have in common is one file. The router is theirs alone. */
export async function buildHosts(
  project: Project,
  folder: string,
  barrels: Barrels,
  names: SharedNames,
  hosts: readonly string[],
): Promise<BuiltPart> {
  const outside = outsideOf(names, project.sdk);
  rmSync(folder, { recursive: true, force: true });
  const entries = Object.fromEntries(
    Object.entries(project.hosts)
      .filter(([name]) => hosts.includes(name))
      .map(([name, file]) => [name, slashed(relative(project.root, file))]),
  );
  if (Object.keys(entries).length === 0) return { imports: {}, exports: {}, styles: {}, files: {} };
  const built = await bundle({
    root: project.root,
    title: 'the hosts',
    entries,
    entryNames: '[name]-[hash]',
    styleSheets: Object.fromEntries(Object.keys(entries).map((name) => [name, [name]])),
    plugins: [linksWithoutPrefetch, sharedImports(project.root, outside), barrelImports(barrels, names)],
  });
  assertSingleCopy('A host', built, outside);
  assertNamesExist('A host', built, names);
  writeBundle(folder, built);
  return partOf(built, (entry) => `@sinter/host/${entry}`);
}
