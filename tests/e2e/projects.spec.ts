import { people } from './people.ts';
import { expect, show, test, type Page } from './test.ts';

const room = 'Coolant pump, second generation';
const dialog = (page: Page) => page.getByRole('dialog').last();

test('a facility and its customer share a project: tasks, files, messages and orders, each as far as they see them', async ({
  browser,
  app,
}) => {
  const party = people(browser, app.url, [/^engineer: .*status of 404/]);
  const admin = await party.enter('admin', '/service-provider/projects');
  await expect(admin.getByRole('link', { name: room })).toBeVisible();
  await show(admin, 'projects-list');

  // Begun with a customer, and its contact brought in.
  await admin.getByRole('button', { name: 'New project' }).click();
  await dialog(admin).getByRole('textbox', { name: 'Name' }).fill('Gripper study');
  await dialog(admin).getByRole('combobox', { name: 'Customer' }).fill('Nordwind');
  await admin.getByTitle('Nordwind Robotics').click();
  await dialog(admin).getByRole('button', { name: 'Create project' }).click();
  await expect(admin.getByRole('heading', { level: 1, name: 'Gripper study' })).toBeVisible();
  await admin.getByRole('link', { name: /^Members/ }).click();
  await admin.getByRole('button', { name: /^Add Bente/ }).click();
  await expect(admin.getByRole('region', { name: 'Members' }).getByRole('row')).toHaveCount(3);

  // A task is moved with the keyboard, and by dragging; the other side's board follows.
  await admin.goto(`${app.url}/service-provider/projects/1?tab=tasks`);
  const buyer = await party.enter('buyer', '/projects/1?tab=tasks');
  const lane = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
  await expect(lane(buyer, 'To do')).toContainText('Send the inspection plan');
  await admin.getByRole('button', { name: 'Move Send the inspection plan to In progress' }).press('Enter');
  await expect(lane(buyer, 'In progress')).toContainText('Send the inspection plan');
  await lane(admin, 'To do').getByText('Choose the packing').dragTo(lane(admin, 'Done'));
  await expect(lane(buyer, 'Done')).toContainText('Choose the packing');
  await show(admin, 'projects-board');

  // A message and a file reach the other side.
  await buyer.getByRole('link', { name: /^Messages/ }).click();
  await buyer.getByRole('textbox').fill('The bench is free from Monday.');
  await buyer.getByRole('button', { name: 'Send' }).click();
  await admin.getByRole('link', { name: /^Messages/ }).click();
  await expect(admin.getByText('The bench is free from Monday.')).toBeVisible();
  await buyer.getByRole('link', { name: /^Files/ }).click();
  const buffer = Buffer.from('41 g');
  await buyer.locator('input[type=file]').setInputFiles({ name: 'weights.txt', mimeType: 'text/plain', buffer });
  await admin.getByRole('link', { name: /^Files/ }).click();
  await expect(admin.getByRole('link', { name: 'weights.txt' })).toBeVisible();

  // An order that was never sent to the facility is put in from its own page, taken out and put back: its buyer alone sees it.
  await buyer.goto(`${app.url}/order-details/5`);
  await buyer.getByRole('button', { name: 'Add to project' }).click();
  await show(buyer, 'projects-add-order');
  await buyer.getByRole('button', { name: room }).click();
  await expect(buyer.getByRole('button', { name: room })).toHaveCount(0);
  await buyer.goto(`${app.url}/projects/1?tab=orders`);
  await buyer.getByRole('button', { name: 'Remove #5 Duct elbows for cabin air' }).click();
  await buyer.getByRole('button', { name: 'Undo' }).click();
  await expect(buyer.getByRole('link', { name: '#5 Duct elbows for cabin air' })).toBeVisible();
  await admin.getByRole('link', { name: /^Orders/ }).click();
  await expect(admin.getByRole('link', { name: '#3 Impellers for the coolant pump' })).toBeVisible();
  await expect(admin.getByText('Duct elbows')).toHaveCount(0);
  await show(admin, 'projects-orders');

  // Who is no member finds nothing.
  const stranger = await party.enter('engineer', '/engineer/projects/1');
  await expect(stranger.getByText(/does not exist/)).toBeVisible();
  await party.leave();
});
