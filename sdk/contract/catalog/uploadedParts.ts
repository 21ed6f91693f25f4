import * as z from 'zod';
import { defineCall } from '../call.ts';
import { member, notKiosk } from '../guard.ts';
import { fileDtoSchema } from '../host/files.ts';
import { orderRights } from '../orders/rights.ts';
import { mostLines } from '../orders/request.ts';
import { lengthUnitSchema } from '../preparation/lengthUnit.ts';

/** The part inventory as the specification asks for it by programs (7.4). */

const id = z.number().int();
const editor = member({ roles: ['ROLE_ENGINEER'], memberRoles: orderRights.create });
/** `page` counts from 0; `size`: rows of a page (specification 9). */
const paging = {
  page: z.coerce.number().int().min(0).max(100_000).default(0),
  size: z.coerce.number().int().min(1).max(100).default(15),
};
/** There are more than `totalCount`, which is a full thousand then. */
const moreThanTotal = z.boolean().optional();

/**
 * A part that was uploaded to keep, ordered or not. `size` in mm along x, y and z; volume in mm³; `createdOn` an ISO
 * date and time.
 */
export const uploadedPartSchema = z.object({
  id,
  partNumber: z.string(),
  name: z.string(),
  revision: z.string(),
  originalFileDTO: fileDtoSchema,
  fileDTO: fileDtoSchema,
  pngFileDTO: fileDtoSchema.nullable(),
  itar: z.boolean(),
  size: z.tuple([z.number(), z.number(), z.number()]),
  volumeMm3: z.number(),
  watertight: z.boolean(),
  ordersCount: z.number().int(),
  createdOn: z.string(),
});

/** As `searchParts`, without filters; at most the next full thousand is counted (specification 7.4). */
export const searchUploadedParts = defineCall({
  id: 'catalog.searchUploadedParts',
  owner: 'catalog',
  method: 'POST',
  reads: true,
  path: '/api/v3/orders/search-uploaded-parts',
  summary: "Parts that the user's company uploaded, newest first.",
  guard: notKiosk,
  query: z.object(paging),
  body: z.object({ searchString: z.string().max(200).default('') }),
  response: z.object({ parts: z.array(uploadedPartSchema), totalCount: z.number().int(), moreThanTotal }),
  isBulk: ({ query }) => query.size > 50,
});

/**
 * What the company has already is not added again: the answer names the part that has it. The answer's parts are in the
 * order of the request. Refused as `addPart` (specification 7.4).
 */
export const addUploadedParts = defineCall({
  id: 'catalog.addUploadedParts',
  owner: 'catalog',
  method: 'POST',
  path: '/api/v3/orders/uploaded-parts',
  summary: 'Keeps prepared files as parts without ordering them.',
  guard: editor,
  body: z.object({
    parts: z
      .array(
        z.object({
          originalFileId: id,
          /** The prepared mesh. */
          fileId: id,
          units: lengthUnitSchema.default('MM'),
          partNumber: z.string().max(100).default(''),
          name: z.string().trim().min(1).max(200),
        }),
      )
      .min(1)
      .max(mostLines),
  }),
  response: z.array(uploadedPartSchema),
});
