import type { MachineBuilds } from '@sinter/sdk/contract/scheduling/machineBuilds';
import { requireFreeMachine } from './fire.ts';
import { hoursBetween, hoursTaken } from './machineTimes.ts';
import { changeRow, jobsDb, lockJob, madeBefore, record } from './job.ts';
import { learnFrom } from './learn.ts';
import { partsOf } from './parts.ts';
import { tellScheduled } from './scheduled.ts';
import { allowedJobEvents, requireTransition } from './transitions.ts';
import { settleTypes } from './types.ts';

/** What listens to machines makes jobs of their prints, and lets running ones follow them. */
export const buildsOfMachines: MachineBuilds = {
  async found(context, unit, { equipmentId, name, from, to, eventId }) {
    const { facilityId, user } = context;
    const made = await madeBefore(unit, facilityId, eventId);
    if (made !== null) return made;
    await requireFreeMachine(unit, { id: 0, facility_id: facilityId, equipment_id: equipmentId });
    const { material } = await unit.db
      .selectFrom('equipment')
      .select('current_material_id as material')
      .where('id', '=', equipmentId)
      .executeTakeFirstOrThrow();
    const { id } = await jobsDb(unit)
      .insertInto('job')
      .values({
        facility_id: facilityId,
        equipment_id: equipmentId,
        job_name: name,
        job_type: 'ORDER_NO_RFQ',
        job_source: 'SCHEDULING',
        job_creation_type: 'MACHINE_CONNECTIVITY',
        status: 'IN_PROGRESS',
        material_id: material,
        from_date: from,
        to_date: to,
        estimated_hours: hoursBetween(from, to),
        started_at: from,
        event_id: eventId,
        created_by: user.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await settleTypes(unit, [id]);
    await record(unit, await lockJob(unit, facilityId, id), { event: 'CREATE', userId: user.userId });
    return id;
  },

  happened: (services, { facilityId, jobId }, event, reason) =>
    services.write(async (unit) => {
      const job = await lockJob(unit, facilityId, jobId);
      if (!allowedJobEvents(job.status, job.job_type).includes(event)) return false;
      const { to } = requireTransition(event, job.status, job.job_type);
      const ends = event === 'COMPLETE' || event === 'FAIL';
      const parts = await partsOf(unit, jobId);
      // How many of them are good says a person.
      if (ends && parts.length > 0) return false;
      const hours = ends && job.started_at ? await hoursTaken(services, unit, jobId, job.started_at) : job.actual_hours;
      await changeRow(unit, jobId, { status: to, actual_hours: hours });
      await tellScheduled(services, unit, []);
      if (ends) await learnFrom(services, unit, { ...job, status: to, hours, used: null }, parts);
      await record(unit, { ...job, status: to }, { event, reason, userId: null, before: job.status });
      return true;
    }),
};
