import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPackageFile } from '#registry/packageFile';
import { publicKeyOf, verifyPackage } from '#registry/signing';
import { checkInstalled } from './installedExamples.ts';

const names = ['carbon', 'maintenance', 'nesting-advisor'];

/**
 * The plugins of the documentation, taken from the packed SDK and built with nothing else in a folder of their own. `vendor`: a plugin's
 * folder where the SDK is installed.
 */
export function checkExamples(folder: string, vendor: string): void {
  const place = join(folder, 'examples');
  const modules = join(vendor, 'node_modules');
  const key = join(place, 'publisher.key');

  function run(...args: string[]): { status: number | null; text: string } {
    const { NODE_ENV: _, VITEST: __, ...env } = process.env;
    const options = { cwd: place, encoding: 'utf8', env: { ...env, NO_COLOR: '1' } } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
    return { status, text: stdout + stderr };
  }
  const tool = (...args: string[]) => run(join(modules, '@sinter/sdk/cli/sinter-plugin.mjs'), ...args);

  describe('the examples of the documentation', () => {
    beforeAll(() => {
      mkdirSync(place);
      symlinkSync(modules, join(place, 'node_modules'), 'junction');
      cpSync(join(modules, '@sinter/sdk/docs/examples'), place, { recursive: true });
      tool('keygen', key);
    });

    it('are these', () => {
      const folders = readdirSync(place, { withFileTypes: true }).filter((entry) => entry.isDirectory());
      expect(folders.map(({ name }) => name).sort()).toEqual(names);
    });

    it('have no type error', () => {
      writeFileSync(join(place, 'tsconfig.json'), '{ "extends": "./carbon/tsconfig.json", "include": ["*/client"] }');
      expect(run('node_modules/typescript/bin/tsc', '-p', '.').text).toBe('');
    });

    it('pass their own tests, the advisor’s server with them', () => {
      const { status, text } = run('node_modules/vitest/vitest.mjs', 'run');
      expect(status, text).toBe(0);
      expect(text).toMatch(/Test Files.* 5 passed/);
    });

    it.each(names)('%s has nothing to mend, and becomes a signed package', (name) => {
      // What is drawn in a browser, the new plugin of the tool shows.
      expect(tool('check', name, '--no-browser').text).toBe('Nothing to mend.\n');
      const packed = tool('pack', name);
      const file = packed.text.trim();
      expect(tool('sign', file, '--key', key), packed.text).toMatchObject({ status: 0 });
      const { files, signature } = readPackageFile(readFileSync(file));
      expect(files).toMatchObject({ id: `sinter-labs.${name}`, version: '1.0.0' });
      expect(signature && verifyPackage(files, signature, publicKeyOf(readFileSync(`${key}.pub`, 'utf8')))).toBe(true);
    });

    checkInstalled(place, names);
  });
}
