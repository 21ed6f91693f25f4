import { expect, signIn, test } from './test.ts';

const area = { tag: '@host' };

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(`a list to choose from opens beside its field: motion ${reducedMotion}`, area, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await signIn(page, 'admin');
    await page.goto('/service-provider/settings/security');
    const field = page.getByLabel('Two-factor authentication');
    await field.click();
    const choice = page.getByTitle('Required', { exact: true }).last();
    await expect(choice).toBeInViewport({ ratio: 1 });
    const [above, below] = [await field.boundingBox(), await choice.boundingBox()];
    expect(Math.abs((below?.y ?? 0) - (above?.y ?? 0))).toBeLessThan(200);
    await page.keyboard.press('Escape');
    await expect(choice).toBeHidden();
  });
}
