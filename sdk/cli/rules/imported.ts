import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { found, type Subject } from './rule.ts';

const pattern = /\bimport\s+\{([^}]*)\}\s*from\s*(['"])(@sinter\/sdk\/contract\/[\w/-]+)\2/g;

/** What the sources import of the contract, but types: its name there, its value, and where. */
export async function* importedFromContract({
  kit,
  texts,
}: Pick<Subject, 'kit' | 'texts'>): AsyncGenerator<{ file: string; line: number; name: string; value: unknown }> {
  for (const { file, line, match } of found(texts, pattern)) {
    const path = kit.modules[match[3] ?? ''];
    if (path === undefined) continue;
    const module: Record<string, unknown> = await import(pathToFileURL(join(kit.folder, path)).href);
    for (const part of (match[1] ?? '').split(',')) {
      const name = part.trim().split(/\s+/)[0] ?? '';
      yield { file, line, name, value: module[name] };
    }
  }
}
