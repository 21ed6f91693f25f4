import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { descriptorSchema } from './descriptor.ts';

const files = readdirSync('plugins')
  .map((folder) => `plugins/${folder}/plugin.json`)
  .filter((file) => existsSync(file));

it.each(files)('%s can be read: a server leaves out a module whose description it cannot', (file) => {
  expect(descriptorSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).error?.issues).toBeUndefined();
});
