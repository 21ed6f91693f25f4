import * as z from 'zod';
import { defineCall } from '../call.ts';
import { provider } from '../guard.ts';

/** Handing parts and plates to Magics on the user's own machine (specification 7.6). */

const id = z.number().int();
const planner = provider('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS');
/** The parts, or the job, that Magics opens. */
const selection = z.object({
  /** Order files, separated by commas. */
  rfqFileIds: z
    .string()
    .max(5000)
    .regex(/^\d+(,\d+)*$/)
    .optional(),
  jobId: z.coerce.number().int().positive().optional(),
});

/** Specification 7.6. No handler yet: answers UNFINISHED. */
export const magicsRegisterIntent = defineCall({
  id: 'integrations.magicsRegisterIntent',
  owner: 'integrations',
  method: 'GET',
  path: '/api/v3/magics/register-intent',
  summary: 'The address that opens these parts, or a job, in Magics; without any, it checks the connection.',
  guard: planner,
  query: selection,
  response: z.object({ url: z.string() }),
  unfinished: true,
});

/** Specification 7.6. No handler yet: answers UNFINISHED. */
export const magicsPlatform = defineCall({
  id: 'integrations.magicsPlatform',
  owner: 'integrations',
  method: 'GET',
  path: '/api/v3/magics/platform/{id}',
  summary: 'A plate arranged in Magics.',
  guard: planner,
  flag: 'MACHINE_PLATFORMS',
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: z.object({
    id,
    name: z.string(),
    revision: z.number().int(),
    machineId: id,
    materialId: id.nullable(),
    /** Of the arranged parts, mm. */
    height: z.number(),
    /** Share of the build plate that is used, 0 to 1. */
    utilization: z.number(),
    parts: z.array(z.object({ rfqFileId: id.nullable(), fileName: z.string(), quantity: z.number().int() })),
  }),
  unfinished: true,
});
