import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { slashed } from '../build/project.ts';

/** Rooms of the SDK that vendors get. */
const rooms = ['contract', 'plugin', 'api', 'auth', 'i18n', 'state', 'ui', 'testing'];

const isSource = (file: string) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file);
const isForServers = (specifier: string) => specifier === 'kysely' || /(^|\/)server\//.test(specifier);

function importsOf(folder: string, file: string): string[] {
  const text = readFileSync(join(folder, file), 'utf8');
  return [...text.matchAll(/(?:\bfrom |\bimport\(|^import )'([^']+)'/gm)].map(([, specifier = '']) =>
    specifier.startsWith('.') ? slashed(join(dirname(file), specifier)) : specifier,
  );
}

/**
 * The source files of the SDK that are published, relative to its folder: all but what reaches the server's rooms or the
 * database, if only by a type. No vendor's code runs there.
 */
export function publishedSources(sdk: string): string[] {
  const files = rooms.flatMap((room) =>
    readdirSync(join(sdk, room), { recursive: true, encoding: 'utf8' })
      .map((file) => slashed(join(room, file)))
      .filter(isSource),
  );
  const imports = new Map(files.map((file) => [file, importsOf(sdk, file)]));
  const left = new Set(
    files.filter((file) => file.endsWith('/tables.ts') || (imports.get(file) ?? []).some(isForServers)),
  );
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const [file, specifiers] of imports) if (specifiers.some((one) => left.has(one))) left.add(file);
  }
  return files.filter((file) => !left.has(file)).sort();
}
