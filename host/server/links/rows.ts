import type { linkAppSchema, linkShareSchema, reviewedLinkSchema } from '@sinter/sdk/contract/host/linkApps';
import { linkShareSchema as shares } from '@sinter/sdk/contract/host/linkApps';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { LinkApp } from '#registry/apps';
import type { RoomDb } from './tables.ts';

type Share = z.infer<typeof linkShareSchema>;
type Offered = z.input<typeof linkAppSchema>;
export type Reviewed = z.input<typeof reviewedLinkSchema>;

/** All but the bytes of its picture. */
const facts = [
  'link_app.id',
  'name',
  'description',
  'app_url',
  'link_app.origin',
  'app_type',
  'internal_app',
  'asks',
  'logo_hash',
  'state',
  'reason',
  'everybody',
  'facility_ids',
  'updated_at',
] as const;

const apps = (db: RoomDb) => db.selectFrom('link_app').select(facts);
export type LinkRow = Awaited<ReturnType<ReturnType<typeof apps>['execute']>>[number];

export const sharesOf = (texts: readonly string[]): Share[] => shares.options.filter((share) => texts.includes(share));

export const logoOf = ({ id, logo_hash }: Pick<LinkRow, 'id' | 'logo_hash'>): string | null =>
  logo_hash === null ? null : `/api/v1/link-apps/${id}/logo?v=${logo_hash}`;

const shown = (row: LinkRow) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  appURL: row.app_url,
  origin: row.origin,
  appType: row.app_type,
  internalApp: row.internal_app,
  asks: sharesOf(row.asks),
  logo: logoOf(row),
});

export const isOffered = ({ state, everybody, facility_ids }: LinkRow, facilityId: number): boolean =>
  state === 'PUBLISHED' && (everybody || facility_ids.includes(facilityId));

export const linkRow = (db: RoomDb, id: number): Promise<LinkRow | undefined> =>
  apps(db).where('id', '=', id).executeTakeFirst();

export async function linkRows(db: RoomDb): Promise<LinkRow[]> {
  return apps(db).orderBy('name').orderBy('id').execute();
}

export interface Agreement {
  enabled: boolean;
  origin: string;
  shares: string[];
}

export const agreementOf = (db: RoomDb, id: number, facilityId: number): Promise<Agreement | undefined> =>
  db
    .selectFrom('link_app_install')
    .select(['enabled', 'origin', 'shares'])
    .where('link_app_id', '=', id)
    .where('facility_id', '=', facilityId)
    .executeTakeFirst();

export function toOffered(row: LinkRow, agreed: Agreement | undefined): Offered {
  return {
    ...shown(row),
    enabled: agreed?.enabled ?? false,
    consent: agreed ? { origin: agreed.origin, shares: sharesOf(agreed.shares) } : null,
    moved: agreed !== undefined && agreed.enabled && agreed.origin !== row.origin,
  };
}

export async function toReviewed(db: RoomDb, rows: readonly LinkRow[]): Promise<Reviewed[]> {
  const counted = await db
    .selectFrom('link_app_install')
    .select(['link_app_id', sql<number>`count(*)::int`.as('count')])
    .where('enabled', '=', true)
    .groupBy('link_app_id')
    .execute();
  const installs = new Map(counted.map(({ link_app_id, count }) => [link_app_id, count]));
  return rows.map((row) => ({
    ...shown(row),
    state: row.state,
    reason: row.reason,
    offer: { everybody: row.everybody, facilityIds: row.facility_ids },
    installs: installs.get(row.id) ?? 0,
    updatedAt: row.updated_at.toISOString(),
  }));
}

/** What the menus of a facility list. Those that are off or moved are there too, and not enabled. */
export async function linksOf(db: RoomDb, facilityId: number): Promise<LinkApp[]> {
  const rows = await apps(db)
    .innerJoin('link_app_install', 'link_app_install.link_app_id', 'link_app.id')
    .select(['enabled', 'link_app_install.origin as agreed_origin'])
    .where('facility_id', '=', facilityId)
    .orderBy('name')
    .orderBy('link_app.id')
    .execute();
  return rows
    .filter((row) => isOffered(row, facilityId))
    .map((row) => ({
      id: row.id,
      name: row.name,
      enabled: row.enabled && row.agreed_origin === row.origin,
      logo: logoOf(row),
      appURL: row.app_url,
      appType: row.app_type,
      internalApp: row.internal_app,
      opens: `/api/v1/link-apps/${row.id}/open`,
    }));
}
