import { emailSchema } from '@sinter/sdk/contract/host/account';
import {
  mailSecuritySchema,
  mostMailRecipients,
  type EmailConfig,
  type EmailConfigInput,
} from '@sinter/sdk/contract/host/emailConfig';
import type { PluginHost } from '@sinter/sdk/plugin';
import * as z from 'zod';

/** As written: one on a line, or with commas between. Each once. */
const addressesIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((one) => one !== ''))];

/** What the form holds: texts, and switches by event. */
export const valuesSchema = (t: PluginHost['t']) => {
  const address = z.union([z.literal(''), emailSchema], t('mail.address.wrong'));
  const addresses = z.string().superRefine((text, context) => {
    const all = addressesIn(text);
    const wrong = all.filter((one) => !emailSchema.safeParse(one).success);
    const says = (message: string) => context.addIssue({ code: 'custom', message });
    if (wrong.length > 0) says(t('mail.recipients.wrong', { emails: wrong.join(', ') }));
    else if (all.length > mostMailRecipients) says(t('mail.recipients.most', { count: mostMailRecipients }));
  });
  return z
    .object({
      senderName: z.string().trim().max(100),
      senderAddress: address,
      replyTo: address,
      answersToMessages: z.boolean(),
      own: z.boolean(),
      host: z.string().trim().max(253),
      port: z
        .string()
        .trim()
        .regex(/^\d{0,5}$/, t('mail.port.wrong')),
      security: mailSecuritySchema,
      userName: z.string().trim().max(200),
      password: z.string().max(500),
      dkimSelector: z.string().trim().max(63),
      digest: z.enum(['AT_ONCE', 'DAILY', 'WEEKLY', 'NEVER']),
      hour: z.number().int(),
      off: z.array(z.string()),
      recipients: z.array(z.object({ id: z.string(), addresses })),
      language: z.string(),
    })
    .superRefine(({ own, host, port, senderAddress }, context) => {
      const lacks = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      if (!own) return;
      if (host === '') lacks('host', t('mail.host.missing'));
      if (port === '') lacks('port', t('mail.port.missing'));
      if (senderAddress === '') lacks('senderAddress', t('mail.senderAddress.missing'));
    });
};
export type MailValues = z.output<ReturnType<typeof valuesSchema>>;

export const valuesOf = (config: EmailConfig): MailValues => ({
  senderName: config.senderName,
  senderAddress: config.senderAddress ?? '',
  replyTo: config.replyTo ?? '',
  answersToMessages: config.answersToMessages,
  own: config.host !== null,
  host: config.host ?? '',
  port: String(config.port ?? 587),
  security: config.security,
  userName: config.userName,
  password: '',
  dkimSelector: config.dkimSelector,
  digest: config.digest,
  hour: config.hour,
  off: config.events.filter(({ on }) => !on).map(({ id }) => id),
  recipients: config.recipients
    .filter(({ addresses }) => addresses.length > 0)
    .map(({ id, addresses }) => ({ id, addresses: addresses.join('\n') })),
  language: config.language,
});

export const inputOf = ({
  own,
  host,
  port,
  password,
  senderAddress,
  replyTo,
  recipients,
  ...values
}: MailValues): EmailConfigInput => ({
  ...values,
  recipients: recipients.map(({ id, addresses }) => ({ id, addresses: addressesIn(addresses) })),
  senderAddress: senderAddress === '' ? null : senderAddress,
  replyTo: replyTo === '' ? null : replyTo,
  host: own ? host : null,
  port: own ? Number(port) : null,
  ...(password !== '' && { password }),
});
