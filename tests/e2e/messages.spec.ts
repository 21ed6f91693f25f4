import { mailNow } from './competition.ts';
import { openData } from './data.ts';
import { linkIn } from './mailbox.ts';
import { test } from './mailTest.ts';
import { people } from './people.ts';
import { expect, logIn, show, type Page } from './test.ts';

const thread = (page: Page) => page.getByRole('region', { name: 'Thread', exact: true });
const reply = (page: Page) => page.getByRole('combobox', { name: 'Reply' });

test('a facility asks itself about a part, shares the question, and its customer answers from the mail', async ({
  browser,
  app,
  mailbox,
  page: customer,
}) => {
  const party = people(browser, app.url);
  const planner = await party.enter('planner', '/order/31/messages');
  const admin = await party.enter('admin', '/order/31/messages');
  await planner.getByRole('button', { name: 'New thread' }).click();
  await planner
    .getByRole('region', { name: 'New thread' })
    .getByRole('combobox', { name: 'About' })
    .selectOption({ index: 1 });
  const message = planner.getByRole('combobox', { name: 'Message' });
  await message.fill('May the flange be tilted by 15 degrees? ');
  await message.press('End');
  await message.pressSequentially('@ada');
  await planner.getByRole('option', { name: /Ada Berger/ }).click();
  await expect(planner.getByText('Only your own team will see this.')).toBeVisible();
  await show(planner, 'messages-new');
  await planner.getByRole('button', { name: 'Send internally' }).click();
  await expect(thread(planner)).toContainText('May the flange be tilted');

  // The colleague hears of it at once, in the bell and by mail, and answers among themselves.
  await admin.getByRole('button', { name: /^Notifications/ }).click();
  await expect(admin.getByRole('dialog', { name: 'Notifications' })).toContainText('Paul Lindner mentioned you');
  await admin.goto(linkIn(await mailbox.next('admin@demo.example', /Paul Lindner mentioned you/)));
  await reply(admin).fill('It saves us 40 EUR.');
  await admin.getByRole('button', { name: 'Send internally' }).click();
  await expect(thread(planner)).toContainText('It saves us 40 EUR.');

  await planner.getByRole('button', { name: 'Share', exact: true }).click();
  const asked = planner.getByRole('dialog');
  await expect(asked).toContainText('Nordwind Robotics will see the first message');
  await expect(asked.getByRole('checkbox')).not.toBeChecked();
  await show(planner, 'messages-share');
  await asked.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(thread(planner)).toContainText('Shared with Nordwind Robotics');

  const data = await openData(app.dataDir);
  await mailNow(data);
  await data.close();
  const mail = await mailbox.next('buyer@demo.example', /Paul Lindner wrote a message about #31/);
  expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toMatch(/40 EUR|internal|Ada Berger/i);

  await customer.goto(linkIn(mail));
  await logIn(customer, 'buyer@demo.example');
  await expect(thread(customer)).toContainText('May the flange be tilted');
  await expect(customer.getByText('40 EUR')).toHaveCount(0);
  await expect(reply(customer)).toBeFocused();
  await show(customer, 'messages-customer');
  await reply(customer).fill('Yes, up to 20 degrees.');
  await customer.getByRole('button', { name: 'Send', exact: true }).click();

  await expect(thread(planner)).toContainText('Yes, up to 20 degrees.');

  // The email itself can be answered, by whom it went to alone; the administrator sees who was refused.
  expect(mail.text).toContain('You can reply to it');
  await mailbox.answer(mail, 'buyer@demo.example', 'Towards the bore, please.');
  await expect(thread(planner)).toContainText('Towards the bore, please.');
  await expect(thread(planner)).not.toContainText('wrote:');
  await expect(mailbox.answer(mail, 'third@demo.example', 'Me too')).rejects.toThrow(/Only the person/);
  await admin.goto('/service-provider/settings/email-config');
  await expect(admin.getByRole('switch', { name: 'Replies become messages' })).toBeChecked();
  const refused = admin.getByRole('region', { name: 'Replies that became no message' }).first();
  await expect(refused).toContainText('third@demo.example');
  await refused.scrollIntoViewIfNeeded();
  await show(admin, 'email-config-replies');
  await planner.getByRole('button', { name: 'Resolve', exact: true }).click();
  await expect(thread(customer)).toContainText('Resolved by Paul Lindner');
  await show(planner, 'messages-resolved');
  await party.leave();
});
