import { ball } from '../fixtures/solids.ts';
import { facilityDrawers } from './facilityDrawers.ts';
import { expect, type Page } from './test.ts';

/** A form of the product: where it is, how it opens, and a field that text or a number is typed into. */
export interface TypedForm {
  as: string;
  path: string;
  open?: (page: Page) => Promise<unknown>;
  field: (page: Page) => ReturnType<Page['getByRole']>;
  /** What is typed; text unless given. */
  typed?: string;
  /** It is open again after a reload without anybody asking for it. */
  comesBack?: true;
  /** Kept without a question, as nobody can lose it: the order that a buyer puts together. */
  quiet?: true;
}

const provider = '/service-provider';
const settings = `${provider}/settings`;
const trayQuery = `?duration=9000&material=0.00002&tray=${encodeURIComponent('[{"orderId":3,"fileId":3,"fileName":"bracket.stl","quantity":1}]')}`;
const profile = `${provider}/profile/update`;

const dialog = (page: Page) => page.getByRole('dialog').last();
const inDialog = (page: Page) => dialog(page).getByRole('textbox').first();
const inPage = (page: Page) => page.getByRole('main').getByRole('textbox').first();
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
/** From the menu of an order's page. */
const fromMenu = (name: string) => async (page: Page) => {
  await press('More actions')(page);
  await press(name)(page);
};
const reason = (page: Page) => dialog(page).getByRole('textbox', { name: /Reason/ });

/** A file on its way to become a part: brought once, it is there again after a reload. */
async function incoming(page: Page): Promise<void> {
  await press('Add parts')(page);
  const no = page.getByRole('radio', { name: 'No', exact: true });
  const line = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(no.or(line).first()).toBeVisible();
  if (await line.isVisible()) return;
  await no.check();
  const buffer = Buffer.from(ball(10, 8));
  await page.locator('input[type=file]').setInputFiles({ name: 'ball.stl', mimeType: 'model/stl', buffer });
}

