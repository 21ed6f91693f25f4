import { join } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

/**
 * esbuild makes a chunk for every set of entries and lazily imported modules that share a module, however certain it is
 * that the module is there by then. The plugin made here lets each lazily imported module also import what is loaded
 * whenever it is asked for, so that those sets, and with them the chunks, become few. Nothing is loaded that would not
 * have been.
 */
export function loadedBefore(root: string, { inputs, outputs }: Metafile): Plugin | undefined {
  const edges = (file: string, dynamic: boolean) =>
    (inputs[file]?.imports ?? [])
      .filter(({ kind, external }) => !external && (kind === 'dynamic-import') === dynamic)
      .map(({ path }) => path);
  const starts = Object.values(outputs).flatMap(({ entryPoint, exports }) =>
    entryPoint !== undefined && /\.tsx?$/.test(entryPoint) ? [{ file: entryPoint, exports }] : [],
  );
  const lazy = new Set(Object.keys(inputs).flatMap((file) => edges(file, true)));
  const first = starts.filter(({ file }) => !lazy.has(file)).map(({ file }) => file);

  const reached = new Map(starts.map(({ file }) => [file, closure(file, (path) => edges(path, false))]));
  const written = Object.values(outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  const shared = new Set(written.filter((file) => [...reached.values()].filter((all) => all.has(file)).length > 1));
  const askedBy = (file: string) =>
    starts.filter((start) => [...(reached.get(start.file) ?? [])].some((path) => edges(path, true).includes(file)));

  // From "everything" downwards until nothing changes: lazily imported modules may ask for each other.
  const before = new Map(starts.map(({ file }) => [file, first.includes(file) ? new Set<string>() : shared]));
  const loadedWith = (file: string) => new Set([...(before.get(file) ?? []), ...(reached.get(file) ?? [])]);
  for (let changed = true; changed;) {
    changed = false;
    for (const { file } of starts) {
      if (first.includes(file)) continue;
      const sources = askedBy(file).map((start) => loadedWith(start.file));
      const next = new Set(
        [...(before.get(file) ?? [])].filter((path) => sources.length > 0 && sources.every((all) => all.has(path))),
      );
      changed ||= next.size < (before.get(file)?.size ?? 0);
      before.set(file, next);
    }
  }

  const wrapped = new Map(
    starts
      .filter(({ file }) => (before.get(file)?.size ?? 0) > 0 && lazy.has(file) && !first.includes(file))
      .map(({ file, exports }) => {
        // A module with a namespace is another plugin's invention.
        const ahead = [...(before.get(file) ?? [])].filter((path) => !path.includes(':'));
        const target = JSON.stringify(join(root, file));
        const statements = [
          ...ahead.map((path) => `import ${JSON.stringify(join(root, path))};`),
          `export * from ${target};`,
          ...(exports.includes('default') ? [`export { default } from ${target};`] : []),
        ];
        return [file, statements.join('\n')];
      }),
  );
  return wrapped.size === 0 ? undefined : wrapper(root, wrapped);
}

const namespace = 'lazy';

/** The source file of an entry point, whether or not it is wrapped. */
export const unwrapped = (entryPoint: string): string => entryPoint.replace(new RegExp(`^${namespace}:`), '');

function wrapper(root: string, wrapped: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'loaded-before',
    setup(build) {
      build.onResolve({ filter: /^\.\.?\// }, ({ path, kind, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined;
        const file = join(resolveDir, path)
          .slice(root.length + 1)
          .replaceAll('\\', '/');
        return wrapped.has(file) ? { path: file, namespace } : undefined;
      });
      build.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
        contents: wrapped.get(path) ?? '',
        resolveDir: root,
        loader: 'ts',
      }));
    },
  };
}

function closure(start: string, next: (file: string) => string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    next(file).forEach(visit);
  };
  visit(start);
  return seen;
}
