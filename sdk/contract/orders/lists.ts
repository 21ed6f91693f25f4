import * as z from 'zod';
import { bulkResultSchema } from '../bulk.ts';
import { defineCall } from '../call.ts';
import { member, notKiosk } from '../guard.ts';
import { namedSchema } from '../named.ts';
import { tagChangeSchema } from '../tags.ts';
import { orderSearchSchema } from './filters.ts';
import { eachOrder, orderCountSchema, orderEventSchema, orderSortSchema } from './rows.ts';
import { orderRights } from './rights.ts';

/** Lists of orders: counts, tags, changes of several, what was read, and the file of a list (product 2, 3.7). */

const id = z.number().int();
const ids = z.array(id).min(1).max(100);
/** Every function of its own; an add-on does not, nor a kiosk. */
const worker = member({ memberRoles: orderRights.archive });

/** As `countOrders`, of what a search finds. */
export const countFoundOrders = defineCall({
  id: 'orders.countFound',
  owner: 'orders',
  method: 'POST',
  reads: true,
  path: '/api/v3/orders/count',
  summary: 'How many orders a search finds, by status and by due date.',
  guard: eachOrder,
  query: z.object({ schedulingCall: z.enum(['true', 'false']).optional() }),
  body: orderSearchSchema,
  response: orderCountSchema,
  // All that a search finds is read.
  isBulk: ({ body }) => body.searchString !== '' || Object.keys(body.searchFilters).length > 0,
});

/** Customers: only for a facility, those whose orders the caller sees. Tags: of the caller's own side, in their order. */
export const listOrderFilters = defineCall({
  id: 'orders.filters',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/filters',
  summary: 'What orders can be filtered by: processes, materials, machines, customers and tags.',
  guard: eachOrder,
  response: z.object({
    processes: z.array(namedSchema),
    generalMaterials: z.array(namedSchema),
    materials: z.array(namedSchema),
    machines: z.array(namedSchema),
    customers: z.array(namedSchema),
    industries: z.array(z.string()),
    /** Names of the request forms that orders were asked by. */
    requestForms: z.array(z.string()),
    /** `value`: what TAGS takes; an id, or a company's own word. */
    tags: z.array(z.object({ value: z.string(), label: z.string() })),
  }),
});

/** The tags that a side has put on orders which the caller sees. */
export const listOrderTags = defineCall({
  id: 'orders.tags',
  owner: 'orders',
  method: 'GET',
  path: '/api/v1/orders/tags',
  summary: 'Tags of the own facility or company that are in use on orders.',
  guard: eachOrder,
  response: z.array(z.string()),
});

/**
 * A facility and the buyer's company each have tags of their own, which the other side never sees. What else the orders
 * have stays. An order that the caller may not see, or that would have more than 20 tags, says so in its own row.
 */
export const tagOrders = defineCall({
  id: 'orders.tag',
  owner: 'orders',
  method: 'POST',
  path: '/api/v1/orders/tags',
  summary: 'Gives orders tags of the own side and takes them from them; answers for each.',
  guard: worker,
  body: tagChangeSchema.extend({ ids }),
  response: bulkResultSchema,
});

/**
 * Each order is changed by itself: what one refuses keeps no other from it. The same `eventId` sent twice acts once on
 * each order. A row says why nothing was done: as `fireOrderEvent` would.
 */
export const fireOrderEvents = defineCall({
  id: 'orders.fireMany',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/events',
  summary: 'Holds, resumes, declines, archives or restores several orders; answers for each.',
  guard: worker,
  body: z.object({
    ids,
    eventId: z.uuid(),
    event: orderEventSchema.extract(['HOLD', 'RESUME', 'DECLINE', 'ARCHIVE', 'RESTORE']),
    reason: z.string().max(1000).default(''),
  }),
  response: bulkResultSchema,
});

/** Refused with NOT_FOUND for an order that the caller may not see. */
export const markOrderSeen = defineCall({
  id: 'orders.seen',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/{id}/seen',
  summary: 'The caller has read the order as it is now: it is not new to them until it changes.',
  guard: notKiosk,
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: z.null(),
});

/** A column of the file: one of the row's fields, under the reader's words for it. */
const csvColumn = z.object({ key: z.string().max(60), title: z.string().max(200) });

/**
 * Numbers are numbers and dates ISO, whatever the language; `words` says what statuses are called. The file ends after
 * 100,000 orders.
 */
export const exportOrders = defineCall({
  id: 'orders.export',
  owner: 'orders',
  method: 'POST',
  reads: true,
  path: '/api/v3/orders/export',
  summary: 'Everything that a search finds, as comma-separated values.',
  guard: notKiosk,
  query: orderSortSchema,
  body: orderSearchSchema.extend({
    columns: z.array(csvColumn).min(1).max(60),
    words: z.record(z.string().max(60), z.string().max(200)).default({}),
  }),
  produces: 'stream',
  response: z.unknown(),
});
