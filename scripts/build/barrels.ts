import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/**
 * A barrel defeats splitting: a screen that imports one name of `antd` would load all of it. Authors write plain
 * `import { Table } from 'antd'`, and the build imports each name from the module that holds it.
 */
export interface Barrel {
  /** Exported name to the specifier of its module, and the name there. */
  find(name: string): { specifier: string; exported: string } | undefined;
}

export type Barrels = Record<string, Barrel>;

const importStatement = /(?<=^|;)([ \t]*)(import|export)\s+(type\s+)?([^'";]*?)\s*from\s*(['"])([^'"]+)\5;?/gm;

/** Returns the rewritten source. Line numbers stay. Throws with a text for the author. */
export function rewriteBarrels(source: string, barrels: Barrels): string {
  return source.replace(
    importStatement,
    (whole, before: string, verb: string, type: string | undefined, clause: string, _quote, specifier: string) => {
      const barrel = barrels[specifier];
      if (!barrel || type !== undefined) return whole;
      const list = /^\{([\s\S]*)\}$/.exec(clause.trim())?.[1];
      if (list === undefined) {
        throw new Error(
          `Import names from '${specifier}', as in import { A, B } from '${specifier}'; found "${clause.trim()}".`,
        );
      }
      const statements = list
        .replace(/\/\/.*$|\/\*[\s\S]*?\*\//gm, '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '' && !part.startsWith('type '))
        .map((part) => {
          const [name = '', alias = name] = part.split(/\s+as\s+/);
          const found = barrel.find(name);
          if (!found) throw new Error(`'${specifier}' has no "${name}".`);
          return `${verb} { ${found.exported} as ${alias} } from '${found.specifier}';`;
        });
      return before + statements.join(' ') + '\n'.repeat(whole.split('\n').length - 1);
    },
  );
}

/** Names read from `import * as z from 'zod'`: an external namespace is not checked by anybody else. */
export function namespaceUses(source: string): { specifier: string; names: string[] }[] {
  return [...source.matchAll(/^import \* as (\w+) from ['"]([^'"]+)['"]/gm)].map(([, local = '', specifier = '']) => ({
    specifier,
    names: [...source.matchAll(new RegExp(`(?<![\\w.$])${local}\\.(\\w+)\\b(?!\\s*<)`, 'g'))].map(
      ([, name = '']) => name,
    ),
  }));
}

/** What a call or an event is for stands in the server's documentation: browsers need not load it. */
export const withoutSummaries = (path: string, source: string): string =>
  /[\\/]contract[\\/]/.test(path)
    ? source.replace(/(?<=^ *summary:\s*)(['"])(?:(?!\1)[^\\\n]|\\.)*\1/gm, "''")
    : source;

/** Applies the rewriting to our own sources (never to libraries), and checks what is read from shared namespaces. */
export function barrelImports(barrels: Barrels, sharedExports: ReadonlyMap<string, ReadonlySet<string>>): Plugin {
  return {
    name: 'barrel-imports',
    setup(build) {
      build.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        if (path.includes('node_modules')) return undefined;
        const source = withoutSummaries(path, readFileSync(path, 'utf8'));
        const loader = path.endsWith('x') ? 'tsx' : 'ts';
        for (const { specifier, names } of namespaceUses(source)) {
          const known = sharedExports.get(specifier);
          const missing = known && names.find((name) => !known.has(name));
          if (missing) {
            return {
              errors: [
                {
                  text: `'${specifier}' as shared has no "${missing}"; see scripts/build/shared.ts.`,
                  location: { file: path },
                },
              ],
            };
          }
        }
        try {
          return { contents: rewriteBarrels(source, barrels), loader };
        } catch (error) {
          return {
            errors: [{ text: error instanceof Error ? error.message : String(error), location: { file: path } }],
          };
        }
      });
    },
  };
}
