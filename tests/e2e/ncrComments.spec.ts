import { people } from './people.ts';
import { expect, test } from './test.ts';

test('people talk on a non-conformance, and it stays there', { tag: '@quality' }, async ({ app, browser }) => {
  const party = people(browser, app.url);
  const admin = await party.enter('admin', '/service-provider/quality-management/ncrs/14');
  const text = admin.getByRole('textbox', { name: 'Comment', exact: true });
  await text.fill('The seal is worn.');
  await admin.getByRole('button', { name: 'Send' }).first().click();
  const said = admin.getByRole('list', { name: 'Comments' });
  await expect(said).toContainText('The seal is worn.');
  await expect(text).toHaveValue('');
  await admin.reload();
  await expect(said).toContainText('The seal is worn.');
  await party.leave();
});
