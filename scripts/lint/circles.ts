import { posix } from 'node:path';
import { importsOf } from './imports.ts';

/** `@sinter/sdk/<name>` to source file, by the SDK's `exports`. */
export type SdkExports = Readonly<Record<string, string>>;

/** The project file that a specifier means, if it is one of `sources`. */
export function fileOf(
  file: string,
  specifier: string,
  sources: ReadonlyMap<string, unknown>,
  sdk: SdkExports,
): string | undefined {
  const path = pathOf(file, specifier, sdk);
  return path !== undefined && sources.has(path) ? path : undefined;
}

function pathOf(file: string, specifier: string, sdk: SdkExports): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  if (specifier.startsWith('#registry/')) return `registry/${specifier.slice(10)}.ts`;
  if (specifier.startsWith('#host/')) return `host/${specifier.slice(6)}`;
  if (!specifier.startsWith('@sinter/sdk/')) return undefined;
  const name = `.${specifier.slice(11)}`;
  const [folder = ''] = /^\.\/\w+\//.exec(name) ?? [];
  const exported = sdk[name] ?? sdk[`${folder}*`]?.replace('*', name.slice(folder.length));
  return exported && posix.join('sdk', exported);
}

/** Files that import each other in a ring, of types too; each ring once, as the way around it. Pure. */
export function circlesOf(sources: ReadonlyMap<string, string>, sdk: SdkExports): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (file: string): void => {
    const start = way.indexOf(file);
    if (start >= 0) circles.push(way.slice(start));
    if (start >= 0 || done.has(file)) return;
    way.push(file);
    for (const { specifier } of importsOf(sources.get(file) ?? '')) {
      const next = fileOf(file, specifier, sources, sdk);
      if (next !== undefined) visit(next);
    }
    way.pop();
    done.add(file);
  };
  for (const file of sources.keys()) visit(file);
  return circles;
}
