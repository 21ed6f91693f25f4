import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { people } from './people.ts';
import { expect, show, test } from './test.ts';

const passports = '/service-provider/quality-management/passports';

test(
  'a passport is issued, downloaded and verified offline, and one altered byte is found',
  {
    tag: '@quality',
  },
  async ({ app, browser }, info) => {
    const party = people(browser, app.url);
    const admin = await party.enter('admin', passports);
    await expect(admin.getByRole('heading', { level: 1, name: 'Part passports' })).toBeVisible();
    await show(admin, 'passports');
    await admin.getByRole('searchbox', { name: 'Search', exact: true }).fill('LOT-5');
    await expect(admin.getByRole('row')).toHaveCount(2);
    await expect(admin.getByRole('row').last()).toContainText('Version 1');
    await admin.getByRole('link', { name: 'Lot 5', exact: true }).click();
    await expect(admin.getByRole('heading', { level: 1, name: 'Passport of lot 5' })).toBeVisible();

    // The picture is read box by box, by keyboard.
    const picture = admin.getByRole('list', { name: 'Genealogy' });
    const boxes = picture.getByRole('listitem');
    await expect(boxes.first()).toHaveAccessibleName(/^Order line: /);
    await boxes.first().focus();
    await admin.keyboard.press('Tab');
    await expect(boxes.nth(1)).toBeFocused();
    await expect(picture.getByRole('listitem', { name: /^Shipment: / }).first()).toBeVisible();
    await show(admin, 'passport');

    await admin.getByRole('button', { name: 'Issue passport' }).click();
    const ask = admin.getByRole('dialog', { name: 'Issue this passport?' });
    await ask.getByRole('checkbox', { name: /Share with the customer now/ }).check();
    await show(admin, 'passport-issue');
    await ask.getByRole('button', { name: 'Issue passport' }).click();
    const issued = admin.getByRole('list', { name: 'Issued passports' }).getByRole('listitem');
    await expect(issued.first()).toContainText('Version 2');
    const save = async (link: ReturnType<typeof admin.getByRole>, name: string): Promise<string> => {
      const [download] = await Promise.all([admin.waitForEvent('download'), link.click()]);
      const path = info.outputPath(name);
      await download.saveAs(path);
      return path;
    };
    const file = await save(admin.getByRole('link', { name: 'Signed file of version 2' }), 'passport.json');
    const page = await save(admin.getByRole('link', { name: 'Download the offline verifier' }), 'verify.html');

    // Elsewhere, without a network and without the server.
    const away = await browser.newContext({ offline: true });
    const reader = await away.newPage();
    await reader.goto(pathToFileURL(page).href);
    const result = reader.getByRole('status');
    await reader.getByLabel('Passport file').setInputFiles(file);
    await expect(result.getByRole('heading', { name: 'Verified', exact: true })).toBeVisible();
    await expect(result).toContainText('people: left out of this copy');
    await show(reader, 'passport-verified');
    const bytes = await readFile(file);
    const at = bytes.indexOf('"sha256"') + 12;
    bytes[at] = bytes[at] === 0x61 ? 0x62 : 0x61;
    // Under its name, as somebody would who wants it to go unnoticed.
    await writeFile(file, bytes);
    const [chooser] = await Promise.all([
      reader.waitForEvent('filechooser'),
      reader.getByLabel('Passport file').click(),
    ]);
    await chooser.setFiles(file);
    await expect(result.getByRole('heading', { name: 'Not verified' })).toBeVisible();
    await expect(result).toContainText('part');
    await show(reader, 'passport-altered');
    await away.close();

    // The customer reads it in the order.
    const order = await admin.getByRole('link', { name: /^#\d+ / }).getAttribute('href');
    const buyer = await party.enter('buyeradmin', order ?? '');
    await buyer.getByRole('link', { name: 'Part passports' }).click();
    await expect(buyer.getByRole('link', { name: /Signed file of lot \d+, version 2/ })).toBeVisible();
    await show(buyer, 'passport-order');

    const phone = await party.enter('admin', `${passports}/5`, { viewport: { width: 390, height: 844 } });
    await expect(phone.getByRole('heading', { level: 1, name: 'Passport of lot 5' })).toBeVisible();
    await show(phone, 'passport-390');
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await party.leave();
  },
);
