import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publishedSources } from './published.ts';

it('what declares calls is published: services of the server lie in files of their own beside it', () => {
  const published = new Set(publishedSources('sdk'));
  const declaring = readdirSync('sdk/contract', { recursive: true, encoding: 'utf8' })
    .map((file) => join('contract', file).replaceAll('\\', '/'))
    .filter((file) => /^contract\/[^/]+\/.*(?<!\.test)\.ts$/.test(file))
    .filter((file) => /= define(Call|Event)\(/.test(readFileSync(join('sdk', file), 'utf8')));
  expect(declaring.filter((file) => !published.has(file))).toEqual([]);
});
