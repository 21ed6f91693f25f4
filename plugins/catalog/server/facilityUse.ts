import type { FacilityUse } from '@sinter/sdk/server';
import { sql } from 'kysely';

/** Machines that a facility shows. */
export const machinesInUse: FacilityUse = {
  kind: 'MACHINES',
  async count(db, facilityIds) {
    const { rows } = await sql<{ id: number; count: number }>`
      select facility_id as id, count(*)::int as count from equipment
      where facility_id = any(${[...facilityIds]}::bigint[]) and not hidden group by facility_id
    `.execute(db);
    return new Map(rows.map(({ id, count }) => [id, count]));
  },
};
