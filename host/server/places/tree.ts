import { sql } from 'kysely';
import { listInternalFacilities, listVendors } from '@sinter/sdk/contract/host/places';
import type { Parts } from './parts.ts';
import type { RoomDb } from './tables.ts';

/** SQL: the root of the tree that a facility is in. */
const rootOf = (facilityId: number) =>
  sql<number>`(select coalesce(here.root_facility_id, here.id) from facility here where here.id = ${facilityId})`;

/** Facilities of the tree that `facilityId` is in, the root first. */
const inTree = (db: RoomDb, facilityId: number) =>
  db
    .selectFrom('facility')
    .select(['facility.id', 'facility.company_name'])
    .where(sql`coalesce(facility.root_facility_id, facility.id)`, '=', rootOf(facilityId))
    .orderBy(({ eb }) => eb('facility.root_facility_id', 'is not', null))
    .orderBy(sql`lower(facility.company_name)`)
    .orderBy('facility.id');

const toDto = (rows: readonly { id: number; company_name: string }[]) =>
  rows.map(({ id, company_name }) => ({ serviceProviderDTO: { id, companyName: company_name } }));

export function handleTree({ handle, db, states }: Parts): void {
  handle(listVendors, async ({ user }) => {
    const facilityId = await states.facilityOf(user);
    return toDto(await inTree(db, facilityId).where('facility.active', '=', true).execute());
  });

  // Where the person may go: a super admin of the root anywhere in the tree, others where they are a member.
  handle(listInternalFacilities, async ({ user, facilityId }) =>
    toDto(
      await inTree(db, facilityId)
        .where((where) =>
          where.or([
            where('facility.id', '=', facilityId),
            where.and([
              where('facility.active', '=', true),
              where.exists(
                where
                  .selectFrom('membership')
                  .select('membership.id')
                  .where('membership.user_id', '=', user.userId)
                  .where('membership.disabled', '=', false)
                  .where(
                    sql<boolean>`(membership.facility_id = facility.id or (membership.facility_id = facility.root_facility_id
                      and 'SP_SUPER_ADMIN' = any(membership.member_roles)))`,
                  ),
              ),
            ]),
          ]),
        )
        .execute(),
    ),
  );
}
