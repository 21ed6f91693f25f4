import type { FacilityUse } from '@sinter/sdk/server';
import { sql } from 'kysely';

/** Jobs of a facility that have not ended. */
export const activeJobs: FacilityUse = {
  kind: 'ACTIVE_JOBS',
  async count(db, facilityIds) {
    const { rows } = await sql<{ id: number; count: number }>`
      select facility_id as id, count(*)::int as count from job
      where facility_id = any(${[...facilityIds]}::bigint[])
        and status in ('QUEUED', 'WAITING', 'IN_PROGRESS', 'PAUSED')
      group by facility_id
    `.execute(db);
    return new Map(rows.map(({ id, count }) => [id, count]));
  },
};
