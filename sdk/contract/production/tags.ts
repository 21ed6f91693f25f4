import * as z from 'zod';
import { bulkResultSchema } from '../bulk.ts';
import { defineCall } from '../call.ts';
import { member, provider } from '../guard.ts';
import { knownTagSchema, tagChangeSchema } from '../tags.ts';

/** Tags of a facility on its lots (product 2, Tags). */

/** Retired ones too: what has them is found by them. */
export const listLotTags = defineCall({
  id: 'production.lotTags',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/work-center/lot-tags',
  summary: 'Tags of the facility that lots can have, by label.',
  guard: provider('WORKCENTER_OPERATION_ACCESS'),
  flag: 'WORKPLAN',
  response: z.array(knownTagSchema),
});

/**
 * Also of lots that are done. Each is changed for itself; a row says why nothing was done: NOT_FOUND where the facility has no such lot or
 * the caller may not know of it, or CONFLICT where there is no such tag (who may edit tags adds one by using it), it is retired or not for
 * lots, or there would be more than 20. Kiosks change none.
 */
export const tagLots = defineCall({
  id: 'production.tagLots',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/work-center/lot-tags',
  summary: 'Gives lots tags of the facility and takes them from them; answers for each.',
  guard: member({
    roles: ['ROLE_SERVICE_PROVIDER'],
    permissions: ['WORKCENTER_OPERATION_ACCESS'],
    notOnly: ['LOT_USER'],
  }),
  flag: 'WORKPLAN',
  body: tagChangeSchema.extend({ ids: z.array(z.number().int()).min(1).max(100) }),
  response: bulkResultSchema,
});
