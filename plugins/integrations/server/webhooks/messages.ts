import type { EventPayload, EventSpec } from '@sinter/sdk/contract';
import { teamChanged } from '@sinter/sdk/contract/admin/team';
import { facilityCatalogChanged } from '@sinter/sdk/contract/catalog/events';
import { messageCreated } from '@sinter/sdk/contract/comments/events';
import { machineAlarmRaised, machineStateChanged } from '@sinter/sdk/contract/connectivity/machines';
import { integrationChanged } from '@sinter/sdk/contract/integrations/events';
import { type WebhookEventType, webhookEventData } from '@sinter/sdk/contract/integrations/webhookEvents';
import { orderAtRisk } from '@sinter/sdk/contract/orders/dates';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import * as shipments from '@sinter/sdk/contract/orders/shipmentEvents';
import { fileOperationChanged } from '@sinter/sdk/contract/preparation/events';
import { lotChanged, lotStepsMoved } from '@sinter/sdk/contract/production/lots';
import { capaChanged } from '@sinter/sdk/contract/quality/capas';
import { ncrChanged } from '@sinter/sdk/contract/quality/ncrs';
import { jobChanged } from '@sinter/sdk/contract/scheduling/events';
import type { Happening, WebhookMessage } from '@sinter/sdk/server';

/** What became of an event: its types, which of them it is about in order, the screen, and what is told. */
interface Told {
  types: readonly WebhookEventType[];
  object: string;
  path: string;
  facts: Readonly<Record<string, unknown>>;
}
type Reading = (payload: unknown) => Told | readonly Told[];

const reading = <E extends EventSpec>(
  event: E,
  read: (payload: EventPayload<E>) => Told | readonly Told[],
): [string, Reading] => [
  event.type,
  // The schema is the event's own, which the compiler cannot follow.
  (payload) => read(event.payload.parse(payload) as EventPayload<E>),
];

/** By the event of the table of statuses; `order.status_changed` comes beside them. */
const ofOrders: Readonly<Record<string, WebhookEventType>> = {
  APPROVE: 'order.distributed',
  ASK_AGAIN: 'order.distributed',
  HOLD: 'order.on_hold',
  RESUME: 'order.resumed',
  AGREE_CANCEL: 'order.withdrawn',
  ARCHIVE: 'order.archived',
  UNLOCK: 'order.quote.requested',
  SUBMIT_QUOTE: 'order.quote.submitted',
  REQUEST_REVISION: 'order.quote.revision_requested',
  WITHDRAW_QUOTE: 'order.quote.withdrawn',
  AWARD: 'order.quote.accepted',
  REJECT_QUOTE: 'order.quote.rejected',
  TIME_OUT: 'order.quote.expired',
  PAY: 'order.payment.started',
  PAID: 'order.payment.succeeded',
  CANCEL_PAYMENT: 'order.payment.failed',
  PAYMENT_ENDED: 'order.payment.failed',
};
const ofJobs: Readonly<Record<string, WebhookEventType>> = {
  CREATE: 'job.created',
  MOVE: 'job.rescheduled',
  START: 'job.started',
  RESUME: 'job.started',
  PAUSE: 'job.paused',
  COMPLETE: 'job.completed',
  CORRECT_TO_COMPLETED: 'job.completed',
  FAIL: 'job.failed',
  CORRECT_TO_FAILED: 'job.failed',
  CANCEL: 'job.cancelled',
  MERGE: 'job.merged',
};
const known = (table: Readonly<Record<string, WebhookEventType>>, what: string | undefined) =>
  what !== undefined && Object.hasOwn(table, what) ? table[what] : undefined;

/** A facility hears of its own side of an order; of the request itself only that it is withdrawn. */
function typesOfOrder({ matchId, what, before, status }: EventPayload<typeof orderChanged>): WebhookEventType[] {
  if (matchId === undefined) return what === 'WITHDRAW' ? ['order.withdrawn'] : [];
  const type = known(ofOrders, what);
  return [...(type ? [type] : []), ...(before === status ? [] : ['order.status_changed' as const])];
}

const ofLots = {
  CREATED: 'lot.created',
  SPLIT: 'lot.split',
  MERGED: 'lot.merged',
  SCRAPPED: 'lot.scrapped',
} as const;
const ofSteps: Readonly<Record<string, WebhookEventType>> = {
  READY: 'workplan.item.ready',
  IN_PROGRESS: 'workplan.item.started',
  COMPLETED: 'workplan.item.completed',
  ON_HOLD: 'workplan.item.held',
  SKIPPED: 'workplan.item.skipped',
};
const lotPage = (lotId: number): string => `/service-provider/work-center/lots/${lotId}`;
const connectivityPage = '/service-provider/machine-connectivity';

const lower = <Name extends string>(name: Name): Lowercase<Name> => name.toLowerCase() as Lowercase<Name>;

/** Of its progress nobody is told. */
function typesOfFile(status: string): WebhookEventType[] {
  if (status === 'SUCCESS') return ['order.file.prepared'];
  return status === 'FAILED' ? ['order.file.prep_failed'] : [];
}

