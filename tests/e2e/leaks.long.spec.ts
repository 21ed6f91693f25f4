import { expectNothingLeft, measurable } from './leaks.ts';
import { test } from './test.ts';

test.use(measurable);

test(
  'fifty times off and on leave nothing behind in an open browser',
  { tag: '@host' },
  async ({ browser, app }, info) => {
    test.setTimeout(300_000);
    await expectNothingLeft({ browser, app }, info, 50, 10);
  },
);
