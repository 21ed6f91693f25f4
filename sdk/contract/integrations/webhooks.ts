import * as z from 'zod';
import { defineCall } from '../call.ts';
import { provider } from '../guard.ts';
import { deliveryProblemSchema } from '../apps/deliveries.ts';
import { saidSchema } from '../said.ts';
import { webhookNodes } from './webhookEvents.ts';

/** Webhooks of a facility (specification 7.6). */

const id = z.number().int();
const idParam = z.coerce.number().int().positive();
const settings = provider('FACILITY_SETTINGS_EDITOR');
const time = z.string();
const webhooks = { owner: 'integrations', guard: settings, flag: 'WEBHOOKS' } as const;

const draft = {
  name: z.string().trim().min(1).max(200),
  /** Without encryption only where the operator allows the network that it leads to. */
  url: z.url({ protocol: /^https?$/ }).max(2000),
  /** Nodes of the event tree; a node stands for everything below it. */
  events: z
    .array(z.string().max(100).meta({ examples: webhookNodes }))
    .min(1)
    .max(200),
};

const answerSchema = z.object({
  at: time,
  /** `null`: there was none. */
  code: id.nullable(),
  /** `null`: all was well. */
  problem: deliveryProblemSchema.nullable(),
});

/** A message to a webhook, and what came of its last attempt. */
export const webhookDeliverySchema = z.object({
  id,
  /** What its receiver knows it by. */
  messageId: z.string(),
  type: z.string(),
  state: z.enum(['WAITING', 'DELIVERED', 'FAILED']),
  attempts: id,
  happenedAt: time,
  /** Of a waiting one: when it is tried next. */
  dueAt: time.nullable(),
  answer: answerSchema.nullable(),
  /** Milliseconds of the last attempt. */
  ms: id.nullable(),
});

/** A message as it was sent. */
export const wholeDeliverySchema = webhookDeliverySchema.extend({
  body: z.string(),
  /** Lines of `name: value`; `null` before the first attempt, and where there was no answer. */
  requestHead: z.string().nullable(),
  responseHead: z.string().nullable(),
});

/** A webhook with the health of its deliveries (product 3.8). */
export const webhookSchema = z.object({
  id,
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  state: z.enum(['ACTIVE', 'DISABLED', 'AUTO_DISABLED']),
  /** Share of attempts that succeeded in the last 24 hours, 0 to 1; `null` when nothing was sent. */
  successRate: z.number().nullable(),
  /** Of its last attempt; `null` where that succeeded. */
  lastError: z.string().nullable(),
  last: answerSchema.nullable(),
  /** Of an AUTO_DISABLED one. GONE: its server said so. FAILING: it has failed for three days. */
  disabled: z.object({ at: time, reason: z.enum(['GONE', 'FAILING']) }).nullable(),
  /** Until then messages are signed with the secret before, too. */
  oldSecretUntil: time.nullable(),
  /** Present only in the answer that created or replaced the secret: `whsec_` and 32 bytes in base64. */
  secret: z.string().optional(),
  /** In the answer to TEST: what came of it. */
  delivery: wholeDeliverySchema.optional(),
  /** In the answer to REPLAY: how many are sent again. */
  count: id.optional(),
});

/** Specification 7.6. */
export const listWebhooks = defineCall({
  ...webhooks,
  id: 'integrations.webhooks',
  method: 'GET',
  path: '/api/v1/webhooks/configs',
  summary: 'Webhooks of the facility.',
  response: z.array(webhookSchema),
});

/**
 * Specification 7.6; product 3.8. INVALID_INPUT: the address leads where the server does not call, or there is no such event.
 * NOT_POSSIBLE: the facility has as many webhooks as it can.
 */
export const createWebhook = defineCall({
  ...webhooks,
  id: 'integrations.createWebhook',
  method: 'POST',
  path: '/api/v1/webhooks/configs',
  summary: 'Adds a webhook; the answer is the only one that shows its secret.',
  body: z.object(draft),
  response: webhookSchema,
});

