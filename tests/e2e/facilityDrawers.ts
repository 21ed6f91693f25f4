import { expect, type Page } from './test.ts';

/** What opens beside the facility's lists, in whatever language: each from the facility profile as it is loaded. */
export const facilityDrawers: Record<string, (page: Page) => Promise<void>> = {
  'editing a machine': (page) => click(page, /Edit SLS-01/),
  'a model that the library lacks': async (page) => {
    await click(page, /Add machine/);
    await click(page, /My model is not listed/);
  },
  'the library of materials': async (page) => {
    await click(page, /Add from library/);
    const library = page.getByRole('dialog');
    await expect(library.getByRole('listitem').first()).toBeVisible();
    // All of the library takes the checkers half a minute.
    await library.getByRole('searchbox').fill('316L');
    await library.getByRole('button', { name: /Add / }).first().click();
  },
};

const click = (page: Page, name: RegExp): Promise<void> => page.getByRole('button', { name }).click();
