import * as z from 'zod';
import { defineEvent } from '../event.ts';
import { anyProvider } from '../guard.ts';

const id = z.number().int();

/** Goes to the facility of the job and to its root facility. `status`: the present one. `what`: `CREATE`, `MOVE`, `TAG`, an event of the table of statuses. */
export const jobChanged = defineEvent({
  type: 'job.changed',
  summary: 'A job was created, moved, or changed its status.',
  payload: z.object({
    jobId: id,
    facilityId: id,
    equipmentId: id,
    status: z.string(),
    what: z.string().optional(),
  }),
  guard: anyProvider('It tells no more than the chart shows of any job: that a machine is busy.'),
  subject: { area: 'scheduling', id: 'jobId' },
  origin: 'server',
});
