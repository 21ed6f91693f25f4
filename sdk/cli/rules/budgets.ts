import { brotliCompressSync } from 'node:zlib';
import type { BuiltFile } from '../../../scripts/build/bundle.ts';
import type { Rule } from './rule.ts';

/** What a plugin may weigh that says nothing else, in kilobytes as they are sent. */
const usual = { entryKb: 20, allKb: 400 };

const kb = (files: readonly BuiltFile[]): number =>
  files.reduce((sum, { bytes }) => sum + brotliCompressSync(bytes).length, 0) / 1000;

/** The entry, with all that it imports at once, is loaded for everybody; the whole package has a limit too. */
export const budgets: Rule = {
  id: 'budgets',
  check({ descriptor, bundle }) {
    const byName = new Map(bundle.files.map((file) => [`./${file.file}`, file]));
    const first = new Set(bundle.files.filter(({ entry, sheet }) => entry !== undefined || sheet !== undefined));
    for (const file of first) {
      for (const specifier of file.imports) {
        const next = byName.get(specifier);
        if (next) first.add(next);
      }
    }
    const limit = descriptor.budgets.entryKb ?? usual.entryKb;
    const [entry, all] = [kb([...first]), kb(bundle.files)];
    const largest = [...first].sort((one, other) => other.bytes.length - one.bytes.length)[0];
    return [
      ...(entry > limit
        ? [
            {
              file: 'client/index.ts',
              text: `What is loaded before anything is shown weighs ${entry.toFixed(1)} kB of ${limit} kB; most of it is in ${largest?.inputs.at(-1) ?? ''}.`,
              mend: 'Load pages and parts with import() in their loader, and nothing of them in client/index.ts.',
            },
          ]
        : []),
      ...(all > usual.allKb
        ? [
            {
              file: 'client/',
              text: `All of it weighs ${all.toFixed(0)} kB of ${usual.allKb} kB.`,
              mend: 'Choose smaller libraries, or do the work on your own server.',
            },
          ]
        : []),
    ];
  },
};