/** Specification 7.6; product 3.8. INVALID_INPUT as `createWebhook`. */
export const updateWebhook = defineCall({
  ...webhooks,
  id: 'integrations.updateWebhook',
  method: 'PUT',
  path: '/api/v1/webhooks/configs',
  summary: "Changes a webhook's name, address or events.",
  body: z.object({ id, ...draft }),
  response: webhookSchema,
});

/** What `actOnWebhook` can do (product 3.8). */
export const webhookActionSchema = z.enum(['ENABLE', 'DISABLE', 'ROTATE_SECRET', 'TEST', 'REPLAY']);

/** Specification 7.6; product 3.8. NOT_POSSIBLE: REPLAY of one that is disabled. INVALID_INPUT: REPLAY without saying what. */
export const actOnWebhook = defineCall({
  ...webhooks,
  id: 'integrations.actOnWebhook',
  method: 'PUT',
  path: '/api/v1/webhooks/configs/{id}/{type}',
  summary: 'Switches a webhook on or off, makes a new secret, sends a test, or sends past deliveries again.',
  params: z.object({ id: idParam, type: webhookActionSchema }),
  body: z.object({
    /** For REPLAY: these deliveries, */
    ids: z.array(id.positive()).min(1).max(200).optional(),
    /** or those of events between these two ISO dates and times. */
    from: z.iso.datetime().optional(),
    to: z.iso.datetime().optional(),
  }),
  response: webhookSchema,
});

/** Specification 7.6. */
export const deleteWebhook = defineCall({
  ...webhooks,
  id: 'integrations.deleteWebhook',
  method: 'DELETE',
  path: '/api/v1/webhooks/configs/{id}',
  summary: 'Removes a webhook; deliveries under way are dropped.',
  params: z.object({ id: idParam }),
  response: z.object({ success: z.literal('true') }),
});

/** A node of the event tree: `order` holds `order.quote`, which holds `order.quote.accepted` (product 3.8). */
export const webhookEventNodeSchema = z.object({
  id: z.string(),
  label: z.string(),
  said: saidSchema.optional(),
  get children() {
    return z.array(webhookEventNodeSchema);
  },
});

/** Specification 7.6; product 3.8. */
export const webhookEvents = defineCall({
  ...webhooks,
  id: 'integrations.webhookEvents',
  method: 'GET',
  path: '/api/v1/webhooks/events/hierarchy',
  summary: 'Everything a webhook can be told about, as a tree.',
  response: z.array(webhookEventNodeSchema),
});

/** NOT_FOUND: no message has this type. */
export const webhookEvent = defineCall({
  ...webhooks,
  id: 'integrations.webhookEvent',
  method: 'GET',
  path: '/api/v1/webhooks/events/{type}',
  summary: 'What the body of such a message looks like: an example and its JSON Schema.',
  params: z.object({ type: z.string().max(100) }),
  response: z.object({ type: z.string(), sample: z.unknown(), schema: z.unknown() }),
});

/** Newest first, 30 at a time; kept for 30 days. */
export const webhookDeliveryList = defineCall({
  ...webhooks,
  id: 'integrations.webhookDeliveries',
  method: 'GET',
  path: '/api/v1/webhooks/configs/{id}/deliveries',
  summary: 'What a webhook was sent, and what came of it.',
  params: z.object({ id: idParam }),
  query: z.object({ state: z.literal('FAILED').optional(), before: idParam.optional() }),
  response: z.object({ deliveries: z.array(webhookDeliverySchema), more: z.boolean() }),
});

/** NOT_FOUND: it was never sent, or is no longer kept. */
export const webhookDelivery = defineCall({
  ...webhooks,
  id: 'integrations.webhookDelivery',
  method: 'GET',
  path: '/api/v1/webhooks/configs/{id}/deliveries/{deliveryId}',
  summary: 'A message with its body, and the heads of its last request and answer.',
  params: z.object({ id: idParam, deliveryId: idParam }),
  response: wholeDeliverySchema,
});
