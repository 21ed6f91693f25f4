import type { MappingKind } from '@sinter/sdk/contract/integrations/quickbooksBooks';
import type { Services, Tables } from '@sinter/sdk/server';
import type { Kysely, Selectable } from 'kysely';
import { ownDb, ownTransaction, type IntegrationTables } from '../../tables.ts';

export type Mapped = Selectable<IntegrationTables['quickbooks_mapping']>;

export interface MappingPlace {
  facilityId: number;
  realmId: string;
}

/** What was selected, found and made for what is sold; customers are looked up one by one. */
export const mappingOf = (db: Kysely<Tables>, { facilityId, realmId }: MappingPlace): Promise<Mapped[]> =>
  ownDb(db)
    .selectFrom('quickbooks_mapping')
    .selectAll()
    .where('facility_id', '=', facilityId)
    .where('realm_id', '=', realmId)
    .where('kind', '!=', 'CUSTOMER')
    .execute();

export const customerOf = (db: Kysely<Tables>, { facilityId, realmId }: MappingPlace, key: string) =>
  ownDb(db)
    .selectFrom('quickbooks_mapping')
    .selectAll()
    .where('facility_id', '=', facilityId)
    .where('realm_id', '=', realmId)
    .where('kind', '=', 'CUSTOMER')
    .where('key', '=', key)
    .executeTakeFirst();

type NewMapped = Pick<Mapped, 'kind' | 'key' | 'quickbooks_id' | 'name' | 'origin'> & { told?: string };

/** In place of what stood there. */
export async function remember(
  services: Pick<Services, 'write'>,
  { facilityId, realmId }: MappingPlace,
  mapped: NewMapped,
): Promise<void> {
  const { kind, key, quickbooks_id, name, origin, told = '' } = mapped;
  const values = { quickbooks_id, name, origin, told };
  await services.write((unit) =>
    ownTransaction(unit.db)
      .insertInto('quickbooks_mapping')
      .values({ facility_id: facilityId, realm_id: realmId, kind, key, ...values })
      .onConflict((conflict) => conflict.columns(['facility_id', 'realm_id', 'kind', 'key']).doUpdateSet(values))
      .execute(),
  );
}

/** What stands for this, or for whatever has none of its own. */
export const selectedFor = (rows: readonly Mapped[], kind: MappingKind, key: string): Mapped | undefined =>
  rows.find((row) => row.kind === kind && row.key === key) ?? rows.find((row) => row.kind === kind && row.key === '');

/** Another customer of ours stands there under this name. */
export async function isTaken(db: Kysely<Tables>, place: MappingPlace, key: string, name: string): Promise<boolean> {
  const other = await ownDb(db)
    .selectFrom('quickbooks_mapping')
    .select('key')
    .where('facility_id', '=', place.facilityId)
    .where('realm_id', '=', place.realmId)
    .where('kind', '=', 'CUSTOMER')
    .where('name', '=', name)
    .where('key', '!=', key)
    .executeTakeFirst();
  return other !== undefined;
}

/** What no person has selected. */
export async function forgetFound(
  services: Pick<Services, 'write'>,
  { facilityId, realmId }: MappingPlace,
  keys: readonly string[],
): Promise<void> {
  await services.write((unit) =>
    ownTransaction(unit.db)
      .deleteFrom('quickbooks_mapping')
      .where('facility_id', '=', facilityId)
      .where('realm_id', '=', realmId)
      .where('origin', '!=', 'SELECTED')
      .where('key', 'in', [...keys])
      .execute(),
  );
}
