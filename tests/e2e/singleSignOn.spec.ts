import { startOidcIdp, type OidcIdp } from '../idp/oidc.ts';
import { passwordAtProvider, type ProviderPerson } from '../idp/pages.ts';
import { startSamlIdp, type SamlIdp } from '../idp/saml.ts';
import { expect, show, signIn, test, type App, type Page, logIn, signOut } from './test.ts';

/** Coming in through the company's own identity provider: set up by an administrator, used by the others. */

const people: readonly ProviderPerson[] = [
  { username: 'paul', email: 'planner@demo.example', firstName: 'Paul', lastName: 'Lindner' },
  { username: 'nobody', email: 'nobody@demo.example', firstName: 'No', lastName: 'Body' },
];
const settings = '/service-provider/settings/single-sign-on';

let saml: SamlIdp;
let oidc: OidcIdp;
test.beforeAll(async ({ app }) => {
  saml = await startSamlIdp(people);
  oidc = await startOidcIdp(people, `${app.url}/oidc/callback`);
});
test.afterAll(async () => {
  await saml.stop();
  await oidc.stop();
});
test.describe.configure({ mode: 'serial' });

/** Signs in at the provider's own page. */
async function atProvider(page: Page, username: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Identity provider' })).toBeVisible();
  await page.getByLabel('User').fill(username);
  await page.getByLabel('Password').fill(passwordAtProvider);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const here = ({ url }: App) => new URL(url).origin;

test('an administrator adds the provider by its metadata', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto(settings);
  await page.getByRole('button', { name: 'Add connection' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Add connection' });
  await drawer.getByLabel('Email domains').fill('demo.example');
  await drawer.getByLabel('Text above the button').fill('For the people of Demo Additive');
  await drawer.getByLabel('Button text').fill('Company account');
  await drawer.getByLabel('Text below the button').fill('Ask the help desk if it does not let you in');
  await drawer.getByLabel('Identity provider metadata (XML)').fill('<EntityDescriptor>'.padEnd(200, ' nothing'));
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer.getByRole('alert').first()).toBeVisible();
  await show(page, 'sso-wrong-metadata');
  await drawer.getByLabel('Identity provider metadata (XML)').fill(saml.metadata);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Connection saved.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: saml.entityId })).toContainText('SAML 2.0');
  await show(page, 'sso-connections');
});

test('the button is between its two lines, and leads in by way of the provider', async ({ page, app }) => {
  await page.goto('/custom-login');
  const above = page.getByText('For the people of Demo Additive');
  const button = page.getByRole('link', { name: 'Company account' });
  const below = page.getByText('Ask the help desk if it does not let you in');
  const heights = [];
  for (const part of [page.getByLabel('Username or email'), above, button, below]) {
    heights.push((await part.boundingBox())?.y ?? 0);
  }
  expect(heights).toEqual(heights.toSorted((one, other) => one - other));
  await show(page, 'sso-sign-in');
  await button.click();
  await page.waitForURL((url) => url.origin !== here(app));
  await atProvider(page, 'paul');
  await page.waitForURL('**/service-provider');
  await expect(page.getByRole('button', { name: /Paul Lindner/ })).toBeVisible();
});

test('it leads back to the screen somebody wanted, of this site only', async ({ page, app }) => {
  await page.goto('/service-provider/scheduler-view?order=18');
  await page.getByRole('link', { name: 'Company account' }).click();
  await atProvider(page, 'paul');
  await page.waitForURL('**/service-provider/scheduler-view?order=18');
  for (const address of ['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
    await signOut(page);
    await page.goto(`/custom-login?returnTo=${encodeURIComponent(address)}`);
    await page.getByRole('link', { name: 'Company account' }).click();
    await atProvider(page, 'paul');
    await page.waitForURL(`${here(app)}/service-provider`);
  }
});

test('somebody whom only the provider knows is refused, and told why', async ({ page }) => {
  await page.goto('/saml/login');
  await atProvider(page, 'nobody');
  await expect(page.getByRole('alert')).toHaveText(
    "You don't have an account here. Ask your administrator for an invitation.",
  );
  await expect(page).toHaveURL(/custom-login/);
  await show(page, 'sso-unknown');
});

test('the password form can be hidden, and stays reachable by hand', async ({ page, browser, app }) => {
  await signIn(page, 'admin');
  await page.goto(settings);
  await page.getByRole('button', { name: `Edit ${saml.entityId}` }).click();
  const drawer = page.getByRole('dialog', { name: `Edit ${saml.entityId}` });
  await drawer.getByLabel('Hide password form').click();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Connection saved.')).toBeVisible();
  const guest = await (await browser.newContext({ baseURL: app.url })).newPage();
  await guest.goto('/custom-login');
  await expect(guest.getByRole('link', { name: 'Company account' })).toBeVisible();
  await expect(guest.getByLabel('Username or email')).toHaveCount(0);
  await expect(guest.getByRole('link', { name: 'Create an account' })).toHaveCount(0);
  await show(guest, 'sso-only');
  await guest.goto('/custom-login?Manual=true');
  await expect(guest.getByRole('link', { name: 'Company account' })).toBeVisible();
  await logIn(guest, 'finance@demo.example');
  await guest.waitForURL('**/service-provider');
  await guest.context().close();
});

test('OpenID Connect does the same', async ({ page, browser, app }) => {
  await page.goto('/custom-login?Manual=true');
  await logIn(page, 'admin@demo.example');
  await page.waitForURL('**/service-provider');
  await page.goto(settings);
  await page.getByRole('button', { name: `Remove ${saml.entityId}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Add connection' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Add connection' });
  await drawer.getByLabel('Protocol').click();
  await page.getByTitle('OpenID Connect', { exact: true }).last().click();
  await drawer.getByLabel('Issuer').fill(oidc.url);
  await drawer.getByLabel('Client ID').fill(oidc.clientId);
  await drawer.getByLabel('Client secret').fill(oidc.clientSecret);
  await drawer.getByLabel('Email domains').fill('demo.example');
  await drawer.getByLabel('Button text').fill('Open account');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Connection saved.')).toBeVisible();
  const guest = await (await browser.newContext({ baseURL: app.url })).newPage();
  await guest.goto('/service-provider/scheduler-view');
  await guest.getByRole('link', { name: 'Open account' }).click();
  await atProvider(guest, 'paul');
  await guest.waitForURL('**/service-provider/scheduler-view');
  await expect(guest.getByRole('button', { name: /Paul Lindner/ })).toBeVisible();
  await signOut(guest);
  await guest.context().clearCookies();
  await guest.getByRole('link', { name: 'Open account' }).click();
  await atProvider(guest, 'nobody');
  await expect(guest.getByRole('alert')).toContainText("You don't have an account here.");
  await guest.context().close();
  await page.getByRole('button', { name: /^Remove / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No connections yet')).toBeVisible();
});
