import * as z from 'zod';
import { defineCall } from '../call.ts';
import { defineEvent } from '../event.ts';
import { engineer, member, provider } from '../guard.ts';
import { fileDtoSchema } from '../host/files.ts';
import { orderRights } from '../orders/rights.ts';
import { ncrLineSchema, ncrMarkSchema, ncrRowStateSchema, ncrStatusSchema } from './ncr.ts';
import { dispositionSchema } from './settings.ts';

/** Non-conformances in an order, for the facility that makes it and for its customer. Dates are ISO dates and times. */

const id = z.number().int();
const ofOrder = z.object({ orderId: z.coerce.number().int().positive() });
const eventId = z.uuid();
const text = z.string().trim().max(2000);
/** Photos that show a problem that a customer reports. */
export const mostReportPhotos = 20;

/** Newest first. Refused with NOT_FOUND for an order that the caller may not see. */
export const listOrderNcrs = defineCall({
  id: 'quality.orderNcrs',
  owner: 'quality',
  method: 'GET',
  path: '/api/v1/quality/orders/{orderId}/ncrs',
  summary: 'Non-conformances of an order in the facility that makes it.',
  guard: provider('QUALITY_MANAGEMENT_ACCESS'),
  flag: 'QUALITY_MANAGEMENT',
  params: ofOrder,
  response: z.array(ncrLineSchema),
});

/** What a customer knows of one: nothing of jobs, machines, lots, people, cost, or of how it is worked on. */
export const customerNcrSchema = z.object({
  id,
  number: z.string(),
  /** Of what the facility shows; of what the customer has reported their own words. */
  title: z.string(),
  text: z.string(),
  orderFileId: id.nullable(),
  part: z.string(),
  status: ncrStatusSchema,
  affectedQuantity: id,
  characteristic: z.string(),
  requirement: z.string(),
  measured: z.string(),
  /** The customer has reported it. */
  reported: z.boolean(),
  createdAt: z.string(),
  closedAt: z.string().nullable(),
  photos: z.array(z.object({ id, file: fileDtoSchema, caption: z.string(), marks: z.array(ncrMarkSchema) })),
  /** What is done with the pieces, once it is decided or the customer is asked. */
  rows: z.array(
    z.object({
      id,
      quantity: id,
      disposition: dispositionSchema,
      state: ncrRowStateSchema,
      reason: z.string(),
      answer: z.object({ by: z.string(), at: z.string(), accepts: z.boolean(), note: z.string() }).nullable(),
      /** It waits for the caller's company, and the caller may answer. */
      mayAnswer: z.boolean(),
    }),
  ),
});
export type CustomerNcr = z.infer<typeof customerNcrSchema>;

/** Those that the facility shows its customer, and those that the customer has reported; newest first. Refused with NOT_FOUND. */
export const listCustomerNcrs = defineCall({
  id: 'quality.customerNcrs',
  owner: 'quality',
  method: 'GET',
  path: '/api/v1/quality/my-orders/{orderId}/ncrs',
  summary: 'Problems with parts of an order, as its buyer sees them.',
  guard: engineer,
  params: ofOrder,
  response: z.object({
    ncrs: z.array(customerNcrSchema),
    /** The caller may report one now: `reportIssue` would not be refused. */
    mayReport: z.boolean(),
    /** The end of the time to report after delivery; `null`: no end yet. */
    until: z.string().nullable(),
  }),
});

/**
 * While the order is made, and after it was shipped until `claimDays` after it arrived; then it is also the claim of the order, which waits for
 * the facility's answer. Refused with NOT_FOUND for an order that the caller may not see; with TRANSITION_REFUSED at any other time, or where the
 * facility does not work with quality management (then the order's own event CLAIM is there); with INVALID_INPUT for a part that is not the
 * order's, more pieces than were ordered, and files that are not pictures of the own company. Repeating an `eventId` does nothing.
 */
export const reportIssue = defineCall({
  id: 'quality.reportIssue',
  owner: 'quality',
  method: 'POST',
  path: '/api/v1/quality/my-orders/{orderId}/ncrs',
  summary: 'Reports a problem with a part of an order to the facility that makes it.',
  guard: member({ roles: ['ROLE_ENGINEER'], memberRoles: orderRights.create }),
  params: ofOrder,
  body: z.object({
    eventId,
    orderFileId: id,
    quantity: z.number().int().min(1).max(100_000),
    text: text.min(1),
    fileIds: z.array(id).max(mostReportPhotos).default([]),
  }),
  response: z.object({ id, number: z.string() }),
});

/**
 * May pieces be used as they are? Refused with NOT_FOUND; with CONFLICT where it waits for no answer any more; with INVALID_INPUT for a
 * refusal without a note.
 */
export const answerConcession = defineCall({
  id: 'quality.answerConcession',
  owner: 'quality',
  method: 'POST',
  path: '/api/v1/quality/my-orders/{orderId}/ncrs/{id}/rows/{rowId}/answer',
  summary: 'Accepts pieces as they are, or refuses to.',
  guard: member({ roles: ['ROLE_ENGINEER'], memberRoles: orderRights.create }),
  params: ofOrder.extend({ id: z.coerce.number().int().positive(), rowId: z.coerce.number().int().positive() }),
  body: z.object({ accepts: z.boolean(), note: text.default('') }),
  response: z.object({ state: ncrRowStateSchema }),
});

/** Goes to the customer whose order it is. */
export const customerNcrChanged = defineEvent({
  type: 'ncr.shown',
  summary: 'Something changed that a customer is shown of non-conformances.',
  payload: z.object({ orderId: id }),
  guard: member({ roles: ['ROLE_ENGINEER'], notOnly: ['LOT_USER'] }),
  subject: { area: 'orders', id: 'orderId' },
  origin: 'server',
});
