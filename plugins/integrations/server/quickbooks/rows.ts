import type { QuickbooksConnection } from '@sinter/sdk/contract/integrations/quickbooks';
import { keptSecrets, type Services, type Tables, type Work } from '@sinter/sdk/server';
import type { Kysely, Selectable } from 'kysely';
import * as z from 'zod';
import { ownDb, ownTransaction, type IntegrationTables } from '../tables.ts';

/** The connection of a facility, or what is there of it. */
export type ConnectionRow = Selectable<IntegrationTables['quickbooks_connection']>;

export const connectionOf = (db: Kysely<Tables>, facilityId: number): Promise<ConnectionRow | undefined> =>
  ownDb(db).selectFrom('quickbooks_connection').selectAll().where('facility_id', '=', facilityId).executeTakeFirst();

/** Nobody else renews or ends the connection before this transaction is over, on whatever node. */
export const lockedConnection = (unit: Work, facilityId: number): Promise<ConnectionRow | undefined> =>
  ownTransaction(unit.db)
    .selectFrom('quickbooks_connection')
    .selectAll()
    .where('facility_id', '=', facilityId)
    .forUpdate()
    .executeTakeFirst();

export const toConnection = (row: ConnectionRow | undefined): QuickbooksConnection => ({
  status: row?.status ?? 'INACTIVE',
  company: row?.company ?? null,
  lost: row?.lost ?? false,
});

/** In the transaction that holds the connection: it is over. `lost`: by the other side. */
export async function endConnection(
  services: Pick<Services, 'get'>,
  unit: Work,
  facilityId: number,
  lost: boolean,
): Promise<void> {
  await ownTransaction(unit.db)
    .updateTable('quickbooks_connection')
    .set({ status: 'INACTIVE', access_until: null, lost })
    .where('facility_id', '=', facilityId)
    .execute();
  await services.get(keptSecrets).keep(unit, tokensName(facilityId), null);
}

export const clientSecretName = (facilityId: number) => `integrations.quickbooks.${facilityId}.clientSecret`;
export const verifierTokenName = (facilityId: number) => `integrations.quickbooks.${facilityId}.verifierToken`;
export const tokensName = (facilityId: number) => `integrations.quickbooks.${facilityId}.tokens`;

const tokensSchema = z.object({ access: z.string(), refresh: z.string() });
export type Tokens = z.infer<typeof tokensSchema>;

/** `null` where the facility is not connected. */
export async function tokensOf(
  services: Pick<Services, 'get'>,
  db: Kysely<Tables>,
  facilityId: number,
): Promise<Tokens | null> {
  const kept = await services.get(keptSecrets).find(db, tokensName(facilityId));
  return kept === null ? null : tokensSchema.parse(JSON.parse(kept));
}

export const auditedAs = (facilityId: number) => ({ objectKind: 'FACILITY', objectId: String(facilityId) });
