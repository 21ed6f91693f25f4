import type { MachineJobs } from '@sinter/sdk/contract/catalog/machineJobs';
import { sql } from 'kysely';

/** `j`, a job, has not ended and is no downtime. */
const isOpen = sql`
  j.status in ('WAITING', 'QUEUED', 'IN_PROGRESS', 'PAUSED')
    and j.job_type not in ('DOWNTIME', 'POST_PROCESSING_DOWNTIME')`;

export const jobsOnMachines: MachineJobs = {
  async count(db, equipmentIds) {
    const { rows } = await sql<{ id: number; open: number }>`
      select j.equipment_id as id, (count(*) filter (where ${isOpen}))::int as open from job j
      where j.equipment_id = any(${[...equipmentIds]}::bigint[]) group by j.equipment_id
    `.execute(db);
    return new Map(rows.map(({ id, open }) => [id, open]));
  },

  async materials(db, equipmentId) {
    const { rows } = await sql<{ id: number; count: number }>`
      select j.material_id as id, count(*)::int as count from job j
      where j.equipment_id = ${equipmentId} and ${isOpen} and j.material_id is not null group by j.material_id
    `.execute(db);
    return new Map(rows.map(({ id, count }) => [id, count]));
  },
};