/** What is revoked was approved before. */
async function revoking(page: Page): Promise<void> {
  const register = '/engineer/settings/nda';
  if (!page.url().endsWith(register)) {
    await press('Approve NDA')(page);
    await dialog(page).getByRole('button', { name: 'Approve NDA' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goto(register);
  }
  await press(/^Revoke the NDA/)(page);
}

/** One of the builds of a row. */
async function leaving(page: Page): Promise<void> {
  await press('Show details')(page);
  await press(/^Leave out Job/)(page);
}

/** A reason of one's own. */
async function holding(page: Page): Promise<void> {
  await press('Put on hold')(page);
  const reasons = dialog(page).getByRole('combobox', { name: 'Reason' });
  await expect(reasons).toBeVisible();
  if (await inDialog(page).isHidden()) await reasons.selectOption('Other');
}

/** By the file that draws it. */
export const forms: Readonly<Record<string, TypedForm>> = {
  'plugins/admin/client/modules/MenuTab.tsx': {
    ...{ as: 'admin', path: `${settings}/modules?tab=menu`, open: press(/^Edit /), field: inDialog },
  },
  'plugins/admin/client/profile/FacilityProfilePage.tsx': { as: 'admin', path: profile, field: inPage },
  'plugins/admin/client/profile/CertificateDrawer.tsx': {
    ...{ as: 'admin', path: profile, open: press('Add certificate'), field: inDialog },
  },
  'plugins/scheduling/client/calendar/CalendarSection.tsx': {
    ...{ as: 'admin', path: profile, typed: '47' },
    field: (page) => page.getByRole('spinbutton', { name: /^Changeover/ }),
  },
  'plugins/catalog/client/facility/MachineDrawer.tsx': {
    ...{ as: 'admin', path: profile, open: press(/Edit SLS-01/), field: inDialog },
  },
  'plugins/catalog/client/facility/OwnModel.tsx': {
    ...{
      as: 'admin',
      path: profile,
      open: facilityDrawers['a model that the library lacks'] ?? press(''),
      field: inDialog,
    },
  },
  'plugins/catalog/client/facility/OwnMaterialDrawer.tsx': {
    ...{ as: 'admin', path: profile, open: press('Add your own material'), field: inDialog },
  },
  'plugins/catalog/client/facility/PriceForm.tsx': {
    ...{ as: 'admin', path: profile, open: press(/^Change price of/), typed: '47.00' },
    field: (page) => dialog(page).getByRole('spinbutton').first(),
  },
  'plugins/admin/client/facilities/AddDrawer.tsx': {
    ...{ as: 'admin', path: `${provider}/facilities`, open: press('Add facility'), field: inDialog },
  },
  'plugins/admin/client/facilities/EditDrawer.tsx': {
    ...{ as: 'admin', path: `${provider}/facilities`, open: press('Demo Additive Lyon'), field: inDialog },
  },
  'plugins/admin/client/sso/ConnectionDrawer.tsx': {
    ...{ as: 'admin', path: `${settings}/single-sign-on`, open: press('Add connection'), field: inDialog },
  },
  'plugins/admin/client/doors/DoorsPage.tsx': {
    ...{ as: 'admin', path: `${settings}/site-addresses`, open: press(/^Add/), field: inDialog },
  },
  'plugins/integrations/client/webhooks/WebhookForm.tsx': {
    ...{ as: 'admin', path: `${settings}/webhook`, open: press('New webhook'), field: inDialog },
  },
  'plugins/admin/client/security/SecurityPage.tsx': {
    ...{ as: 'admin', path: `${settings}/security`, typed: '47.00' },
    field: (page) => page.getByRole('main').getByRole('spinbutton').first(),
  },
  'plugins/admin/client/team/InviteDrawer.tsx': {
    ...{ as: 'admin', path: `${provider}/team`, open: press('Invite people'), field: inDialog },
  },
  'plugins/admin/client/mail/EmailConfigPage.tsx': { as: 'admin', path: `${settings}/email-config`, field: inPage },
  'plugins/admin/client/email-templates/TokenField.tsx': {
    ...{ as: 'admin', path: `${provider}/email-templates?event=orders.requested`, field: inPage, quiet: true },
  },
  'plugins/admin/client/tags/TagDrawer.tsx': {
    ...{ as: 'admin', path: `${settings}/tags`, open: press('Add tag'), field: inDialog },
  },
  'plugins/scheduling/client/priorities/PriorityDrawer.tsx': {
    ...{ as: 'admin', path: `${settings}/priority-labels`, open: press('Add label'), field: inDialog },
  },
  'host/shell/account/Details.tsx': { as: 'admin', path: `${provider}/user/profile/update`, field: inPage },
  'plugins/projects/client/editor/ProjectDrawer.tsx': {
    ...{ as: 'admin', path: `${provider}/projects`, open: press('New project'), field: inDialog },
  },
  'plugins/projects/client/editor/CloneDrawer.tsx': {
    ...{ as: 'admin', path: `${provider}/projects/1`, open: press('Clone'), field: inDialog },
  },
  'plugins/projects/client/tasks/TaskDrawer.tsx': {
    ...{ as: 'admin', path: `${provider}/projects/1?tab=tasks`, open: press('New task'), field: inDialog },
  },
  'plugins/projects/client/room/InviteForm.tsx': {
    ...{ as: 'admin', path: `${provider}/projects/1?tab=members` },
    field: (page) => page.getByRole('textbox', { name: 'Email' }),
  },
  'plugins/projects/client/room/Talk.tsx': { as: 'admin', path: `${provider}/projects/1?tab=messages`, field: inPage },
  'plugins/orders/client/quotes/QuoteForm.tsx': {
    ...{ as: 'admin', path: '/order-details/{quoting}?tab=quotes' },
    field: (page) => page.getByRole('textbox', { name: 'Note for the customer' }),
  },
  'plugins/orders/client/dates/DeliveryPage.tsx': {
    ...{ as: 'admin', path: `${settings}/delivery`, typed: '47' },
    field: (page) => page.getByRole('spinbutton', { name: 'Packing' }),
  },
  'plugins/orders/client/archive/Keeping.tsx': {
    ...{ as: 'admin', path: '/order-details/{quoting}?tab=activity', open: press('Set legal hold') },
    field: reason,
  },
  'plugins/orders/client/archive/Retention.tsx': {
    ...{ as: 'admin', path: `${provider}/archive`, open: press(/^Kept for/), typed: '12' },
    field: (page) => dialog(page).getByRole('spinbutton'),
  },
  'plugins/marketplace/client/links/LinkDrawer.tsx': {
    ...{ as: 'admin', path: `${provider}/app-marketplace-admin?tab=links`, open: press('Add link app') },
    field: (page) => page.getByRole('textbox', { name: 'Name' }),
  },
  'plugins/production/client/lot/panels/Split.tsx': {
    ...{ as: 'admin', path: `${provider}/work-center/lots/{lot}`, open: press('Split'), typed: '3' },
    field: (page) => dialog(page).getByRole('spinbutton'),
  },
  'plugins/production/client/lot/panels/Hold.tsx': {
    ...{ as: 'admin', path: `${provider}/work-center/lots/{lot}`, open: holding, field: inDialog },
  },
  'plugins/production/client/flow/LimitForm.tsx': {
    ...{ as: 'admin', path: `${provider}/production-flow`, open: press(/^Limit of Finishing/), typed: '7' },
    field: (page) => dialog(page).getByRole('textbox', { name: 'Limit of open lots' }),
  },
  'plugins/production/client/mes/Fields.tsx': {
    ...{ as: 'admin', path: `${settings}/mes`, quiet: true },
    field: (page) => page.getByRole('textbox', { name: 'Scrap reasons' }),
  },
  'plugins/marketplace/client/sources/ServerDrawer.tsx': {
    ...{ as: 'admin', path: `${provider}/app-marketplace-admin?tab=sources`, open: press('Add server') },
    field: (page) => page.getByRole('textbox', { name: 'Name' }),
  },
  'plugins/quality/client/order/Report.tsx': {
    ...{ as: 'buyer', path: '/order-details/24?tab=quality/ncrs', open: press('Report a problem') },
    field: (page) => dialog(page).getByRole('textbox', { name: 'What is wrong' }),
  },
  'plugins/quality/client/order/Answer.tsx': {
    ...{ as: 'buyer', path: '/order-details/24?tab=quality/ncrs', open: press('Do not accept') },
    field: (page) => dialog(page).getByRole('textbox', { name: 'Note' }),
  },
  'plugins/quality/client/ncr/RaiseDrawer.tsx': {
    ...{ as: 'admin', path: `${provider}/quality-management/quality-dashboard`, open: press('Raise non-conformance') },
    field: (page) => dialog(page).getByRole('textbox', { name: 'Title' }),
  },
  'plugins/quality/client/inspection/BeginDrawer.tsx': {
    ...{ as: 'admin', path: `${provider}/quality-management/inspections`, open: press('Begin inspection'), typed: '4' },
    field: (page) => dialog(page).getByRole('textbox', { name: 'Lot' }),
  },
  'plugins/quality/client/inspection/NewPlan.tsx': {
    ...{ as: 'admin', path: `${provider}/quality-management/inspection-plans`, open: press('Add inspection plan') },
    field: (page) => dialog(page).getByRole('textbox', { name: 'Name' }),
  },
  'plugins/quality/client/ncr/Beside.tsx': {
    ...{ as: 'admin', path: `${provider}/quality-management/ncrs/14`, open: press('Edit') },
    field: (page) => dialog(page).getByRole('textbox', { name: 'Title' }),
  },
  'plugins/quality/client/ncr/Talk.tsx': {
    ...{ as: 'admin', path: `${provider}/quality-management/ncrs/14` },
    field: (page) => page.getByRole('textbox', { name: 'Comment', exact: true }),
  },
  'plugins/quality/client/settings/Certificate.tsx': {
    ...{ as: 'admin', path: `${settings}/quality-management`, quiet: true },
    field: (page) => page.getByRole('textbox', { name: 'Text at the end' }),
  },
  'plugins/connectivity/client/connectors/ConnectorDrawer.tsx': {
    ...{ as: 'admin', path: `${settings}/machine-connectivity`, open: press('Add connector') },
    field: (page) => dialog(page).getByRole('textbox', { name: 'Name' }),
  },
  'plugins/quality/client/capa/BeginDrawer.tsx': {
    ...{ as: 'admin', path: `${provider}/quality-management/capa`, open: press('Begin CAPA') },
    field: (page) => dialog(page).getByRole('textbox', { name: 'Title' }),
  },
  'plugins/quality/client/capa/Beside.tsx': {
    ...{ as: 'admin', path: `${provider}/quality-management/capa/3`, open: press('Edit analysis') },
    field: (page) => dialog(page).getByRole('textbox', { name: 'Root cause' }),
  },
  'plugins/quality/client/capa/TaskDrawers.tsx': {
    ...{ as: 'admin', path: `${provider}/quality-management/capa/3`, open: press('Add task') },
    field: (page) => dialog(page).getByRole('textbox', { name: 'Task' }),
  },
  'plugins/production/client/checklists/NewChecklist.tsx': {
    ...{ as: 'admin', path: `${provider}/checklist`, open: press('New checklist') },
    field: (page) => dialog(page).getByRole('textbox', { name: 'Name' }),
  },
  'plugins/marketplace/client/review/PublisherDrawer.tsx': {
    ...{ as: 'admin', path: `${provider}/app-marketplace-admin?tab=publishers`, open: press('Add publisher') },
    field: (page) => page.getByRole('textbox', { name: 'Name' }),
  },
  'plugins/orders/client/pricing-rules/LeaveOut.tsx': {
    ...{ as: 'admin', path: '/pricing-rules?tab=accuracy', open: leaving, field: inDialog },
  },
  'plugins/orders/client/carriers/CarriersPage.tsx': {
    ...{ as: 'admin', path: `${settings}/carriers`, open: press('Add carrier'), comesBack: true },
    field: (page) => page.getByRole('textbox', { name: 'Name', exact: true }).last(),
  },
  'plugins/orders/client/shipments/ShipmentForm.tsx': {
    ...{ as: 'admin', path: `${provider}/shipments/{draft}` },
    field: (page) => page.getByRole('textbox', { name: 'Tracking number' }),
  },
  'plugins/orders/client/shipments/Screening.tsx': {
    ...{ as: 'admin', path: `${provider}/shipments/{draft}`, open: press('Screen consignee') },
    field: (page) => page.getByRole('textbox', { name: 'List or provider' }),
  },
  'plugins/orders/client/payment-settings/PaymentSettingsPage.tsx': {
    ...{ as: 'admin', path: `${settings}/payments`, typed: 'https://payments.example' },
    field: (page) => page.getByRole('textbox', { name: 'API address' }),
  },
  'plugins/integrations/client/magics/MagicsPage.tsx': {
    ...{ as: 'admin', path: `${settings}/magics`, typed: 'http://localhost:9021/' },
    field: (page) => page.getByRole('textbox', { name: 'Non Itar Adapter URL' }),
  },
  'plugins/integrations/client/quickbooks/AppForm.tsx': {
    ...{ as: 'admin', path: `${settings}/quickbooks`, typed: 'https://quickbooks.example' },
    field: (page) => page.getByRole('textbox', { name: 'API address' }),
  },
  'plugins/orders/client/notes/Notes.tsx': {
    ...{ as: 'admin', path: '/order-details/{quoting}' },
    field: (page) => page.getByRole('textbox', { name: 'New note' }),
  },
  'plugins/orders/client/AskedText.tsx': {
    ...{ as: 'admin', path: '/order-details/{quoting}', open: fromMenu('Decline'), field: reason },
  },
  'plugins/comments/client/PinnedThreads.tsx': {
    ...{ as: 'admin', path: '/order/3/cad-viewer', open: press('Reply'), comesBack: true },
    field: (page) => page.getByRole('textbox', { name: 'Reply' }),
  },
  'plugins/comments/client/messages/Composer.tsx': {
    ...{ as: 'admin', path: '/order/3/messages', open: press('New thread'), comesBack: true },
    // People who are mentioned are chosen in it.
    field: (page) => page.getByRole('combobox', { name: 'Message' }),
  },
  'plugins/scheduling/client/job-drawer/ActionDialog.tsx': {
    ...{ as: 'planner', path: `${provider}/schedules?job={queued}`, open: press('Cancel job'), field: reason },
  },
  'plugins/scheduling/client/job-drawer/JobForm.tsx': {
    ...{ as: 'planner', path: `${provider}/schedules`, open: press('New job'), comesBack: true },
    field: (page) => dialog(page).getByRole('textbox', { name: 'Job name' }),
  },
  'plugins/grabcad/client/job/JobForm.tsx': {
    // No menu is around it inside the tool.
    ...{ as: 'planner', path: `/grabcad/grabcad-job${trayQuery}`, quiet: true },
    field: (page) => page.getByRole('textbox', { name: 'Job name' }),
  },
  'plugins/scheduling/client/downtime/DowntimeForm.tsx': {
    ...{ as: 'admin', path: `${provider}/schedules`, open: press('New downtime'), comesBack: true },
    field: (page) => dialog(page).getByRole('textbox').last(),
  },
  'plugins/catalog/client/packing/PackPage.tsx': {
    ...{ as: 'planner', path: `${provider}/pack`, typed: '47' },
    field: (page) => page.getByRole('spinbutton', { name: 'Width (X)' }),
  },
  'plugins/catalog/client/detail/NameForm.tsx': {
    ...{ as: 'buyer', path: '/digital-part-inventory?part=1', field: inDialog },
  },
  'plugins/catalog/client/operations/OperationForm.tsx': {
    ...{ as: 'buyer', path: '/digital-part-inventory?part=1', typed: '47' },
    open: async (page) => {
      await press('Run operation')(page);
      await dialog(page).getByRole('combobox').click();
      await page.getByTitle('Scale by percent').click();
    },
    field: (page) => dialog(page).getByRole('spinbutton').first(),
  },
  'plugins/catalog/client/upload/Uploads.tsx': {
    ...{ as: 'buyer', path: '/digital-part-inventory', open: incoming, quiet: true },
    field: (page) => page.getByRole('textbox', { name: 'Name', exact: true }),
  },
  'plugins/orders/client/order-create/AddressDrawer.tsx': {
    ...{ as: 'buyer', path: '/order/create?step=delivery', open: press('Add address'), field: inDialog },
  },
  'plugins/orders/client/request-forms/RequestFormsPage.tsx': {
    ...{ as: 'admin', path: `${provider}/rfq/config`, open: press('Add request form'), field: inDialog },
  },
  'plugins/orders/client/request-forms/FieldCard.tsx': {
    ...{ as: 'admin', path: `${provider}/rfq/config?form=1`, quiet: true },
    field: (page) => page.getByRole('textbox', { name: 'Help text' }).first(),
  },
  'plugins/orders/client/request/CustomFields.tsx': {
    ...{ as: 'third', path: '/order/create?step=requirements', quiet: true },
    field: (page) => page.getByRole('textbox', { name: 'Implant or instrument' }),
  },
  'plugins/orders/client/order-create/Wizard.tsx': {
    ...{ as: 'buyer', path: '/order/create?step=requirements', quiet: true },
    field: (page) => page.getByRole('textbox', { name: 'Title' }),
  },
  'plugins/orders/client/request/PartDetails.tsx': {
    ...{ as: 'buyer', path: '/store-front?parts=1', quiet: true },
    open: (page) => page.getByText('Finish, color, tolerance, inspection').click(),
    field: (page) => page.getByRole('textbox', { name: 'Notes for this part' }),
  },
  'plugins/orders/client/request/RequestFields.tsx': {
    ...{ as: 'buyer', path: '/store-front?parts=1', quiet: true },
    field: (page) => page.getByRole('textbox', { name: 'Notes for the facility' }),
  },
  'plugins/orders/client/store-front/Summary.tsx': {
    ...{ as: 'buyer', path: '/store-front?parts=1', quiet: true },
    field: (page) => page.getByRole('form', { name: 'Your order' }).getByRole('textbox').first(),
  },
  'plugins/admin/client/profile/CompanyProfilePage.tsx': {
    ...{ as: 'buyeradmin', path: '/engineer/profile/update', field: inPage },
  },
  'plugins/admin/client/profile/DeliveryDrawer.tsx': {
    ...{ as: 'buyeradmin', path: '/engineer/profile/update', open: press('Add address'), field: inDialog },
  },
  'plugins/orders/client/portal/PortalFields.tsx': {
    ...{ as: 'admin', path: '/profile/customerPortalConfig', quiet: true },
    field: (page) => page.getByRole('textbox', { name: 'Welcome text' }),
  },
  'plugins/orders/client/vendors/VendorDrawer.tsx': {
    ...{ as: 'buyeradmin', path: '/engineer/vendors?list=MATCHED', open: press(/^Block /), field: reason },
  },
  'plugins/orders/client/nda/NdaDecision.tsx': {
    ...{ as: 'buyeradmin', path: '/order-details/{nda}', open: press('Reject NDA'), field: reason },
  },
  'plugins/orders/client/nda/NdaPage.tsx': {
    ...{ as: 'buyeradmin', path: '/order-details/{nda}', open: revoking, field: reason },
  },
  'plugins/admin/client/export-control/ExportControlPage.tsx': {
    ...{ as: 'finance', path: `${settings}/export-control`, field: inPage },
  },
  'plugins/admin/client/export-control/Decision.tsx': {
    ...{ as: 'finance', path: `${settings}/export-control`, open: press(/^Verify /) },
    field: (page) => dialog(page).getByRole('textbox', { name: /Evidence/ }),
  },
};
