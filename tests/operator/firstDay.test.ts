import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lineOf, run } from './readme.ts';

let home: string;
let env: Record<string, string>;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'sinter-operator-'));
  env = { DATA_DIR: join(home, 'data') };
  writeFileSync(join(home, 'password.txt'), 'kelp-orbit-tandem-7\n');
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

it('the demo company comes and goes, and a script sets the empty server up', { timeout: 300_000 }, async () => {
  const setup = lineOf('npm run setup').replace('password.txt', join(home, 'password.txt'));
  expect(await run('npm run demo', env)).toMatchObject({ code: 0, output: expect.stringContaining('13 accounts') });
  const refused = await run('node .build/server/main.mjs --role server', { ...env, HOST: '0.0.0.0', PORT: '0' });
  expect(refused.code).toBe(1);
  expect(refused.output).toContain('HOST is 0.0.0.0');
  expect(refused.output).toContain('npm run demo -- --remove');
  expect(await run(lineOf('npm run demo -- --remove'), env)).toMatchObject({
    code: 0,
    output: expect.stringContaining('everything in the database'),
  });
  expect(await run(setup, env)).toMatchObject({ code: 0, output: expect.stringContaining('is set up') });
  expect(await run('npm run demo', env)).toMatchObject({
    code: 1,
    output: expect.stringContaining('accounts already'),
  });
});
