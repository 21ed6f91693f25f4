import * as z from 'zod';
import type { MemberRole } from '@sinter/sdk/contract';
import type { Parts } from './parts.ts';
import type { RoomDb } from './tables.ts';

const samlSettings = z.object({
  authType: z.literal('SAML'),
  entityId: z.string(),
  address: z.string(),
  certificates: z.array(z.string()).min(1),
  certificateUntil: z.string(),
});
const oidcSettings = z.object({ authType: z.literal('OIDC'), issuer: z.string(), clientId: z.string() });
export const settingsSchema = z.discriminatedUnion('authType', [samlSettings, oidcSettings]);
export type SamlSettings = z.infer<typeof samlSettings>;
export type OidcSettings = z.infer<typeof oidcSettings>;

/** What client secrets are sealed for. */
export const secretPurpose = 'sso client secret';

export interface Connection {
  id: number;
  facilityId: number;
  siteDomain: string;
  emailDomains: string[];
  settings: SamlSettings | OidcSettings;
  clientSecretSealed: string | null;
  createUsers: boolean;
  defaultRoles: MemberRole[];
  updatedAt: Date;
}

export const clientSecretOf = (host: Parts, { clientSecretSealed }: Connection): string | undefined =>
  clientSecretSealed === null ? undefined : host.secrets.open(secretPurpose, clientSecretSealed);

export type ConnectionRow = Awaited<ReturnType<ReturnType<typeof connectionRows>['execute']>>[number];

export const connectionRows = (db: RoomDb) => db.selectFrom('sso_connection').selectAll();

const toConnection = (row: ConnectionRow): Connection => ({
  id: row.id,
  facilityId: row.facility_id,
  siteDomain: row.site_domain,
  emailDomains: row.email_domains,
  settings: settingsSchema.parse(row.settings),
  clientSecretSealed: row.secret_sealed,
  createUsers: row.create_users,
  defaultRoles: row.default_roles,
  updatedAt: row.updated_at,
});

/** The connection that people at this host name of the site are offered. */
export async function rowOfSite(db: RoomDb, hostname: string): Promise<ConnectionRow | undefined> {
  const found = await connectionRows(db)
    .where('enabled', '=', true)
    .where('site_domain', 'in', [hostname.toLowerCase(), ''])
    .orderBy('site_domain', 'desc')
    .limit(1)
    .execute();
  return found[0];
}

export async function connectionOfSite(db: RoomDb, hostname: string): Promise<Connection | null> {
  const row = await rowOfSite(db, hostname);
  return row ? toConnection(row) : null;
}

/** An enabled connection, as it is now: it may have been changed or switched off since somebody began. */
export async function enabledConnection(db: RoomDb, id: number): Promise<Connection | null> {
  const row = await connectionRows(db).where('id', '=', id).where('enabled', '=', true).executeTakeFirst();
  return row ? toConnection(row) : null;
}
