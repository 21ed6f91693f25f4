import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isVendor } from '../../registry/terms.ts';
import { TaskError } from '../../scripts/taskError.ts';
import type { Kit } from './kit.ts';

/** The template is a plugin that works, of this name. */
const template = { id: 'acme.hello', publisher: 'acme', title: 'hello' };

const inWords = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');

/** Writes a new plugin into `folder`, which must not hold anything yet. Answers the folder's path. */
export function create(id: string, folder: string, kit: Kit): string {
  if (!isVendor(id))
    throw new TaskError(
      `"${id}" is no plugin's id. Use vendor.name in small letters, digits and hyphens, as in acme.nesting.`,
    );
  const target = resolve(folder);
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new TaskError(`${target} is not empty. Name another folder: sinter-plugin create ${id} <folder>`);
  const [publisher = '', name = ''] = id.split('.');
  const source = join(kit.folder, 'cli/template');
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const from = join(entry.parentPath, entry.name);
    const text = readFileSync(from, 'utf8')
      .replaceAll(template.id, id)
      .replaceAll('"Acme"', JSON.stringify(inWords(publisher)))
      .replaceAll('"Hello"', JSON.stringify(inWords(name)))
      .replaceAll('"^1.0.0"', JSON.stringify(`^${kit.version}`))
      .replace(
        '"devDependencies": {}',
        `"devDependencies": ${JSON.stringify(kit.libraries, null, 2).replaceAll('\n', '\n  ')}`,
      );
    // npm leaves a file of that name out of every package.
    const file = entry.name === 'gitignore' ? '.gitignore' : entry.name;
    const to = join(target, entry.parentPath.slice(source.length), file);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, text);
  }
  return target;
}
