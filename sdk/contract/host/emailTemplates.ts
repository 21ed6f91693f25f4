import * as z from 'zod';
import { defineCall } from '../call.ts';
import { provider } from '../guard.ts';
import { lineSchema } from '../line.ts';
import { saidSchema } from '../said.ts';

/** What a facility's emails say (product 2, Email templates): by event and language, drafted and published as settings are. */

const editor = provider('EMAIL_TEMPLATE_CONFIG_EDITOR');
const shared = { owner: 'host', flag: 'EMAIL_TEMPLATES', guard: editor } as const;

/** Kind of setting; its elements are `emailTextId` of an event and a language. */
export const emailTextKind = 'host/emailText';
/** Kind of setting; its elements are languages. */
export const emailFrameKind = 'host/emailFrame';
/** Which element holds what is said of this event in this language. */
export const emailTextId = (event: string, language: string): string => `${event}:${language}`;

/** Line breaks and words: nothing that a mail reader would not show. */
const textSchema = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^(?:[^\p{Cc}\p{Cf}]|[\n\r\t\u200e\u200f]|\u200c|\u200d)*$/u);

/** What is empty is said in the product's own words. A line of its own `[label]({{link}})` is a button. */
export const emailTextSchema = z.object({ subject: lineSchema(150), body: textSchema(5000) });
export type EmailText = z.infer<typeof emailTextSchema>;

/** What stands above and below every email of the facility. */
export const emailFrameSchema = z.object({ header: textSchema(1000), footer: textSchema(2000) });
export type EmailFrame = z.infer<typeof emailFrameSchema>;

/** Tokens of a header or footer, which know no event. */
export const frameTokens = ['facility', 'site'] as const;

/** What stands in braces in a text and is none of `known`, as it stands there. */
export function unknownTokens(text: string, known: readonly string[]): string[] {
  const found = new Set<string>();
  const rest = text.replace(/\{\{([^{}]*)\}\}/g, (whole, token: string) => {
    if (!known.includes(token)) found.add(whole);
    return '';
  });
  const open = /\{\{.{0,20}|\S{0,20}\}\}/u.exec(rest);
  if (open) found.add(open[0].trim());
  return [...found];
}

const sentence = { text: z.string(), said: saidSchema };
const tokenSchema = z.object({ id: z.string(), ...sentence });
export type EmailToken = z.infer<typeof tokenSchema>;

/** An event that the facility may put into words of its own. */
export const emailEventSchema = z.object({
  id: z.string(),
  ...sentence,
  category: z.object({ id: z.string(), ...sentence }),
  readers: z.enum(['TEAM', 'CUSTOMERS', 'BOTH']),
  tokens: z.array(tokenSchema),
  /** Languages in which the facility has a text of its own. */
  languages: z.array(z.string()),
});
export type EmailEvent = z.infer<typeof emailEventSchema>;

/** Product 2, Email templates. `delivered`: the product's own text by language, written as templates are. */
export const listEmailTemplates = defineCall({
  ...shared,
  id: 'host.emailTemplates',
  method: 'GET',
  path: '/api/v1/email-templates',
  summary: 'Events that are emailed, with their tokens, and the languages in which the facility has its own text.',
  response: z.object({
    events: z.array(emailEventSchema),
    frameTokens: z.array(tokenSchema),
    languages: z.array(z.object({ key: z.string(), name: z.string() })),
    delivered: z.record(z.string(), emailTextSchema),
  }),
});

/** What an event can be tried out with; only what the caller may see. */
export const listEmailExamples = defineCall({
  ...shared,
  id: 'host.emailExamples',
  method: 'GET',
  path: '/api/v1/email-templates/examples',
  summary:
    'Orders, or whatever the event is about, of the facility that the caller may see: the newest, or those with this word.',
  query: z.object({ event: z.string().max(100), search: z.string().trim().max(100).default('') }),
  response: z.array(z.object({ id: z.number().int(), name: z.string() })),
});

/** `null` for what is published; `example: null` shows what each token stands for. */
export const emailTrialSchema = z.object({
  event: z.string().max(100),
  language: z.string().regex(/^[a-z]{2}_[A-Z]{2}$/),
  text: emailTextSchema.nullable(),
  frame: emailFrameSchema.nullable(),
  example: z.number().int().positive().nullable(),
});
export type EmailTrial = z.infer<typeof emailTrialSchema>;

/** An email as its reader sees it, in parts: a part with `button` is one. */
export const emailPreviewSchema = z.object({
  title: z.string(),
  subject: z.string(),
  parts: z.array(z.object({ text: z.string(), button: z.boolean() })),
  reason: z.string(),
});
export type EmailPreview = z.infer<typeof emailPreviewSchema>;

/** Refused with INVALID_INPUT for a token that there is not; with NOT_FOUND for an example that the caller may not see. */
export const previewEmailTemplate = defineCall({
  ...shared,
  id: 'host.previewEmailTemplate',
  method: 'POST',
  path: '/api/v1/email-templates/preview',
  summary: 'An email with these words about a real example. Nothing is kept.',
  reads: true,
  body: emailTrialSchema,
  response: emailPreviewSchema,
});

/** Refused as the preview is. */
export const testEmailTemplate = defineCall({
  ...shared,
  id: 'host.testEmailTemplate',
  method: 'POST',
  path: '/api/v1/email-templates/test',
  summary: "Sends the email of the preview to the caller's own address.",
  ratePerMinute: 6,
  body: emailTrialSchema,
  response: z.object({ to: z.string() }),
});
