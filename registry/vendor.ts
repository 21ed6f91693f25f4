import * as z from 'zod';
import { scopeSchema } from '@sinter/sdk/contract/scopes';

/** What `plugin.json` of a vendor's plugin says beside pages and slots: what it asks for, and what the host keeps for it. */

const name = z
  .string()
  .max(60)
  .regex(/^[a-z][a-zA-Z0-9]*$/, { error: 'letters and digits, beginning with a small letter' });
/** Translation key in the plugin's own texts. */
const text = z.string().min(1).max(200);

/** A right that an administrator has to grant, and why the plugin wants it. */
export const scopeRequestSchema = z.object({ scope: scopeSchema, reason: text });
export type ScopeRequest = z.infer<typeof scopeRequestSchema>;

/**
 * A setting: the part of JSON Schema that the host draws a field for. `title` and `description` are translation keys.
 * `writeOnly` makes a secret of a text: it is sealed, sent to the vendor's own server alone, and never shown again.
 */
export const settingSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('string'),
    title: text,
    description: text.optional(),
    enum: z.array(z.string().min(1).max(100)).min(1).max(50).optional(),
    format: z.literal('uri').optional(),
    minLength: z.number().int().nonnegative().optional(),
    maxLength: z.number().int().positive().max(4000).default(1000),
    default: z.string().max(4000).optional(),
    writeOnly: z.literal(true).optional(),
  }),
  z.object({
    type: z.enum(['number', 'integer']),
    title: text,
    description: text.optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    default: z.number().optional(),
  }),
  z.object({ type: z.literal('boolean'), title: text, description: text.optional(), default: z.boolean().optional() }),
]);
export type Setting = z.infer<typeof settingSchema>;

export const settingsSchema = z
  .object({
    type: z.literal('object'),
    properties: z.record(name, settingSchema),
    required: z.array(name).default([]),
  })
  .superRefine(({ properties, required }, check) => {
    const stray = required.find((one) => !Object.hasOwn(properties, one));
    if (stray !== undefined) check.addIssue({ code: 'custom', message: `${stray} is not among the properties` });
    if (Object.keys(properties).length > 40) check.addIssue({ code: 'custom', message: 'more than 40 settings' });
  });
export type Settings = z.infer<typeof settingsSchema>;

const eventType = z
  .string()
  .max(100)
  .regex(/^[a-z][a-zA-Z0-9._-]*$/, { error: 'the type of an event' });
const webhookSchema = z.object({
  /** The type of an event of the product or of the plugin's own. One of the product needs the scope to read its area. */
  event: eventType,
  /** What people get from it, for administrators. */
  reason: text,
});

/** A call that the host makes by the clock, in each facility that has the plugin on. */
const scheduleSchema = z.object({
  id: name,
  /** Below the server's address; it is called with POST. */
  path: z
    .string()
    .min(1)
    .max(200)
    .regex(/^(?!\/)[A-Za-z0-9\-._~!$&'()*+,;=:@%/?]*$/, {
      error: 'a path below the address, without a slash before it',
    }),
  /** Minutes from one call to the next. */
  every: z.number().int().min(5, { error: 'at least 5 minutes' }).max(1440).optional(),
  /** Once a day, at this time of the facility. */
  dailyAt: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'a time like 06:30' })
    .optional(),
});
export type Schedule = z.infer<typeof scheduleSchema>;

/** The vendor's own server, which the host calls in the plugin's place; nothing else of a plugin reaches a network. */
export const backendSchema = z.object({
  /** Where requests below `/api/v1/apps/<id>/backend/` are passed on to. An administrator may set another address. */
  url: z.url({ protocol: /^https$/, error: 'an https address' }).max(500),
  /** Events that are told to `<url>/webhooks`. */
  webhooks: z.array(webhookSchema).max(50).default([]),
  schedules: z.array(scheduleSchema).max(20).default([]),
});

export const eventsSchema = z.object({
  /** Own events, each `<plugin id>.<name>`. */
  publishes: z.array(eventType).max(50).default([]),
  /** Those of the product that `host.events` passes to the plugin. */
  subscribes: z.array(eventType).max(50).default([]),
});
