import * as z from 'zod';

/** What webhooks of a facility are told (product 3.8): ids and statuses, and no names, so that nothing controlled leaves. */

const id = z
  .number()
  .int()
  .meta({ examples: [41] });
const base = {
  facilityId: z
    .number()
    .int()
    .meta({ examples: [1] }),
  /** The screen of what it is about. */
  link: z.url().meta({ examples: ['https://parts.example.com/order-details/41'] }),
  /** It is about something export controlled. */
  controlled: z.literal(true).optional(),
};
const status = (example: string) => z.string().meta({ examples: [example] });

const order = (now: string, before: string | null) =>
  z.object({
    ...base,
    orderId: id,
    status: status(now),
    /** Its status until then; `null` where it is not known. */
    before: z
      .string()
      .nullable()
      .meta({ examples: [before] }),
  });
const job = (now: string) => z.object({ ...base, jobId: id, machineId: id, status: status(now) });
const shipment = (now: string) => z.object({ ...base, shipmentId: id, status: status(now), orderIds: z.array(id) });
const file = (now: string) =>
  z.object({
    ...base,
    fileId: id,
    operationId: z.string().meta({ examples: ['0b0d9e1a-6d3f-4a52-9c55-6a5b2f1c7e10'] }),
    status: status(now),
  });
const lot = z.object({ ...base, lotId: id, orderId: id });
/** A step of the workplan of a lot; `position` counts from 0. */
const item = (now: string, before: string) =>
  z.object({
    ...base,
    lotId: id,
    orderId: id,
    position: z
      .number()
      .int()
      .meta({ examples: [2] }),
    status: status(now),
    before: status(before),
  });
const machine = { ...base, machineId: id };
const ofMachine = z.object(machine);
const ofMaterial = z.object({ ...base, materialId: id });
const member = z.object({ ...base, userId: id });
const connection = z.object({ ...base, integration: z.string().meta({ examples: ['QUICKBOOKS'] }) });
const ncr = z.object({ ...base, ncrId: id, orderId: id.nullable(), lotId: id.nullable() });

/** `data` of every event that a webhook can hear of, by its type. The tree of events is made of these names. */
export const webhookEventData = {
  'order.distributed': order('APPROVED', 'CREATED'),
  'order.status_changed': order('IN_PROGRESS', 'SP_BID_ACCEPTED'),
  'order.on_hold': order('ON_HOLD', 'IN_PROGRESS'),
  'order.resumed': order('IN_PROGRESS', 'ON_HOLD'),
  'order.withdrawn': order('WITHDRAWN', 'DISTRIBUTED'),
  'order.archived': order('ARCHIVED', 'COMPLETED'),
  'order.at_risk': z.object({
    ...base,
    orderId: id,
    promisedOn: z.string().meta({ examples: ['2026-12-01'] }),
    expectedOn: z.string().meta({ examples: ['2026-12-04'] }),
  }),
  'order.quote.requested': order('BID_WAITING', 'APPROVED'),
  'order.quote.submitted': order('BID_SUBMITTED', 'BID_WAITING'),
  'order.quote.revision_requested': order('BID_WAITING', 'BID_SUBMITTED'),
  'order.quote.withdrawn': order('BID_WAITING', 'BID_SUBMITTED'),
  'order.quote.accepted': order('BID_APPROVED', 'BID_SUBMITTED'),
  'order.quote.rejected': order('BID_REJECTED', 'BID_SUBMITTED'),
  'order.quote.expired': order('TIMED_OUT', 'BID_SUBMITTED'),
  'order.payment.started': order('PAYMENT_WAITING', 'BID_SUBMITTED'),
  'order.payment.succeeded': order('BID_APPROVED', 'PAYMENT_WAITING'),
  'order.payment.failed': order('BID_SUBMITTED', 'PAYMENT_WAITING'),
  'order.message.created': z.object({ ...base, orderId: id, commentId: id }),
  'order.file.prepared': file('SUCCESS'),
  'order.file.prep_failed': file('FAILED'),
  'workplan.item.ready': item('READY', 'NOT_READY'),
  'workplan.item.started': item('IN_PROGRESS', 'READY'),
  'workplan.item.completed': item('COMPLETED', 'IN_PROGRESS'),
  'workplan.item.held': item('ON_HOLD', 'IN_PROGRESS'),
  'workplan.item.skipped': item('SKIPPED', 'READY'),
  'job.created': job('QUEUED'),
  'job.updated': job('QUEUED'),
  'job.rescheduled': job('QUEUED'),
  'job.started': job('IN_PROGRESS'),
  'job.paused': job('PAUSED'),
  'job.completed': job('COMPLETED'),
  'job.failed': job('FAILED'),
  'job.cancelled': job('CANCELLED'),
  'job.merged': job('MERGED'),
  'lot.changed': lot,
  'lot.created': lot,
  'lot.split': lot,
  'lot.merged': lot,
  'lot.scrapped': lot,
  'machine.state_changed': z.object({ ...machine, equipmentId: id.nullable(), state: status('IDLE') }),
  'machine.alarm': z.object({
    ...machine,
    equipmentId: id.nullable(),
    alarmId: z.string().meta({ examples: ['5c8f2a9e-51d0-4b6c-8a43-f7f0a4f1d2b7'] }),
  }),
  'material.loaded': z.object({ ...machine, materialId: id }),
  'quality.ncr_changed': ncr,
  'quality.capa_changed': z.object({ ...base, capaId: id }),
  'shipment.created': shipment('DRAFT'),
  'shipment.shipped': shipment('SHIPPED'),
  'shipment.delivered': shipment('DELIVERED'),
  'shipment.voided': shipment('VOIDED'),
  'catalog.machine.added': ofMachine,
  'catalog.machine.retired': ofMachine,
  'catalog.machine.restored': ofMachine,
  'catalog.material.added': ofMaterial,
  'catalog.material.removed': ofMaterial,
  'team.user.invited': z.object({ ...base, invitationId: id }),
  'team.user.disabled': member,
  'team.user.enabled': member,
  'integration.connected': connection,
  'integration.disconnected': connection,
  'integration.failed': connection,
  'webhook.test': z.object({ ...base, webhookId: id }),
} as const;

/** A type of message that a webhook is sent. */
export type WebhookEventType = keyof typeof webhookEventData;
/** Every type, in the order of the tree. */
export const webhookEventTypes = Object.keys(webhookEventData).filter(
  (type): type is WebhookEventType => type in webhookEventData,
);

/** The whole body of a message. */
export const webhookBodySchema = (type: WebhookEventType) =>
  z.object({
    type: z.literal(type),
    /** When it happened. */
    timestamp: z.iso.datetime().meta({ examples: ['2026-11-28T09:30:00.000Z'] }),
    data: webhookEventData[type],
  });

/** Whether choosing the node `node` is choosing `type`: it is the type itself, or above it. */
export const holdsEvent = (node: string, type: string): boolean => type === node || type.startsWith(`${node}.`);

/** Every node of the tree, the types and what stands above them. */
export const webhookNodes: readonly string[] = [
  ...new Set(
    webhookEventTypes.flatMap((type) => {
      const parts = type.split('.');
      return parts.map((_, at) => parts.slice(0, at + 1).join('.'));
    }),
  ),
];
