import { parseArgs } from 'node:util';
import { runSteps } from './test/runSteps.ts';
import { browser, check, unit } from './test/runners.ts';

/** `npm run test:long [-- --area <area>]`: the tests that need long by nature, in files named `*.long.test.ts` and `*.long.spec.ts`. */
export default async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { area: { type: 'string' } } });
  const selection = { long: true, area: values.area };
  await runSteps('test-long', [
    [['build', () => check('build')]],
    [['unit', () => unit(selection)]],
    [['e2e', () => browser(selection)]],
  ]);
}
