import * as z from 'zod';
import { defineCall } from '../call.ts';
import { member } from '../guard.ts';
import { orderFileSchema } from './orderFile.ts';
import { eachOrder, matchStatusSchema, orderRowSchema, orderStatusSchema } from './rows.ts';
import { mostLines } from './request.ts';
import { orderRights } from './rights.ts';

/** Order lists and documents (the rest of specification 7.4). */

const id = z.number().int();
const orderer = member({ roles: ['ROLE_ENGINEER'], memberRoles: orderRights.create });
/** There are more than `totalCount`, which is a full thousand then. */
const moreThanTotal = z.boolean().optional();
/** `page` counts from 0; `size`: rows of a page (specification 9). */
const paging = {
  page: z.coerce.number().int().min(0).max(100_000).default(0),
  size: z.coerce.number().int().min(1).max(100).default(15),
};

/** At most the next full thousand is counted, as by `searchOrders` (specification 7.4). */
export const listOrders = defineCall({
  id: 'orders.list',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders',
  summary: "Orders of the user's own company or facility, newest first.",
  guard: eachOrder,
  query: z.object({ ...paging, status: z.union([orderStatusSchema, matchStatusSchema]).optional() }),
  response: z.object({ orders: z.array(orderRowSchema), totalCount: z.number().int(), moreThanTotal }),
  isBulk: ({ query }) => query.size > 50,
});

/**
 * By file name from three characters on, or by the number of the order or of the part. Latest orders first; at most the
 * next full thousand is counted (specification 7.4; product 3.7).
 */
export const searchParts = defineCall({
  id: 'orders.searchParts',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/search-parts',
  summary: 'Ordered parts by file name or number, over all orders the user may see.',
  guard: eachOrder,
  query: z.object({ ...paging, searchString: z.string().max(200).default('') }),
  response: z.object({
    parts: z.array(orderFileSchema.extend({ orderId: id, displayTitle: z.string() })),
    totalCount: z.number().int(),
    moreThanTotal,
  }),
  isBulk: ({ query }) => query.size > 50,
});

/**
 * The pictures are seen by whoever sees the order. Refused with NOT_FOUND when the caller may not see the order or a
 * picture; with INVALID_INPUT when a part is not of the order, or a file is no PNG of the own company (specification 7.4).
 */
export const updatePngFile = defineCall({
  id: 'orders.updatePngFile',
  owner: 'orders',
  method: 'POST',
  path: '/api/v1/rfq/updatePngFile/{orderId}',
  summary: "Replaces the pictures of an order's parts.",
  guard: orderer,
  params: z.object({ orderId: z.coerce.number().int().positive() }),
  body: z.object({
    files: z
      .array(z.object({ orderFileId: id, pngFileId: id }))
      .min(1)
      .max(mostLines),
  }),
  response: z.array(orderFileSchema.pick({ id: true, pngFileDTO: true })),
});

/** What lists can be filtered by (specification 3.1). `WORKPLAN_STATUESES` is the specification's spelling. */
export const filterTypeSchema = z.enum([
  'SEARCH_STRING',
  'MACHINE',
  'GENERAL_MATERIAL',
  'SPECIFIC_MATERIAL',
  'AM_PROCESS',
  'ID',
  'INDUSTRY_FOCUS',
  'PRIMARY_USE_CASE',
  'WORKPLAN_STATUESES',
  'WORK_CENTERS',
  'POST_PROCESSING',
  'ORDER_STATUS',
  'MATERIAL_COMPOUND',
  'USER_ASSIGNED',
  'THIRD_PARTY_ORDER_ID',
  'MATERIALS',
  'TAGS',
  'NCR_STATUSES',
  'SEVERITY',
  'QUOTE_DUE_DATE',
  'ESTIMATED_DELIVERY_DATE',
  'ASSIGNED_USER',
  'NCR_DISPOSITIONS',
  'NCR_TYPE',
  'CAPA_TYPE',
  'ORDER_ID',
  'CAD_FILE_ID',
  'CUSTOMER_ID',
  'BUSINESS_UNIT',
  'CREATE_DATE',
  'MODIFY_DATE',
  'EQUIPMENTS',
]);

export type FilterType = z.infer<typeof filterTypeSchema>;
