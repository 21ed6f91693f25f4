import type { Principal } from '@sinter/sdk/contract';
import type { ExportPolicy } from '@sinter/sdk/contract/host/exportControl';
import type { Place } from '@sinter/sdk/server';
import type { RoomDb } from './tables.ts';

/** The root facility, which stands for the whole enterprise, or the buyer company. */
export async function enterpriseOf(
  db: RoomDb,
  { facilityId, companyId }: Pick<Principal, 'facilityId' | 'companyId'>,
): Promise<Place> {
  if (facilityId === null) return { facilityId, companyId };
  const { root } = await db
    .selectFrom('facility')
    .select((eb) => eb.fn.coalesce('root_facility_id', 'id').as('root'))
    .where('id', '=', facilityId)
    .executeTakeFirstOrThrow();
  return { facilityId: Number(root), companyId: null };
}

export async function policyOf(db: RoomDb, place: Place): Promise<ExportPolicy> {
  const row = await db
    .selectFrom('export_policy')
    .select(['enabled', 'networks'])
    .where((where) =>
      place.companyId === null
        ? where('facility_id', '=', place.facilityId)
        : where('company_id', '=', place.companyId),
    )
    .executeTakeFirst();
  return row ?? { enabled: false, networks: [] };
}