function typesOfCatalog(
  what: EventPayload<typeof facilityCatalogChanged>['what'],
  isMachine: boolean,
): WebhookEventType[] {
  if (what === 'LOADED') return ['material.loaded'];
  if (isMachine) return [`catalog.machine.${lower(what)}`];
  return [what === 'RETIRED' ? 'catalog.material.removed' : 'catalog.material.added'];
}

const shipmentTold =
  (type: WebhookEventType) =>
  (payload: EventPayload<typeof shipments.shipmentCreated>): Told => ({
    ...{ types: [type], facts: payload },
    object: `shipment ${payload.shipmentId}`,
    path: `/service-provider/shipments/${payload.shipmentId}`,
  });

const readings: ReadonlyMap<string, Reading> = new Map([
  reading(orderChanged, (payload) => {
    const { orderId, status, before = null } = payload;
    const facts = { orderId, status, before };
    return { types: typesOfOrder(payload), object: `order ${orderId}`, path: `/order-details/${orderId}`, facts };
  }),
  reading(orderAtRisk, (facts) => ({
    ...{ types: ['order.at_risk'], object: `order ${facts.orderId}`, path: `/order-details/${facts.orderId}`, facts },
  })),
  reading(messageCreated, ({ orderId, commentId }) => ({
    ...{ types: ['order.message.created'], object: `order ${orderId}`, facts: { orderId, commentId } },
    path: `/order/${orderId}/messages`,
  })),
  reading(jobChanged, ({ jobId, equipmentId, status, what }) => ({
    types: what === undefined ? [] : [known(ofJobs, what) ?? 'job.updated'],
    object: `job ${jobId}`,
    path: `/service-provider/schedules?job=${jobId}`,
    facts: { jobId, machineId: equipmentId, status },
  })),
  reading(lotChanged, ({ what = [], ...facts }) => ({
    ...{ types: ['lot.changed', ...what.map((one) => ofLots[one])], object: `lot ${facts.lotId}`, facts },
    path: lotPage(facts.lotId),
  })),
  reading(lotStepsMoved, ({ lotId, orderId, steps }) =>
    steps.map((step) => {
      const type = known(ofSteps, step.status);
      const facts = { lotId, orderId, ...step };
      return { types: type ? [type] : [], object: `lot ${lotId}`, path: lotPage(lotId), facts };
    }),
  ),
  reading(fileOperationChanged, ({ progress: _progress, ...facts }) => ({
    ...{ types: typesOfFile(facts.status), object: `file ${facts.fileId}`, facts },
    path: '/service-provider/build-planning-new',
  })),
  reading(machineStateChanged, (facts) => ({
    ...{ types: ['machine.state_changed'], object: `machine ${facts.machineId}`, facts, path: connectivityPage },
  })),
  reading(machineAlarmRaised, (facts) => ({
    ...{ types: ['machine.alarm'], object: `machine ${facts.machineId}`, facts, path: connectivityPage },
  })),
  reading(facilityCatalogChanged, ({ what, machineId, materialId }) => ({
    ...{ types: typesOfCatalog(what, machineId !== null), facts: { machineId, materialId } },
    object: machineId === null ? `material ${materialId}` : `catalog machine ${machineId}`,
    path: '/service-provider/profile/update',
  })),
  reading(teamChanged, ({ what, ...facts }) => ({
    ...{ types: [`team.user.${lower(what)}`], facts, path: '/service-provider/team' },
    object: facts.userId === null ? `invitation ${facts.invitationId}` : `user ${facts.userId}`,
  })),
  reading(integrationChanged, ({ what, integration }) => ({
    ...{ types: [`integration.${lower(what)}`], object: `integration ${integration}`, facts: { integration } },
    path: `/service-provider/settings/${lower(integration)}`,
  })),
  reading(ncrChanged, (facts) => ({
    ...{ types: ['quality.ncr_changed'], object: `ncr ${facts.ncrId}`, facts },
    path: `/service-provider/quality-management/ncrs/${facts.ncrId}`,
  })),
  reading(capaChanged, (facts) => ({
    ...{ types: ['quality.capa_changed'], object: `capa ${facts.capaId}`, facts },
    path: `/service-provider/quality-management/capa/${facts.capaId}`,
  })),
  reading(shipments.shipmentCreated, shipmentTold('shipment.created')),
  reading(shipments.shipmentShipped, shipmentTold('shipment.shipped')),
  reading(shipments.shipmentDelivered, shipmentTold('shipment.delivered')),
  reading(shipments.shipmentVoided, shipmentTold('shipment.voided')),
]);

export const isTold = ({ type }: EventSpec): boolean => readings.has(type);

const made = new WeakMap<Happening, WebhookMessage[]>();

/** What webhooks are told of an event, whichever of them want it: made once for all that a facility has. */
export function messagesOf(happening: Happening): WebhookMessage[] {
  const messages = made.get(happening) ?? messagesAbout(happening);
  made.set(happening, messages);
  return messages;
}

function messagesAbout({ event, payload, facilityId, controlled, site }: Happening): WebhookMessage[] {
  const told = readings.get(event.type)?.(payload) ?? [];
  return [told].flat().flatMap(({ types, object, path, facts }) => {
    const data = { ...facts, facilityId, link: site + path, ...(controlled && { controlled }) };
    return types.map((type) => ({ type, object, data: webhookEventData[type].parse(data) }));
  });
}
