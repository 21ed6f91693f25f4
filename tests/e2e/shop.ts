import { signIn, type Page } from './test.ts';

type Files = Parameters<ReturnType<Page['locator']>['setInputFiles']>[0];

/** Says that nothing is export controlled, which the shop asks first, and gives it these files. */
export async function bring(page: Page, files: Files): Promise<void> {
  await page.getByRole('radio', { name: 'No', exact: true }).check();
  await page.locator('input[type=file]').setInputFiles(files);
}

export async function enterShop(page: Page): Promise<void> {
  await signIn(page, 'buyer');
  await page.goto('/store-front');
}
