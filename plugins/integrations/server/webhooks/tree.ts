import type { CallResult } from '@sinter/sdk/contract/call';
import type { webhookEvents } from '@sinter/sdk/contract/integrations/webhooks';
import {
  webhookBodySchema,
  webhookEventTypes,
  type WebhookEventType,
  webhookNodes,
} from '@sinter/sdk/contract/integrations/webhookEvents';
import { sampleOf } from '@sinter/sdk/contract/samples';
import * as z from 'zod';
import { say } from '../texts.ts';

type Node = CallResult<typeof webhookEvents>[number];

/** A test is sent to whom it is about, whatever they have chosen. */
const chosen = webhookNodes.filter((node) => node !== 'webhook' && node !== 'webhook.test');
export const isNode = (node: string): boolean => chosen.includes(node);
const isKey = (node: string): node is keyof typeof labels => node in labels;

const labels = {
  order: say('event.order'),
  'order.distributed': say('event.order.distributed'),
  'order.status_changed': say('event.order.status_changed'),
  'order.on_hold': say('event.order.on_hold'),
  'order.resumed': say('event.order.resumed'),
  'order.withdrawn': say('event.order.withdrawn'),
  'order.archived': say('event.order.archived'),
  'order.at_risk': say('event.order.at_risk'),
  'order.quote': say('event.order.quote'),
  'order.quote.requested': say('event.order.quote.requested'),
  'order.quote.submitted': say('event.order.quote.submitted'),
  'order.quote.revision_requested': say('event.order.quote.revision_requested'),
  'order.quote.withdrawn': say('event.order.quote.withdrawn'),
  'order.quote.accepted': say('event.order.quote.accepted'),
  'order.quote.rejected': say('event.order.quote.rejected'),
  'order.quote.expired': say('event.order.quote.expired'),
  'order.payment': say('event.order.payment'),
  'order.payment.started': say('event.order.payment.started'),
  'order.payment.succeeded': say('event.order.payment.succeeded'),
  'order.payment.failed': say('event.order.payment.failed'),
  'order.message': say('event.order.message'),
  'order.message.created': say('event.order.message.created'),
  job: say('event.job'),
  'job.created': say('event.job.created'),
  'job.updated': say('event.job.updated'),
  'job.rescheduled': say('event.job.rescheduled'),
  'job.started': say('event.job.started'),
  'job.paused': say('event.job.paused'),
  'job.completed': say('event.job.completed'),
  'job.failed': say('event.job.failed'),
  'job.cancelled': say('event.job.cancelled'),
  'job.merged': say('event.job.merged'),
  lot: say('event.lot'),
  'lot.changed': say('event.lot.changed'),
  quality: say('event.quality'),
  'quality.ncr_changed': say('event.quality.ncr_changed'),
  'quality.capa_changed': say('event.quality.capa_changed'),
  'order.file': say('event.order.file'),
  'order.file.prepared': say('event.order.file.prepared'),
  'order.file.prep_failed': say('event.order.file.prep_failed'),
  workplan: say('event.workplan'),
  'workplan.item': say('event.workplan.item'),
  'workplan.item.ready': say('event.workplan.item.ready'),
  'workplan.item.started': say('event.workplan.item.started'),
  'workplan.item.completed': say('event.workplan.item.completed'),
  'workplan.item.held': say('event.workplan.item.held'),
  'workplan.item.skipped': say('event.workplan.item.skipped'),
  'lot.created': say('event.lot.created'),
  'lot.split': say('event.lot.split'),
  'lot.merged': say('event.lot.merged'),
  'lot.scrapped': say('event.lot.scrapped'),
  machine: say('event.machine'),
  'machine.state_changed': say('event.machine.state_changed'),
  'machine.alarm': say('event.machine.alarm'),
  material: say('event.material'),
  'material.loaded': say('event.material.loaded'),
  catalog: say('event.catalog'),
  'catalog.machine': say('event.catalog.machine'),
  'catalog.machine.added': say('event.catalog.machine.added'),
  'catalog.machine.retired': say('event.catalog.machine.retired'),
  'catalog.machine.restored': say('event.catalog.machine.restored'),
  'catalog.material': say('event.catalog.material'),
  'catalog.material.added': say('event.catalog.material.added'),
  'catalog.material.removed': say('event.catalog.material.removed'),
  team: say('event.team'),
  'team.user': say('event.team.user'),
  'team.user.invited': say('event.team.user.invited'),
  'team.user.disabled': say('event.team.user.disabled'),
  'team.user.enabled': say('event.team.user.enabled'),
  integration: say('event.integration'),
  'integration.connected': say('event.integration.connected'),
  'integration.disconnected': say('event.integration.disconnected'),
  'integration.failed': say('event.integration.failed'),
  shipment: say('event.shipment'),
  'shipment.created': say('event.shipment.created'),
  'shipment.shipped': say('event.shipment.shipped'),
  'shipment.delivered': say('event.shipment.delivered'),
  'shipment.voided': say('event.shipment.voided'),
};

function below(parent: string): Node[] {
  const depth = parent === '' ? 1 : parent.split('.').length + 1;
  return chosen
    .filter((node) => node.split('.').length === depth && (parent === '' || node.startsWith(`${parent}.`)))
    .map((node) => {
      const label = isKey(node) ? labels[node] : undefined;
      return { id: node, label: label?.message ?? node, ...(label && { said: label.said }), children: below(node) };
    });
}

export const eventTree: readonly Node[] = below('');

const isType = (type: string): type is WebhookEventType => webhookEventTypes.some((known) => known === type);

/** An example of a body and its JSON Schema, both made from the contract; `null`: no message has this type. */
export function described(type: string): { sample: unknown; schema: unknown } | null {
  if (!isType(type)) return null;
  const body = webhookBodySchema(type);
  return { sample: sampleOf(body), schema: z.toJSONSchema(body, { target: 'draft-2020-12' }) };
}
