import { CallError } from '@sinter/sdk/contract';
import { buildOutcomes } from '@sinter/sdk/contract/production/buildOutcomes';
import { machineBuilds } from '@sinter/sdk/contract/scheduling/machineBuilds';
import { defineJob, type JobContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { say } from '../texts.ts';

const followedSchema = z.enum(['PAUSE', 'RESUME', 'END', 'SKIP']);
export type Followed = z.infer<typeof followedSchema>;

/** A job does what its print did. It works however often it runs: each step asks what the job allows. */
export const followJob = defineJob({
  name: 'connectivity.follow',
  payload: z.object({ printId: z.uuid(), what: followedSchema }),
  lane: 'light',
  maxAttempts: 10,
});

interface Row {
  jobId: number;
  facilityId: number;
  machine: string;
  finished: boolean | null;
  skipped: string[];
}

export async function follow(
  services: JobContext,
  { printId, what }: z.output<typeof followJob.payload>,
): Promise<void> {
  const { rows } = await sql<Row>`
    select p.job_id as "jobId", m.facility_id as "facilityId", coalesce(e.display_name, m.machine) as machine, p.finished,
      p.skipped
    from mc_print p join mc_machine m on m.id = p.machine_id left join equipment e on e.id = m.equipment_id
    where p.id = ${printId} and p.job_id is not null
  `.execute(services.db);
  const [print] = rows;
  if (!print) return;
  try {
    if (what === 'SKIP') await markSkipped(services, printId, print);
    else {
      const ended = print.finished === true ? 'COMPLETE' : 'FAIL';
      const reason = say('stoppedAtMachine').message;
      await services
        .get(machineBuilds)
        .happened(services, print, what === 'END' ? ended : what, ended === 'FAIL' ? reason : '');
    }
  } catch (error) {
    // People have done something else with the job: theirs counts.
    if (!(error instanceof CallError)) throw error;
    services.log.info('a job does not follow its machine', { jobId: print.jobId, what, code: error.code });
  }
}

/** `<order file id>-<number as people read it>`, as objects are named for machines; others are nobody's. */
const named = /^(?:.*\D)?(\d{1,15})[-_](\d{1,6})(?:\.\w+)?$/;

async function markSkipped(
  services: JobContext,
  printId: string,
  { jobId, facilityId, machine, skipped }: Row,
): Promise<void> {
  const built = await services.db.selectFrom('job_file').select('order_file_id').where('job_id', '=', jobId).execute();
  const parts = new Set(built.map((part) => part.order_file_id));
  const objects = skipped.flatMap((name) => {
    const [, file, number] = named.exec(name) ?? [];
    const [orderFileId, copy] = [Number(file), Number(number) - 1];
    return parts.has(orderFileId) && copy >= 0 ? [{ orderFileId, copy }] : [];
  });
  if (objects.length === 0) return;
  await services.get(buildOutcomes).skipped(services, {
    ...{ facilityId, jobId, objects, device: machine, reason: say('skippedByMachine').message },
    eventId: `${printId} ${objects.length}`,
  });
}
