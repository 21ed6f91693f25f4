import { emailSchema } from '@sinter/sdk/contract/host/account';
import { mailSecuritySchema, type EmailConfig, type EmailConfigInput } from '@sinter/sdk/contract/host/emailConfig';
import type { PluginHost } from '@sinter/sdk/plugin';
import * as z from 'zod';

/** What the form holds: texts, and switches by event. */
export const valuesSchema = (t: PluginHost['t']) => {
  const address = z.union([z.literal(''), emailSchema], t('mail.address.wrong'));
  return z
    .object({
      senderName: z.string().trim().max(100),
      senderAddress: address,
      replyTo: address,
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
});

export const inputOf = ({
  own,
  host,
  port,
  password,
  senderAddress,
  replyTo,
  ...values
}: MailValues): EmailConfigInput => ({
  ...values,
  senderAddress: senderAddress === '' ? null : senderAddress,
  replyTo: replyTo === '' ? null : replyTo,
  host: own ? host : null,
  port: own ? Number(port) : null,
  ...(password !== '' && { password }),
});
