import * as z from 'zod';
import { defineCall } from '../call.ts';
import { provider } from '../guard.ts';

/** Webhooks of a facility (specification 7.6). */

const id = z.number().int();
const idParam = z.coerce.number().int().positive();
const settings = provider('FACILITY_SETTINGS_EDITOR');

const draft = {
  name: z.string().trim().min(1).max(200),
  url: z.url({ protocol: /^https$/ }).max(2000),
  /** Nodes of the event tree; a node stands for everything below it. */
  events: z.array(z.string().max(100)).min(1).max(200),
};

/** A webhook with the health of its deliveries (product 3.8). */
export const webhookSchema = z.object({
  id,
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  state: z.enum(['ACTIVE', 'DISABLED', 'AUTO_DISABLED']),
  /** Share of deliveries that succeeded in the last 24 hours, 0 to 1; `null` when nothing was sent. */
  successRate: z.number().nullable(),
  lastError: z.string().nullable(),
  /** Present only in the answer that created or replaced the secret: `whsec_` and 32 bytes in base64. */
  secret: z.string().optional(),
});

/** Specification 7.6. No handler yet: answers UNFINISHED. */
export const listWebhooks = defineCall({
  id: 'integrations.webhooks',
  owner: 'integrations',
  method: 'GET',
  path: '/api/v1/webhooks/configs',
  summary: 'Webhooks of the facility.',
  guard: settings,
  flag: 'WEBHOOKS',
  response: z.array(webhookSchema),
  unfinished: true,
});

/** The address has to be https (specification 7.6; product 3.8). No handler yet: answers UNFINISHED. */
export const createWebhook = defineCall({
  id: 'integrations.createWebhook',
  owner: 'integrations',
  method: 'POST',
  path: '/api/v1/webhooks/configs',
  summary: 'Adds a webhook; the answer is the only one that shows its secret.',
  guard: settings,
  flag: 'WEBHOOKS',
  body: z.object(draft),
  response: webhookSchema,
  unfinished: true,
});

/** Specification 7.6; product 3.8. No handler yet: answers UNFINISHED. */
export const updateWebhook = defineCall({
  id: 'integrations.updateWebhook',
  owner: 'integrations',
  method: 'PUT',
  path: '/api/v1/webhooks/configs',
  summary: "Changes a webhook's name, address or events.",
  guard: settings,
  flag: 'WEBHOOKS',
  body: z.object({ id, ...draft }),
  response: webhookSchema,
  unfinished: true,
});

/** What `actOnWebhook` can do (product 3.8). */
export const webhookActionSchema = z.enum(['ENABLE', 'DISABLE', 'ROTATE_SECRET', 'TEST', 'REPLAY']);

/** Specification 7.6; product 3.8. No handler yet: answers UNFINISHED. */
export const actOnWebhook = defineCall({
  id: 'integrations.actOnWebhook',
  owner: 'integrations',
  method: 'PUT',
  path: '/api/v1/webhooks/configs/{id}/{type}',
  summary: 'Switches a webhook on or off, makes a new secret, sends a test, or sends past deliveries again.',
  guard: settings,
  flag: 'WEBHOOKS',
  params: z.object({ id: idParam, type: webhookActionSchema }),
  body: z.object({
    /** For REPLAY: deliveries of events between these two ISO dates and times. */
    from: z.string().datetime().optional(),
    to: z.string().datetime().optional(),
  }),
  response: webhookSchema,
  unfinished: true,
});

/** Specification 7.6. No handler yet: answers UNFINISHED. */
export const deleteWebhook = defineCall({
  id: 'integrations.deleteWebhook',
  owner: 'integrations',
  method: 'DELETE',
  path: '/api/v1/webhooks/configs/{id}',
  summary: 'Removes a webhook; deliveries under way are dropped.',
  guard: settings,
  flag: 'WEBHOOKS',
  params: z.object({ id: idParam }),
  response: z.object({ success: z.literal('true') }),
  unfinished: true,
});

/** A node of the event tree: `order` holds `order.quote`, which holds `order.quote.accepted` (product 3.8). */
export const webhookEventNodeSchema = z.object({
  id: z.string(),
  label: z.string(),
  get children() {
    return z.array(webhookEventNodeSchema);
  },
});

/** Specification 7.6; product 3.8. No handler yet: answers UNFINISHED. */
export const webhookEvents = defineCall({
  id: 'integrations.webhookEvents',
  owner: 'integrations',
  method: 'GET',
  path: '/api/v1/webhooks/events/hierarchy',
  summary: 'Everything a webhook can be told about, as a tree.',
  guard: settings,
  flag: 'WEBHOOKS',
  response: z.array(webhookEventNodeSchema),
  unfinished: true,
});
