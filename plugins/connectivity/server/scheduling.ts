import { CallError } from '@sinter/sdk/contract';
import type { Gates } from '@sinter/sdk/contract/production/askGates';
import type { MachineTimes } from '@sinter/sdk/contract/scheduling/machineBuilds';
import { runningModules } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { say } from './texts.ts';

/** No job starts on a machine whose plate nobody has cleared, but the one whose print lies there. */
export const plateGate: Gates = {
  async require({ get }, unit, facilityId, { gate, subjectId }) {
    if (gate !== 'JOB_START') return;
    const modules = get(runningModules);
    if (!(await modules.runs('connectivity', facilityId)) || !(await modules.flag('MACHINE_CONNECTIVITY', facilityId)))
      return;
    const { rows } = await sql<{ name: string }>`
      select e.display_name as name from job j join mc_machine m on m.equipment_id = j.equipment_id
      join equipment e on e.id = j.equipment_id left join mc_print p on p.id = m.print_id
      where j.id = ${subjectId} and m.plate_full and p.job_id is distinct from j.id
    `.execute(unit.db);
    const [full] = rows;
    if (full) throw new CallError('CONFLICT', say('plateFull', { machine: full.name }));
  },
};

/** When machines began and ended their prints. */
export const timesOfPrints: MachineTimes = {
  async of(db, jobId) {
    const { rows } = await sql<{ from: Date; to: Date | null }>`
      select started_at as from, ended_at as to from mc_print where job_id = ${jobId}
    `.execute(db);
    return rows[0] ?? null;
  },
};
