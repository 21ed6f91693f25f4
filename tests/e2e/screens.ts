import type { MemberRole } from '@sinter/sdk/contract';
import { listTeam, updateMember } from '@sinter/sdk/contract/admin/team';
import { facilityDrawers } from './facilityDrawers.ts';
import { signedIn } from './http.ts';
import { expect, type Page } from './test.ts';

/** A screen as somebody sees it, and what proves that it is this one. */
export interface Screen {
  /** An account of the demo company, or `nobody`. */
  as: string;
  path: string;
  /** What the heading of the first level says. */
  heading: string;
  /** The area that it belongs to. */
  area: string;
  /** The tab that is chosen. */
  tab?: string;
  /** A function that the provider's administrator gives them first: nobody of the demo company has it. */
  given?: MemberRole;
  /** What is opened on it. */
  what?: string;
  open?: (page: Page) => Promise<unknown>;
}

const provider = '/service-provider';
const settings = `${provider}/settings`;
export const trayQuery = `?duration=9000&material=0.00002&tray=${encodeURIComponent('[{"orderId":3,"fileId":3,"fileName":"bracket.stl","quantity":1}]')}`;
const token = 'abcdefghijklmnopqrstuvwxyz';

type Entry = readonly [path: string, heading: string, more?: Partial<Screen>];
const seenBy = (as: string, area: string, ...entries: Entry[]): Screen[] =>
  entries.map(([path, heading, more]) => ({ as, path, heading, area, ...more }));

const dialog = (page: Page) => page.getByRole('dialog');
const drawerOf =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name }).click();
    await expect(dialog(page)).toContainText(name);
  };

