import type { Principal } from '@sinter/sdk/contract';
import type { RoomTransaction } from './tables.ts';

/** A facility, which stands for its whole enterprise, or a buyer company: exactly one of the two. */
export interface Place {
  facilityId: number | null;
  companyId: number | null;
}

/** Where the caller is at work now: the facility or company whose people they look after. */
export const placeOf = ({ user: { facilityId, companyId } }: { user: Pick<Principal, keyof Place> }): Place => ({
  facilityId,
  companyId,
});

/**
 * Until the transaction ends nobody else changes rights in this enterprise or company: two administrators cannot
 * take them from each other at once. Orders and jobs are not held up.
 */
export async function lockPlace(db: RoomTransaction, { facilityId, companyId }: Place): Promise<void> {
  if (companyId !== null) {
    await db.selectFrom('company').select('id').where('id', '=', companyId).forNoKeyUpdate().execute();
    return;
  }
  await db
    .selectFrom('facility')
    .select('id')
    .where('id', '=', (query) =>
      query
        .selectFrom('facility as here')
        .select((eb) => eb.fn.coalesce('here.root_facility_id', 'here.id').as('id'))
        .where('here.id', '=', facilityId),
    )
    .forNoKeyUpdate()
    .execute();
}
