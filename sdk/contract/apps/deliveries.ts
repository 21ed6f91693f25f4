import * as z from 'zod';
import { defineCall } from '../call.ts';
import { provider } from '../guard.ts';
import { pluginParams } from './token.ts';

/**
 * What this site tells the server of a plugin's vendor by itself: events (`backend.webhooks` of `plugin.json`) and calls by the clock
 * (`backend.schedules`). Times are ISO.
 */

const editor = provider('FACILITY_SETTINGS_EDITOR');
const time = z.string();

/**
 * Why something was not delivered. STATUS: another answer than 2xx. REDIRECT: an answer that leads elsewhere. GONE: 410. TIMEOUT and
 * UNREACHABLE: none. FORBIDDEN: the address leads into a network that is not called. OFF: the app was off, or nothing was sent any more.
 */
export const deliveryProblemSchema = z.enum([
  'STATUS',
  'REDIRECT',
  'GONE',
  'TIMEOUT',
  'UNREACHABLE',
  'FORBIDDEN',
  'OFF',
]);
export type DeliveryProblem = z.infer<typeof deliveryProblemSchema>;

const answerSchema = z.object({
  at: time,
  /** `null`: there was none. */
  code: z.number().int().nullable(),
  /** `null`: all was well. */
  problem: deliveryProblemSchema.nullable(),
});

export const deliverySchema = z.object({
  id: z.number().int(),
  /** What its receiver knows it by. */
  messageId: z.string(),
  type: z.string(),
  state: z.enum(['WAITING', 'DELIVERED', 'FAILED']),
  attempts: z.number().int(),
  happenedAt: time,
  /** Of a waiting one: when it is tried next. */
  dueAt: time.nullable(),
  answer: answerSchema.nullable(),
  /** Milliseconds of the last attempt. */
  ms: z.number().int().nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;

export const appScheduleSchema = z.object({
  id: z.string(),
  path: z.string(),
  /** Minutes; `null`: once a day. */
  every: z.number().int().nullable(),
  /** `06:30`, in the time of the facility. */
  dailyAt: z.string().nullable(),
  /** `null`: the app is off. */
  nextAt: time.nullable(),
  last: answerSchema.extend({ ms: z.number().int().nullable() }).nullable(),
  /** In a row. */
  failures: z.number().int(),
});

/** The newest 50. NOT_FOUND: there is no such plugin of a vendor here. */
export const appDeliveries = defineCall({
  id: 'apps.deliveries',
  owner: 'apps',
  method: 'GET',
  path: '/api/v1/apps/{id}/deliveries',
  summary: 'What the server of a plugin’s vendor was told in this facility, and when it is called next.',
  guard: editor,
  params: pluginParams,
  query: z.object({ state: z.literal('FAILED').optional() }),
  response: z.object({
    /** Events that it asks for. */
    events: z.array(z.string()),
    waiting: z.number().int(),
    delivered: z.number().int(),
    failed: z.number().int(),
    last: answerSchema.nullable(),
    /** Nothing is tried before: it gave no answer, or asked for it. */
    restsUntil: time.nullable(),
    /** Nothing is sent any more. GONE: its server said so. FAILING: it has failed for three days. */
    disabled: z.object({ at: time, reason: z.enum(['GONE', 'FAILING']) }).nullable(),
    deliveries: z.array(deliverySchema),
    schedules: z.array(appScheduleSchema),
  }),
});

/** Failed ones only. NOT_POSSIBLE: nothing is sent to it any more (`resumeDeliveries`), or the plugin is off. */
export const sendDeliveriesAgain = defineCall({
  id: 'apps.sendAgain',
  owner: 'apps',
  method: 'POST',
  path: '/api/v1/apps/{id}/deliveries/send-again',
  summary: 'Sends failed messages to the server of a plugin’s vendor once more.',
  guard: editor,
  params: pluginParams,
  body: z.union([
    z.strictObject({ ids: z.array(z.number().int().positive()).min(1).max(200) }),
    z.strictObject({ from: z.iso.datetime(), to: z.iso.datetime() }),
  ]),
  response: z.object({ count: z.number().int() }),
});

/** NOT_POSSIBLE: it is not disabled. */
export const resumeDeliveries = defineCall({
  id: 'apps.resumeDeliveries',
  owner: 'apps',
  method: 'POST',
  path: '/api/v1/apps/{id}/deliveries/resume',
  summary: 'Sends events to the server of a plugin’s vendor again, from now on.',
  guard: editor,
  params: pluginParams,
  response: z.object({ success: z.literal('true') }),
});

/** What a vendor's server gets at `webhooks`, once it has checked the signature. */
export const webhookMessageSchema = z.object({
  type: z.string(),
  /** When it happened. */
  timestamp: time,
  data: z.looseObject({
    /** The site that it comes from; its keys are at `/api/v1/apps/keys`. */
    site: z.string(),
    plugin: z.string(),
    facilityId: z.number().int(),
    /** Of what is export controlled it says nothing more than which object it is about. */
    controlled: z.literal(true).optional(),
  }),
});
export type WebhookMessage = z.infer<typeof webhookMessageSchema>;
