import * as z from 'zod';
import { defineCall } from '../call.ts';
import { provider } from '../guard.ts';
import { floorCardSchema } from './lots.ts';
import { stepKindSchema } from './mes.ts';

/** What is done on the board of the production flow: it looks at lots, and changes no schedule. */

const flow = provider('PRODUCTION_FLOW_ACCESS');

/** `age` in hours of the oldest open lot; `yield` of all pieces counted within 30 days, from 0 to 1, `null` without any. */
export const readFlow = defineCall({
  id: 'production.flow',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/production-flow',
  summary: 'Where all work stands, step by step.',
  guard: flow,
  flag: 'PRODUCTION_FLOW',
  query: z.object({
    processId: z.coerce.number().int().optional(),
    companyId: z.coerce.number().int().optional(),
    priorityId: z.coerce.number().int().optional(),
  }),
  response: z.object({
    steps: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        kind: stepKindSchema,
        workCenter: z.string(),
        lots: z.number().int(),
        pieces: z.number().int(),
        waiting: z.number().int(),
        running: z.number().int(),
        held: z.number().int(),
        late: z.number().int(),
        age: z.number().nullable(),
        limit: z.number().int().nullable(),
        blocks: z.boolean(),
        yield: z.number().nullable(),
        /** Good pieces of the last seven days. */
        throughput: z.number().int(),
      }),
    ),
    choices: z.object({
      processes: z.array(z.object({ id: z.number().int(), name: z.string() })),
      companies: z.array(z.object({ id: z.number().int(), name: z.string() })),
      priorities: z.array(z.object({ id: z.number().int(), name: z.string() })),
    }),
  }),
});

/** Fifty at a time, in the order in which the work centers show them. */
export const listFlowLots = defineCall({
  id: 'production.flowLots',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/production-flow/lots',
  summary: 'Lots that stand at a step, the next ones first.',
  guard: flow,
  flag: 'PRODUCTION_FLOW',
  query: z.object({
    /** Key of the step. */
    step: z.string().min(1).max(40),
    processId: z.coerce.number().int().optional(),
    companyId: z.coerce.number().int().optional(),
    priorityId: z.coerce.number().int().optional(),
    offset: z.coerce.number().int().min(0).max(100_000).default(0),
  }),
  response: z.object({ cards: z.array(floorCardSchema), total: z.number().int() }),
});

/** Refused with NOT_FOUND for a lot that the caller may not know of, and NOT_POSSIBLE for one that is done. */
export const expediteLot = defineCall({
  id: 'production.expedite',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/production-flow/lots/{id}/expedite',
  summary: 'Puts a lot before all others at every work center, or back in its place.',
  guard: flow,
  flag: 'PRODUCTION_FLOW',
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: z.object({ expedited: z.boolean() }),
  response: z.object({ expedited: z.boolean() }),
});

/** Publishes a version of the settings of production; a draft of them stays. Refused with NOT_FOUND for a work center that there is not. */
export const limitWorkCenter = defineCall({
  id: 'production.limitWorkCenter',
  owner: 'production',
  method: 'PUT',
  path: '/api/v1/production-flow/work-centers/{key}/limit',
  summary: 'Sets how many open lots a work center has at most, and whether more are refused.',
  guard: flow,
  flag: 'PRODUCTION_FLOW',
  params: z.object({ key: z.string().min(1).max(40) }),
  body: z.object({
    /** `null`: any number. */
    limit: z.number().int().min(1).max(10_000).nullable(),
    /** Beyond it no further lot is started; otherwise it is only told. */
    blocks: z.boolean(),
  }),
  response: z.object({ limit: z.number().int().nullable(), blocks: z.boolean() }),
});
