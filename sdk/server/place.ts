import { type QueryExecutorProvider, sql } from 'kysely';
import type { Principal } from '../contract/guard.ts';

/** A facility, which stands for its whole enterprise, or a buyer company: exactly one of the two. */
export interface Place {
  facilityId: number | null;
  companyId: number | null;
}

/** Where the caller is at work now: the facility or company whose people and addresses they look after. */
export const placeOf = ({ user: { facilityId, companyId } }: { user: Pick<Principal, keyof Place> }): Place => ({
  facilityId,
  companyId,
});

/**
 * Until the transaction ends nobody else changes rights or settings of this enterprise or company: two administrators
 * cannot take them from each other at once. Orders and jobs are not held up.
 */
export async function lockPlace(db: QueryExecutorProvider, { facilityId, companyId }: Place): Promise<void> {
  await (
    companyId === null
      ? sql`select id from facility
          where id = (select coalesce(here.root_facility_id, here.id) from facility here where here.id = ${facilityId})
          for no key update`
      : sql`select id from company where id = ${companyId} for no key update`
  ).execute(db);
}
