import { SourceMap, type SourceMapPayload } from 'node:module';
import { transform } from 'esbuild';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { toSystemModule } from './systemModule.ts';

interface Declared {
  setters: ((names: Record<string, unknown>) => void)[];
  execute: () => unknown;
}

/** Runs a module as SystemJS does, and answers what it exports. */
async function run(code: string, imported: Record<string, unknown>): Promise<Record<string, unknown>> {
  const made: Record<string, unknown> = {};
  let done: unknown;
  const register = (_: string[], declare: (give: (name: string, value: unknown) => unknown) => Declared) => {
    const { setters, execute } = declare((name, value) => (made[name] = value));
    setters.forEach((set) => set(imported));
    done = execute();
  };
  // oxlint-disable-next-line no-implied-eval, no-new-func -- the text of a script is what is tested
  new Function('System', code)({ register });
  await done;
  return made;
}

it.each([
  ['', `import { a } from './a.js';\nexport const b = a + 1;\nexport function c() { return b; }`],
  [' that waits', `import { a } from './a.js';\nexport const b = await Promise.resolve(a + 1);`],
])('a module%s is compiled with its script, and does what it did', async (_, text) => {
  const { code } = await toSystemModule(text, undefined);
  expect(code).toMatch(/\],\(\(_export,_context\)\s+=>\{/);
  expect(code).toMatch(/execute:\((async)?\(\)\s+=>\{/);
  expect(await run(code, { a: 1 })).toMatchObject({ b: 2 });
});

it('has its statements where its source map says', async () => {
  const source = `import { a } from './a.js';\n\nconsole.log(a);`;
  const bundled = await transform(source, { sourcemap: 'external', sourcefile: 'page.ts' });
  const { code, map } = await toSystemModule(bundled.code, bundled.map);
  const payload = z.custom<SourceMapPayload>().parse(JSON.parse(map ?? ''));
  const found = new SourceMap(payload).findEntry(0, code.indexOf('console.log'));
  expect(found).toMatchObject({ originalLine: 2, originalColumn: 0, generatedColumn: code.indexOf('console.log') });
});
