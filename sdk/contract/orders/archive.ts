import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyMember, member } from '../guard.ts';
import { orderRights } from './rights.ts';

/** How long a side keeps what it has put away, and what it has to keep longer (product 2, Archive). Each side has its own. */

const params = z.object({ id: z.coerce.number().int().positive() });
const keeper = member({ memberRoles: orderRights.legalHold });
const reason = z.string().trim().min(1).max(1000);

/** Years that an archived order is kept where nobody has decided otherwise. */
export const usualRetentionYears = 10;

export const legalHoldSchema = z.object({ at: z.string(), by: z.string(), reason: z.string() });
export type LegalHold = z.infer<typeof legalHoldSchema>;

/** What the own side keeps of an order. */
export const keepingSchema = z.object({
  /** ISO date and time until which the order is kept at least; `null` while it is not archived. */
  keptUntil: z.string().nullable(),
  /** However long that takes; `null`: none. */
  legalHold: legalHoldSchema.nullable(),
});
export type Keeping = z.infer<typeof keepingSchema>;

export const readKeeping = defineCall({
  id: 'orders.keeping',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/{id}/keeping',
  summary: 'Until when the own side keeps an order, and whether it is under legal hold.',
  guard: anyMember('Each order decides who sees it; the other side’s legal holds are not told.'),
  params,
  response: keepingSchema,
});

/** Set again, the new reason counts. Refused with NOT_FOUND when the caller may not see the order. */
export const setLegalHold = defineCall({
  id: 'orders.setLegalHold',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/{id}/legal-hold',
  summary: 'Puts an order under legal hold for the own side.',
  guard: keeper,
  params,
  body: z.object({ reason }),
  response: keepingSchema,
});

/** Refused as `setLegalHold`. */
export const liftLegalHold = defineCall({
  id: 'orders.liftLegalHold',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/{id}/legal-hold/lift',
  summary: 'Lifts the legal hold of the own side.',
  guard: keeper,
  params,
  body: z.object({ reason }),
  response: keepingSchema,
});

const retentionSchema = z.object({ years: z.number().int().min(1).max(100) });

export const readRetention = defineCall({
  id: 'orders.retention',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/retention',
  summary: 'For how many years the own side keeps archived orders.',
  guard: anyMember('A number of the own facility or company, which says nothing about any order.'),
  response: retentionSchema,
});

export const saveRetention = defineCall({
  id: 'orders.saveRetention',
  owner: 'orders',
  method: 'PUT',
  path: '/api/v3/orders/retention',
  summary: 'Decides for how many years the own side keeps archived orders, those that are archived already too.',
  guard: keeper,
  body: retentionSchema,
  response: retentionSchema,
});
