import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ball } from '../fixtures/solids.ts';
import { bring, enterShop } from './shop.ts';
import { expect, show, test, type Page } from './test.ts';

/** Files that only a vendor's program reads. A program of ours stands in for it, and does what the file's first line says. */
const folder = resolve('.build/e2e/converters');
const program = resolve(folder, 'convert.mjs');
/** A converter that waits goes on when this file is there. */
const gate = resolve(folder, 'go');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeFileSync(
  program,
  `
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
const [input, output, gate] = process.argv.slice(2);
const bytes = readFileSync(input);
const end = bytes.indexOf('\\n');
const make = () => writeFileSync(output, bytes.subarray(end + 1));
const acts = {
  make,
  wait: () => setInterval(() => existsSync(gate) && (make(), process.exit(0)), 50),
  hang: () => setInterval(() => {}, 1000),
  fail: () => { console.error('no licence'); process.exit(7); },
  rubbish: () => writeFileSync(output, 'x'.repeat(5000)),
  nothing: () => {},
};
acts[bytes.subarray(0, end).toString()]();
`,
);
const command = [process.execPath, program, '{in}', '{out}', gate];
const converters = [
  { id: 'stand-in', driver: 'command', command, extensions: ['sldprt'], timeLimitSeconds: 60 },
  { id: 'impatient', driver: 'command', command, extensions: ['catpart'], timeLimitSeconds: 2 },
];
test.use({ appEnv: { FILE_CONVERTERS: JSON.stringify(converters) } });

const file = (name: string, order: string, mesh: Uint8Array = new Uint8Array()) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.concat([Buffer.from(`${order}\n`), mesh]),
});
/** A ball that lacks some facets. */
function open(): Uint8Array {
  const whole = ball(20, 24);
  const lacking = whole.slice(0, -50 * 3);
  new DataView(lacking.buffer).setUint32(80, (lacking.length - 84) / 50, true);
  return lacking;
}
const part = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Parts' }).getByRole('listitem').filter({ hasText: name });
const long = { timeout: 30_000 };
/** Of a part, those that are done or begun. */
const currentStep = (page: Page, name: string) => part(page, name).locator('[aria-current="step"]');

test('a converter that cannot do it, or none, ends in a message that says what to do, and the file is kept', async ({
  page,
}) => {
  await enterShop(page);
  const unread = file('housing.ipt', 'for Inventor', ball(5, 8));
  await bring(page, [
    unread,
    file('licence.sldprt', 'fail'),
    file('rubbish.sldprt', 'rubbish'),
    file('nothing.sldprt', 'nothing'),
    file('endless.catpart', 'hang'),
    file('good.sldprt', 'make', ball(20, 24)),
  ]);
  const says = (name: string, text: string | RegExp) =>
    expect(part(page, name).getByRole('alert')).toContainText(text, long);
  await says('housing.ipt', 'This format needs a converter; ask your administrator.');
  await says('licence.sldprt', 'The converter for .sldprt files could not read this one (it ended with 7).');
  await says('rubbish.sldprt', 'What the converter for .sldprt files made of this one cannot be used.');
  await says('nothing.sldprt', 'The converter for .sldprt files made nothing of this one.');
  await says('endless.catpart', 'The converter for .catpart files took longer than 2 seconds.');
  await expect(part(page, 'good.sldprt')).toContainText('40 × 40 × 40 mm', long);
  await expect(part(page, 'good.sldprt')).toContainText('Price breakdown', long);
  await show(page, '60-converters-failed');

  const download = page.waitForEvent('download');
  await part(page, 'housing.ipt').getByRole('link', { name: 'Download your file' }).click();
  expect(readFileSync(await (await download).path()).equals(unread.buffer)).toBe(true);

  await page.setViewportSize({ width: 390, height: 844 });
  await show(page, '61-converters-failed-narrow');
});

test('a conversion goes on after a reload and a restart, through the steps that the person sees', async ({
  page,
  app,
}) => {
  await enterShop(page);
  await bring(page, [file('bracket.sldprt', 'wait', open())]);
  await expect(currentStep(page, 'bracket.sldprt')).toContainText('Convert', long);
  const steps = part(page, 'bracket.sldprt').getByRole('list').getByRole('listitem');
  await expect(steps).toHaveText([/Upload/, /Convert/, /Check/]);
  await show(page, '62-converting');

  await page.reload();
  await expect(currentStep(page, 'bracket.sldprt')).toContainText('Convert', long);
  await app.stop();
  await app.restart();
  await expect(currentStep(page, 'bracket.sldprt')).toContainText('Convert', long);

  const seen: string[] = [];
  await page.exposeFunction('stepSeen', (text: string) => seen.at(-1) !== text && seen.push(text));
  await page.evaluate(() => {
    const look = () => {
      const step = document.querySelector('[aria-current="step"]')?.textContent;
      if (step) void Reflect.get(window, 'stepSeen')(step);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  writeFileSync(gate, '');
  await expect(part(page, 'bracket.sldprt')).toContainText('40 × 40 × 40 mm', long);
  await expect(part(page, 'bracket.sldprt')).toContainText('Repaired');
  expect(seen.join(' ')).toMatch(/Repair.*Check/);
  await show(page, '63-converted');
});

test('what was converted and cannot be checked is handed back with the original, and tried again', async ({ page }) => {
  await enterShop(page);
  const status = 409;
  const refusal = { code: 'CONFLICT', message: 'You have too many operations under way: wait until one has ended.' };
  const verify = '**/file-operation/VERIFY';
  await page.route(verify, (route) => route.fulfill({ status, json: refusal }));
  await bring(page, [file('lever.sldprt', 'make', ball(10, 12))]);
  const lever = part(page, 'lever.sldprt');
  await expect(lever.getByRole('alert')).toContainText(refusal.message, long);
  await expect(lever.getByRole('alert')).toContainText("Couldn't check.");
  for (const name of ['Download your file', 'Download partly prepared file']) {
    const download = page.waitForEvent('download');
    await lever.getByRole('link', { name }).click();
    expect((await download).suggestedFilename()).toMatch(/^lever\.(sldprt|stl)$/);
  }
  await show(page, '64-not-checked');
  await page.unroute(verify);
  await lever.getByRole('button', { name: 'Try again' }).click();
  await expect(lever).toContainText('20 × 20 × 20 mm', long);
});
