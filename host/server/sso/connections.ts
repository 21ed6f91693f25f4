import * as z from 'zod';
import type { MemberRole } from '@sinter/sdk/contract';
import type { FrontDoors } from '../doors/doors.ts';
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

/** How long a node may go on with what it knew, when it hears of no change. */
const rememberedFor = 10_000;

/** The enabled connections, remembered: every sign-in page asks for the one of its host name. */
export interface Sites {
  of(hostname: string): Promise<ConnectionRow | null>;
  /** One of them has changed. */
  forget(): void;
}

export function createSites(db: RoomDb, doors: FrontDoors): Sites {
  let known: { rows: Promise<ConnectionRow[]>; readAt: number } | undefined;
  const read = async (): Promise<ConnectionRow[]> => {
    if (known && Date.now() - known.readAt < rememberedFor) return known.rows;
    const rows = connectionRows(db).where('enabled', '=', true).execute();
    const mine = { rows, readAt: Date.now() };
    known = mine;
    rows.catch(() => known === mine && (known = undefined));
    return rows;
  };
  return {
    async of(hostname) {
      const [rows, facilityId] = await Promise.all([read(), doors.of(hostname)]);
      const at = (domain: string) =>
        rows.find(({ site_domain, facility_id }) => facility_id === facilityId && site_domain === domain);
      return at(hostname.toLowerCase()) ?? at('') ?? null;
    },
    forget: () => void (known = undefined),
  };
}

/** The connection that people at this host name of the site are offered: one of the enterprise whose front door it is. */
export async function connectionOfSite(db: RoomDb, doors: FrontDoors, hostname: string): Promise<Connection | null> {
  const row = await connectionRows(db)
    .where('enabled', '=', true)
    .where('facility_id', '=', await doors.of(hostname))
    .where('site_domain', 'in', [hostname.toLowerCase(), ''])
    .orderBy('site_domain', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toConnection(row) : null;
}

/** An enabled connection, as it is now: it may have been changed or switched off since somebody began. */
export async function enabledConnection(db: RoomDb, id: number): Promise<Connection | null> {
  const row = await connectionRows(db).where('id', '=', id).where('enabled', '=', true).executeTakeFirst();
  return row ? toConnection(row) : null;
}