async function firstJob(page: Page): Promise<void> {
  const grid = page.getByRole('grid');
  // Jobs come after the machines, and machines after the chart.
  await expect(async () => {
    await grid.press('Control+Home');
    await expect(grid.getByRole('gridcell', { selected: true })).toContainText(/Job \d+ of/, { timeout: 1000 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('Job #');
}

const firstRow = (page: Page) => page.getByRole('button', { name: 'Show details' }).first().click();

/** What the server refuses is said in a sentence of its own. */
async function labelTwice(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Add label/ }).click();
  await dialog(page).getByRole('textbox', { name: /Label/ }).fill('rush');
  await dialog(page).getByRole('button', { name: /Save/ }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Rush');
}

const coolantPump = 'Coolant pump, second generation';

/** Every screen, as whoever it is for. */
export const screens: readonly Screen[] = [
  ...seenBy(
    'nobody',
    'host',
    ['/custom-login', 'Welcome back'],
    ['/forgot-password', 'Forgot Password'],
    ['/register', 'Create an account'],
    [`/reset-password/${token}`, 'Set a new password'],
    [`/invitation/${token}`, 'You are invited'],
    [`/verify-email/${token}`, 'Verify your email'],
  ),
  ...seenBy('unverified', 'host', ['/account-verify', 'Verify your email']),
  ...seenBy('operator', 'host', ['/access-denied', 'Access Denied']),
  ...seenBy('planner', 'host', ['/access-denied', 'Access Denied']),
  ...seenBy('buyer', 'host', ['/profile/update', 'User Profile']),
  ...seenBy('third', 'host', ['/engineer/user/profile/update', 'User Profile']),
  ...seenBy('buyer', 'host', ['/inbox', 'Inbox'], ['/inbox/settings', 'Notification settings']),
  ...seenBy(
    'admin',
    'host',
    [`${provider}/user/profile/update`, 'User Profile'],
    [`${provider}/keys`, 'API Keys'],
    ['/no/such/page', 'Page not found'],
  ),
  ...seenBy(
    'buyer',
    'orders',
    ['/store-front', 'New order'],
    ['/order/create?from=sf', 'Request quotes'],
    ['/order/create?step=requirements', 'Request quotes'],
    ['/order/create?step=delivery', 'Request quotes'],
    ['/order-history', 'Order history'],
    ['/order-details/5', 'Duct elbows for cabin air'],
    ['/order-details/5?tab=parts', 'Duct elbows for cabin air'],
    ['/order-details/5?tab=quotes', 'Duct elbows for cabin air'],
    ['/order-details/7', 'Order #7', { what: 'an order of somebody else' }],
  ),
  ...seenBy('buyeradmin', 'orders', ['/engineer', 'Orders'], ['/engineer/archive', 'Archive']),
  ...seenBy('third', 'orders', ['/engineer', 'Orders']),
  ...seenBy(
    'admin',
    'orders',
    [provider, 'Part Orders'],
    [`${provider}/rfq/config`, 'Request forms'],
    [`${provider}/rfq/config?form=1`, 'Request forms', { what: 'a form' }],
    ['/pricing-rules', 'Pricing rules'],
    ['/pricing-rules?tab=accuracy', 'Pricing rules', { what: 'finished builds', open: firstRow }],
    [`${settings}/delivery`, 'Delivery and lead times'],
    [`${settings}/carriers`, 'Carriers'],
    [`${settings}/payments`, 'Payments'],
    ['/profile/customerPortalConfig', 'Customer portal'],
    [`${provider}/archive`, 'Archive'],
    [`${provider}/shipments`, 'Shipments'],
    [`${provider}/shipments/1`, 'Shipment #1'],
    [`${provider}/shipments`, 'Shipments', { what: 'a new shipment', open: drawerOf('New shipment') }],
    ['/order-details/3', 'Impellers for the coolant pump'],
  ),
  ...seenBy('buyer', 'orders', ['/order/5/cad-viewer', 'Duct elbows for cabin air']),
  ...seenBy('buyer', 'projects', ['/projects', 'Projects'], ['/projects/1', coolantPump]),
  ...seenBy('buyeradmin', 'projects', ['/engineer/projects', 'Projects'], ['/engineer/projects/1', coolantPump]),
  ...seenBy(
    'admin',
    'projects',
    [`${provider}/projects`, 'Projects'],
    ...['', 'tasks', 'orders', 'parts', 'files', 'messages', 'members', 'activity'].map((tab): Entry => [
      `${provider}/projects/1${tab && `?tab=${tab}`}`,
      coolantPump,
    ]),
  ),
  ...seenBy('operator', 'connectivity', [`${provider}/machine-connectivity`, 'Machine connectivity']),
  ...seenBy('admin', 'connectivity', [`${settings}/machine-connectivity`, 'Machine connectivity settings']),
  ...seenBy(
    'operator',
    'production',
    [`${provider}/work-center`, 'Work center'],
    [`${provider}/work-center?view=ACTIVE`, 'Work center', { what: 'what is in progress' }],
    [`${provider}/work-center/lots/4`, 'Lot 4'],
    [`${provider}/work-center-old`, 'Work centers, historical'],
    [
      `${provider}/work-center/lots/4`,
      'Lot 4',
      { what: 'its ledger', open: (page) => page.getByRole('button', { name: 'History' }).click() },
    ],
  ),
  ...seenBy(
    'admin',
    'production',
    ['/order-details/26?tab=production/workplan', 'Gear train, noise test'],
    ['/order-details/26?tab=production/checklists', 'Gear train, noise test'],
    [
      `${provider}/work-center-old`,
      'Work centers, historical',
      { what: 'the import', open: (page) => page.getByRole('button', { name: 'Import records' }).click() },
    ],
    [`${settings}/mes`, 'MES settings'],
    [`${provider}/checklist`, 'Checklists'],
    [`${provider}/checklist?list=1`, 'Checklists', { what: 'a list that is published' }],
    [`${provider}/production-flow`, 'Production flow'],
    [`${provider}/build-planning-new`, 'Production planning'],
    [`${provider}/machine-platforms`, 'Machine platforms'],
    [`${provider}/machine-platforms/1?from=1`, 'rocket-nozzle', { what: 'what a revision has changed' }],
    [
      `${provider}/build-planning-new`,
      'Production planning',
      { what: 'proposals', open: (page) => page.getByRole('button', { name: /Proposals/ }).click() },
    ],
  ),
  ...seenBy(
    'admin',
    'quality',
    [`${provider}/quality-management/inspections`, 'Inspections'],
    [`${provider}/quality-management/inspections/15`, 'INSP-2026-0015', { what: 'one that was rejected' }],
    [`${provider}/quality-management/inspections/16`, 'INSP-2026-0016', { what: 'one to measure' }],
    [`${provider}/quality-management/inspection-plans`, 'Inspection plans'],
    [`${provider}/quality-management/inspection-plans/1`, 'Plates, dimensions'],
    [`${provider}/quality-management/passports`, 'Part passports'],
    [`${provider}/quality-management/passports/5`, 'Passport of lot 5'],
    [
      `${provider}/quality-management/passports/5`,
      'Passport of lot 5',
      { what: 'issuing', open: (page) => page.getByRole('button', { name: 'Issue passport' }).click() },
    ],
  ),
  ...seenBy('buyer', 'quality', ['/order-details/41?tab=quality/passports', 'Duct elbows for cabin air']),
  ...seenBy(
    'admin',
    'quality',
    [`${provider}/quality-management/quality-dashboard`, 'Process NCR'],
    [`${provider}/quality-management/compliance`, 'Part NCR'],
    [`${provider}/quality-management/ncrs/14`, 'Extruder leaks'],
    [`${provider}/quality-management/capa`, 'CAPA'],
    [`${provider}/quality-management/capa/3`, 'Plates warp at the edge of the build'],
    [`${settings}/quality-management`, 'Quality settings'],
  ),
  ...seenBy('buyer', 'quality', [
    '/order-details/24?tab=quality/ncrs',
    'Sensor capsules',
    { what: 'problems with its parts' },
  ]),
  ...seenBy('admin', 'integrations', [`${settings}/webhook`, 'Webhooks']),
  ...seenBy(
    'admin',
    'marketplace',
    [`${provider}/app-marketplace`, 'App Marketplace'],
    [`${provider}/app-marketplace/acme.none`, 'App Marketplace', { what: 'an app that nobody offers' }],
    [`${provider}/app-marketplace-admin`, 'App Marketplace Admin'],
    [`${provider}/app-marketplace-admin?tab=links`, 'App Marketplace Admin', { what: 'link apps' }],
    [`${provider}/app-marketplace-admin?tab=sources`, 'App Marketplace Admin', { what: 'sources' }],
    [`${provider}/app-marketplace-admin?tab=publishers`, 'App Marketplace Admin', { what: 'publishers' }],
    [
      `${provider}/app-marketplace-admin/999999`,
      'App Marketplace Admin',
      { what: 'a package that was never submitted' },
    ],
  ),
  ...seenBy('planner', 'comments', [
    '/order/31/messages',
    'Messages',
    { what: 'a thread', open: (page) => page.getByRole('link', { name: /thin wall/ }).click() },
  ]),
  ...seenBy(
    'admin',
    'integrations',
    [`${settings}/magics`, 'Magics'],
    [`${settings}/quickbooks`, 'Quickbooks'],
    [`${settings}/quickbooks/invoices`, 'Invoices in Quickbooks'],
    [`${settings}/quickbooks/mapping`, 'Quickbooks mapping'],
  ),
  ...seenBy('buyer', 'catalog', ['/digital-part-inventory', 'Part inventory']),
  ...seenBy('third', 'catalog', ['/engineer/part-inventory', 'Part inventory']),
  ...seenBy('admin', 'catalog', [`${provider}/part-inventory`, 'Part inventory']),
  ...seenBy('planner', 'catalog', [`${provider}/pack`, 'Pack a build']),
  ...seenBy(
    'admin',
    'scheduling',
    [`${provider}/scheduler-view`, 'Enterprise Scheduling View'],
    [
      `${provider}/scheduler-view?order=18`,
      'Enterprise Scheduling View',
      { open: (page) => expect(dialog(page)).toContainText('New job') },
    ],
    [`${provider}/schedules`, 'Production Schedule'],
    [`${provider}/schedules?view=week`, 'Production Schedule'],
    [`${provider}/schedules?view=list`, 'Production Schedule'],
    [`${settings}/priority-labels`, 'Priority labels'],
    [`${settings}/priority-labels`, 'Priority labels', { what: 'a label that is there already', open: labelTwice }],
  ),
  ...seenBy(
    'planner',
    'scheduling',
    [`${provider}/schedules`, 'Production Schedule', { what: 'a downtime', open: drawerOf('New downtime') }],
    [`${provider}/schedules`, 'Production Schedule', { what: 'a new job', open: drawerOf('New job') }],
    [`${provider}/schedules`, 'Production Schedule', { what: 'a job', open: firstJob }],
  ),
  ...seenBy(
    'planner',
    'grabcad',
    ['/grabcad/grabcad-select-parts', 'Select parts'],
    ['/grabcad/grabcad-jobs-scheduled', 'Scheduled jobs'],
    [`/grabcad/grabcad-create-job${trayQuery}`, 'Create job'],
    ['/grabcad/grabcad-create-job', 'Create job', { what: 'an address without a tray' }],
    [`/grabcad/grabcad-job${trayQuery}`, 'New job'],
    ['/grabcad/grabcad-job?id=999999', 'Job #999999', { what: 'a job that is not there' }],
  ),
  ...seenBy(
    'buyeradmin',
    'admin',
    ['/engineer/team', 'Team'],
    ['/engineer/profile/update', 'Company Profile'],
    ['/engineer/settings/security', 'Security'],
    ['/engineer/settings/export-control', 'Export control'],
    ['/engineer/settings/audit', 'Audit'],
    ['/engineer/settings/nda', 'NDAs'],
    ['/engineer/vendors?list=MATCHED', 'Vendors'],
    ['/engineer/keys', 'API Keys'],
  ),
  ...seenBy(
    'admin',
    'admin',
    [settings, 'Settings'],
    [`${settings}/modules?tab=modules`, 'Modules', { tab: 'Modules' }],
    [`${settings}/modules?tab=features`, 'Modules', { tab: 'Features' }],
    [`${settings}/modules?tab=menu`, 'Modules', { tab: 'Menu' }],
    [`${settings}/modules?tab=history`, 'Modules', { tab: 'History' }],
    [`${settings}/modules?tab=diagnosis`, 'Modules', { tab: 'Missing screens' }],
    [`${settings}/security`, 'Security'],
    [`${settings}/single-sign-on`, 'Single sign-on'],
    [`${settings}/site-addresses`, 'Site addresses'],
    [`${settings}/internal-companies`, 'Internal customers'],
    [`${settings}/audit`, 'Audit'],
    [`${settings}/tags`, 'Tags'],
    [`${settings}/email-config`, 'Email'],
    [`${provider}/email-templates`, 'Email templates'],
    [`${provider}/email-templates?event=frame`, 'Header and footer'],
    [`${provider}/team`, 'Team'],
    [`${provider}/facilities`, 'Facilities'],
    [`${provider}/profile/update`, 'Facility Profile'],
    ['/theme-configuration', 'Theme'],
    ['/store-front-config', 'Store front'],
  ),
  ...seenBy('finance', 'admin', [`${settings}/export-control`, 'Export control', { given: 'ITAR_ADMIN' }]),
  ...Object.entries(facilityDrawers).flatMap(([what, open]) =>
    seenBy('admin', 'catalog', [`${provider}/profile/update`, 'Facility Profile', { what, open }]),
  ),
];

/** One more function for somebody of the provider. */
export async function giveFunction(url: string, account: string, given: MemberRole): Promise<void> {
  const admin = await signedIn(url, 'admin');
  const team = await admin.call(listTeam, { query: {} });
  const member = team.find(({ email }) => email.startsWith(`${account}@`));
  if (!member) throw new Error(`There is no ${account} in the team.`);
  const { granted, revoked, authorities, departments } = member;
  const memberRoles = [...new Set([...member.memberRoles, given])];
  const departmentIds = departments.map(({ id }) => id);
  const body = { memberRoles, granted, revoked, authorities, departmentIds };
  await admin.call(updateMember, { params: { id: member.id }, body });
}

/** Opens it; fails when another screen is shown, such as the one that says that somebody may not open it. */
export async function openScreen(page: Page, { path, heading, tab, open }: Screen): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(heading, { ignoreCase: true });
  expect(new URL(page.url()).pathname).toBe(new URL(path, page.url()).pathname);
  if (tab !== undefined) await expect(page.getByRole('tab', { selected: true })).toContainText(tab);
  await open?.(page);
}
