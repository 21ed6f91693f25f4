import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const rows = readFileSync('sdk/docs/capabilities.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, capability = '', , file = '', test = ''] = line.split(/\s*\|\s*/);
    return file.startsWith('`') ? [[capability, file.replaceAll('`', ''), test] as const] : [];
  });

it('names all of them', () => {
  expect(rows).toHaveLength(26 + 11);
});

it.each(rows)('%s is shown by a test in %s', (_, file, test) => {
  expect(existsSync(file), file).toBe(true);
  expect(readFileSync(file, 'utf8')).toContain(`'${test}'`);
});
