import * as z from 'zod';
import { defineCall } from '../call.ts';
import { member } from '../guard.ts';
import { lineSchema } from '../line.ts';
import { saidSchema } from '../said.ts';
import { emailSchema } from './account.ts';

/** How a facility sends mail (specification 7.6; product 2, Email config). */

const editor = member({
  roles: ['ROLE_SERVICE_PROVIDER'],
  permissions: ['EMAIL_SETTINGS_EDITOR'],
  authority: 'ROLE_EMAIL_SETTINGS_EDITOR',
});

/** TLS: encrypted from the first byte. STARTTLS: plain until the server has been asked, and never sent plain. */
export const mailSecuritySchema = z.enum(['TLS', 'STARTTLS']);

const config = {
  /** Empty: the name of the site. */
  senderName: lineSchema(100),
  /** Who the mails are from; only with a mail server of the facility's own, which answers for it. */
  senderAddress: emailSchema.nullable(),
  replyTo: emailSchema.nullable(),
  /** Answers to emails about messages become messages, where the server receives email; else they go where all do. */
  answersToMessages: z.boolean(),
  /** Name or address of the facility's mail server; `null`: mails go by the server of the site. */
  host: z
    .string()
    .trim()
    .max(253)
    .regex(/^[A-Za-z0-9.:-]+$/)
    .nullable(),
  port: z.number().int().min(1).max(65_535).nullable(),
  security: mailSecuritySchema,
  /** Empty: the server asks nobody who they are. */
  userName: lineSchema(200),
  /** Under which the domain publishes its key for signatures. */
  dkimSelector: z
    .string()
    .trim()
    .max(63)
    .regex(/^[A-Za-z0-9._-]*$/),
  /** How people of the facility are mailed who have not chosen themselves. */
  digest: z.enum(['AT_ONCE', 'DAILY', 'WEEKLY', 'NEVER']),
  /** In the facility's time zone. */
  hour: z.number().int().min(0).max(23),
  /** Of emails to addresses beyond its people. */
  language: z.string().regex(/^[a-z]{2}_[A-Z]{2}$/),
};

/** Addresses for one event. */
export const mostMailRecipients = 10;

/**
 * `events`: what people of the facility are told of, and whether it is mailed to those who have not chosen themselves.
 * `recipients`: what concerns the facility as a whole, and the addresses beyond its people that are mailed it too. They hear nothing
 * of what is export controlled. `languages`: those that their emails may be in.
 */
export const emailConfigSchema = z.object({
  ...config,
  passwordSet: z.boolean(),
  /** The site has a mail server. */
  siteSends: z.boolean(),
  /** Where the server receives the answers to its emails; `null`: it receives none. */
  repliesDomain: z.string().nullable(),
  events: z.array(z.object({ id: z.string(), text: z.string(), said: saidSchema, on: z.boolean() })),
  recipients: z.array(z.object({ id: z.string(), text: z.string(), said: saidSchema, addresses: z.array(z.string()) })),
  languages: z.array(z.object({ key: z.string(), name: z.string() })),
});
export type EmailConfig = z.infer<typeof emailConfigSchema>;

/** The password of the mail server is never told. */
export const readEmailConfig = defineCall({
  id: 'host.emailConfig',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/email-config',
  summary: 'How the facility sends mail. The password of the mail server is never told.',
  guard: editor,
  response: emailConfigSchema,
});

/** What is saved. */
export const emailConfigInputSchema = z.object({
  ...config,
  /** Write-only; left out, the stored one stays as long as server and user do. */
  password: z.string().min(1).max(500).optional(),
  /** Ids of events that are not mailed. */
  off: z.array(z.string().max(100)).max(500),
  /** Addresses by event; an event that is left out has none. Of events that the list does not have, they are dropped. */
  recipients: z
    .array(z.object({ id: z.string().max(100), addresses: z.array(emailSchema).max(mostMailRecipients) }))
    .max(500),
});
export type EmailConfigInput = z.infer<typeof emailConfigInputSchema>;

/**
 * Refused with INVALID_INPUT when the server's address leads into a network that is not called, a server is given without its port or
 * an address of its own to send from, or a user without a password.
 */
export const saveEmailConfig = defineCall({
  id: 'host.saveEmailConfig',
  owner: 'host',
  method: 'PUT',
  path: '/api/v1/email-config',
  summary: 'Changes how the facility sends mail.',
  guard: editor,
  reauthenticate: true,
  body: emailConfigInputSchema,
  response: emailConfigSchema,
});

/** `text`: what happened, in words; `answer`: what the mail server said, as it said it. */
export const sendTestEmail = defineCall({
  id: 'host.testEmail',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/email-config/test',
  summary: "Sends a mail to the caller's own address by what is saved, and tells the server's answer.",
  guard: editor,
  ratePerMinute: 6,
  response: z.object({ sent: z.boolean(), text: z.string(), said: saidSchema, answer: z.string() }),
});

const record = z.object({
  state: z.enum(['GOOD', 'WEAK', 'WRONG', 'MISSING', 'UNKNOWN']),
  text: z.string(),
  said: saidSchema,
  /** As it is published. */
  record: z.string(),
});

/** What the domain of the sender publishes. UNKNOWN: its DNS gave no answer, or the question cannot be asked. */
export const checkEmailDomain = defineCall({
  id: 'host.emailDomain',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/email-config/domain',
  summary: 'Looks up SPF, DKIM and DMARC of the sender; `null` without an address of its own.',
  guard: editor,
  ratePerMinute: 20,
  response: z.object({ domain: z.string(), spf: record, dkim: record, dmarc: record }).nullable(),
});

/** Mails of the facility that were refused, or wait for another try; the newest 100 of 30 days. */
export const listEmailFailures = defineCall({
  id: 'host.emailFailures',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/email-config/failures',
  summary: "Mails that could not be sent, and the servers' answers.",
  guard: editor,
  response: z.array(
    z.object({
      id: z.number().int(),
      to: z.string(),
      subject: z.string(),
      state: z.enum(['WAITING', 'FAILED']),
      answer: z.string(),
      /** ISO. */
      createdAt: z.string(),
    }),
  ),
});

/** Answers by email that became no message; the newest 100 of 30 days. AUTOMATIC: a program has written it, and nobody is told. */
export const listEmailReplies = defineCall({
  id: 'host.emailReplies',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/email-config/replies',
  summary: 'Replies to emails that became no message, and what their senders were told.',
  guard: editor,
  response: z.array(
    z.object({
      id: z.number().int(),
      from: z.string(),
      state: z.enum(['REFUSED', 'AUTOMATIC']),
      /** Empty where nobody was told anything. */
      text: z.string(),
      said: saidSchema.optional(),
      /** ISO. */
      createdAt: z.string(),
    }),
  ),
});
