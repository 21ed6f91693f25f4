import * as z from 'zod';
import { defineEvent } from '../event.ts';

const id = z.number().int();

/** Goes to the facility of the job and to its root facility. `status`: the present one. */
export const jobChanged = defineEvent({
  type: 'job.changed',
  summary: 'A job was created, moved, or changed its status.',
  payload: z.object({ jobId: id, facilityId: id, equipmentId: id, status: z.string() }),
  origin: 'server',
});
