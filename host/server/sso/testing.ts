import type { SsoConnectionInput } from '@sinter/sdk/contract/host/sso';
import { addSsoConnection } from '@sinter/sdk/contract/host/sso';
import type { ProviderPerson } from '../../../tests/idp/pages.ts';
import { createVisitor, type Page, type Visitor } from '../../../tests/idp/visitor.ts';
import { hostDb } from '../allTables.ts';
import { configurationChanged } from '../events/outbox.ts';
import type { TestClient, TestServer } from '../testing.ts';

/** People of the test providers. */
export const known: ProviderPerson = {
  username: 'paul',
  subject: 'id-of-paul',
  email: 'Planner@demo.example',
  firstName: 'Paul',
  lastName: 'Lindner',
};
export const newcomer: ProviderPerson = {
  username: 'nora',
  subject: 'id-of-nora',
  email: 'nora@demo.example',
  firstName: 'Nora',
  lastName: 'Neu',
};
export const outsider: ProviderPerson = {
  ...newcomer,
  username: 'oscar',
  subject: 'id-of-oscar',
  email: 'oscar@elsewhere.example',
};

type Given<Input> = Input extends unknown ? Omit<Input, keyof typeof usual> & Partial<typeof usual> : never;

const usual = {
  enabled: true,
  siteDomain: '',
  emailDomains: ['demo.example'],
  buttonText: 'Sign in with Acme',
  headline1: 'For people of Acme',
  headline2: '',
  customLogin: false,
  createUsers: false,
  defaultRoles: ['SP_NON_ADMIN'] as SsoConnectionInput['defaultRoles'],
};

export async function connect(server: TestServer, given: Given<SsoConnectionInput>) {
  return connectAs(await server.client('admin'), given);
}

export const connectAs = (admin: TestClient, given: Given<SsoConnectionInput>) =>
  admin.call(addSsoConnection, { body: { ...usual, ...given } });

/** The address of the site that links are built from: another one than the tests' own. */
export const siteOf = (server: TestServer): string => server.url.replace('127.0.0.1', 'localhost');

/** Whom the visitor's session belongs to; `null` without one. */
export async function signedInAs(server: TestServer, visitor: Visitor): Promise<string | null> {
  const site = siteOf(server);
  const { page } = await visitor.step(`${site}/api/v1/users/getUser`);
  return /"email":"([^"]+)"/.exec(page.text)?.[1] ?? null;
}

/** Goes to the provider's sign-in page. */
export async function begin(server: TestServer, returnTo?: string): Promise<{ visitor: Visitor; page: Page }> {
  const visitor = createVisitor();
  const query = returnTo === undefined ? '' : `?${new URLSearchParams({ returnTo }).toString()}`;
  return { visitor, page: await visitor.open(`${siteOf(server)}/saml/login${query}`) };
}

export const where = ({ url }: Page): string => url.pathname + url.search;

/** Removes what single sign-on has left, and the people it has made. */
export async function forgetAll(server: TestServer): Promise<void> {
  const db = hostDb(server.services.db);
  await db.deleteFrom('sso_connection').execute();
  await db.deleteFrom('rate_counter').execute();
  const made = db.selectFrom('app_user').select('id').where('password_hash', 'is', null);
  await db.deleteFrom('session').where('user_id', 'in', made).execute();
  await server.asOwner((owner) =>
    owner.updateTable('audit_entry').set({ user_id: null }).where('user_id', 'in', made).execute(),
  );
  await db.deleteFrom('app_user').where('password_hash', 'is', null).execute();
  await server.services.write((unit) => unit.emit(configurationChanged, { configType: 'SSO' }, {}));
}

export async function auditOf(server: TestServer): Promise<string[]> {
  const entries = await hostDb(server.services.db)
    .selectFrom('audit_entry')
    .select('action')
    .where('action', 'like', 'sso.%')
    .orderBy('id')
    .execute();
  return entries.map(({ action }) => action);
}
