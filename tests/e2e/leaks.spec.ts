import { expectNothingLeft, measurable } from './leaks.ts';
import { test } from './test.ts';

test.use(measurable);

test('fifteen times off and on leave nothing behind in an open browser', async ({ browser, app }, info) => {
  test.setTimeout(120_000);
  await expectNothingLeft({ browser, app }, info, 15, 5);
});
