import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyMember } from '../guard.ts';
import { namedSchema } from '../named.ts';
import { materialSchema } from './catalog.ts';

/** Manufacturing processes, and what facilities offer of them (specification 7.3). */

/**
 * A manufacturing process. `processKey`: one of the keys of `processes.ts`. `sequence`: its place in lists, smallest
 * first.
 */
export const amProcessSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  processKey: z.string(),
  sequence: z.number().int(),
});

/** Of what is the same for everybody. */
export const sameForAll = 'It lists what is the same for everybody, and says nothing of orders or files.';

/** Specification 7.3. Ordered by `sequence`. */
export const listAmProcesses = defineCall({
  id: 'catalog.amProcesses',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/amprocess',
  summary: 'Processes. With `filter_by_match_type`, only those that a facility of `matchingType` offers on a machine.',
  guard: anyMember(sameForAll),
  query: z.object({
    filter_by_match_type: z.enum(['true', 'false']).optional(),
    matchingType: z.enum(['INTERNAL_FACILITY']).optional(),
  }),
  response: z.array(amProcessSchema),
});

/** What a buyer can choose from: the processes and materials that some facility really offers (specification 7.3). */
export const listOfferedMaterials = defineCall({
  id: 'catalog.offered',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/sp/machineMaterialMapping',
  summary:
    'Processes with the materials, finishes and the largest build volume (mm) that some machine offers for them.',
  guard: anyMember(sameForAll),
  response: z.array(
    z.object({
      process: amProcessSchema,
      materials: z.array(materialSchema),
      /** The one that most machines run; of equals, the one that is loaded on most now. */
      proposedMaterialId: z.number().int(),
      /** What the facilities that have such machines can do to a part afterwards, by name. */
      finishes: z.array(namedSchema),
      maxBuildVolume: z.object({ x: z.number(), y: z.number(), z: z.number() }),
    }),
  ),
});
