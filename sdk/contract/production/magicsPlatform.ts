import * as z from 'zod';
import { defineCall } from '../call.ts';
import { provider } from '../guard.ts';

const id = z.number().int();

/** Refused as `readPlatform`, and with NOT_FOUND for one that was not arranged in Magics (specification 7.6). */
export const magicsPlatform = defineCall({
  id: 'production.magicsPlatform',
  owner: 'production',
  method: 'GET',
  path: '/api/v3/magics/platform/{id}',
  summary: 'A plate arranged in Magics.',
  guard: provider('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS'),
  flag: 'MACHINE_PLATFORMS',
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: z.object({
    id,
    name: z.string(),
    revision: id,
    machineId: id,
    /** `null`: its parts are of several. */
    materialId: id.nullable(),
    /** Of the arranged parts, mm. */
    height: z.number(),
    /** Share of the machine's box that is used up to this height, 0 to 1. */
    utilization: z.number(),
    parts: z.array(z.object({ rfqFileId: id, fileName: z.string(), quantity: z.number().int() })),
  }),
});
