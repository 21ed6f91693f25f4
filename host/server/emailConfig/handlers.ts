import { CallError, type Sentence } from '@sinter/sdk/contract';
import {
  checkEmailDomain,
  listEmailFailures,
  listEmailReplies,
  readEmailConfig,
  saveEmailConfig,
  sendTestEmail,
  type EmailConfig,
  type EmailConfigInput,
} from '@sinter/sdk/contract/host/emailConfig';
import { wrongField } from '@sinter/sdk/server';
import type { QueryExecutorProvider } from 'kysely';
import * as z from 'zod';
import { configOf, type ConfigRow, serverPurpose } from '../mail/config.ts';
import { ForbiddenMailServer, NoMailServer, placeOf } from '../mail/routes.ts';
import { roomTransaction } from '../mail/tables.ts';
import { inLanguage } from '../notifications/inLanguage.ts';
import { say } from '../say.ts';
import { defaultLanguage, languageKeySchema, shippedLanguages } from '../texts/languages.ts';
import { checkDomain } from './domain.ts';
import type { Parts } from './parts.ts';

const most = 100;
const sent = ({ message, said }: Sentence) => ({ text: message, said });

export function handleEmailConfig(parts: Parts): void {
  const { handle, db, secrets, kinds, networks, routes, siteSends, resolveTxt, repliesDomain } = parts;

  /** Events that may be mailed beyond the facility's people. */
  const shared = () => [...kinds.byId.values()].filter((kind) => kind.shared === true);

  const read = async (from: QueryExecutorProvider, facilityId: number): Promise<EmailConfig> => {
    const row = await configOf(from, facilityId);
    const off = new Set(row?.off_kinds);
    return {
      senderName: row?.sender_name ?? '',
      senderAddress: row?.sender_address ?? null,
      replyTo: row?.reply_to ?? null,
      answersToMessages: row?.answers_to_messages ?? true,
      repliesDomain,
      host: row?.host ?? null,
      port: row?.port ?? null,
      security: row?.security ?? 'STARTTLS',
      userName: row?.user_name ?? '',
      dkimSelector: row?.dkim_selector ?? '',
      digest: row?.digest ?? 'AT_ONCE',
      hour: row?.hour ?? 8,
      language: row?.language ?? defaultLanguage,
      passwordSet: (row?.password_sealed ?? null) !== null,
      siteSends,
      events: [...kinds.byId.values()]
        .filter(({ roles, mail }) => mail && (roles?.includes('ROLE_SERVICE_PROVIDER') ?? true))
        .map(({ id, title }) => ({ id, ...sent(title), on: !off.has(id) })),
      recipients: shared().map(({ id, title }) => ({
        ...{ id, ...sent(title), addresses: [...(row?.recipients[id] ?? [])] },
      })),
      languages: shippedLanguages.map(({ key, name }) => ({ key, name })),
    };
  };

  handle(readEmailConfig, ({ facilityId }) => read(db, placeIn(facilityId)));

  handle(saveEmailConfig, async ({ facilityId, write }, { body }) => {
    const own = placeIn(facilityId);
    await requireServer(body, networks);
    return write(async (unit) => {
      const before = await configOf(unit.db, own);
      // A password is kept for the server and the user that it was entered for, and told to no other.
      const same = before?.host === body.host && before.port === body.port && before.user_name === body.userName;
      const kept = same ? before.password_sealed : null;
      const sealed = body.password === undefined ? kept : secrets.seal(serverPurpose, body.password);
      if (body.host !== null && body.userName !== '' && sealed === null) {
        throw wrongField('password', say('email.passwordMissing'));
      }
      const values = {
        sender_name: body.senderName,
        sender_address: body.senderAddress,
        reply_to: body.replyTo,
        host: body.host,
        port: body.host === null ? null : body.port,
        security: body.security,
        user_name: body.host === null ? '' : body.userName,
        password_sealed: body.host === null || body.userName === '' ? null : sealed,
        dkim_selector: body.dkimSelector,
        digest: body.digest,
        hour: body.hour,
        language: body.language,
        answers_to_messages: body.answersToMessages,
        recipients: recipientsOf(
          body,
          shared().map(({ id }) => id),
        ),
        off_kinds: [...new Set(body.off.filter((id) => kinds.byId.has(id)))],
      };
      const row = { ...values, recipients: JSON.stringify(values.recipients) };
      await roomTransaction(unit.db)
        .insertInto('mail_config')
        .values({ facility_id: own, ...row })
        .onConflict((conflict) => conflict.column('facility_id').doUpdateSet(row))
        .execute();
      const told = ({ password_sealed, ...row }: Omit<ConfigRow, 'facility_id' | 'time_zone'>) => ({
        ...row,
        passwordSet: password_sealed !== null,
      });
      const {
        facility_id: _own,
        time_zone: _zone,
        ...stood
      } = before ?? { facility_id: own, time_zone: '', ...values };
      await unit.audit({
        action: 'email_config.changed',
        objectKind: 'FACILITY',
        objectId: String(own),
        ...(before && { before: told(stood) }),
        after: told(values),
      });
      return read(unit.db, own);
    });
  });

  handle(sendTestEmail, async ({ facilityId, user }) => {
    const { email, language } = await parts.people
      .selectFrom('app_user')
      .select(['email', 'language'])
      .where('id', '=', user.userId)
      .executeTakeFirstOrThrow();
    const texts = await parts.sentences(language);
    const words = (key: 'email.test.subject' | 'email.test.text') => inLanguage(texts, language, say(key));
    try {
      const route = await routes.of(placeIn(facilityId));
      const answer = await route.send({
        to: email,
        subject: words('email.test.subject'),
        text: words('email.test.text'),
      });
      return { sent: true, ...sent(say('email.test.sent', { email })), answer };
    } catch (error) {
      return { sent: false, ...sent(reasonOf(error)), answer: answerOf(error) };
    }
  });

  handle(checkEmailDomain, async ({ facilityId }) => {
    const row = await configOf(db, placeIn(facilityId));
    const domain = row?.sender_address?.split('@')[1];
    if (!row || domain === undefined) return null;
    const { spf, dkim, dmarc } = await checkDomain(domain, row.dkim_selector, resolveTxt);
    const told = ({ says, ...one }: typeof spf) => ({ ...one, ...sent(says) });
    return { domain, spf: told(spf), dkim: told(dkim), dmarc: told(dmarc) };
  });

  handle(listEmailReplies, async ({ facilityId }) => {
    const rows = await parts.replies
      .selectFrom('mail_reply')
      .select(['id', 'sender', 'state', 'says', 'created_at'])
      .where('facility_id', '=', placeIn(facilityId))
      .where('state', '<>', 'ACCEPTED')
      .orderBy('id', 'desc')
      .limit(most)
      .execute();
    return rows.map(({ id, sender, state, says, created_at }) => ({
      ...{ id, from: sender, state: state === 'REFUSED' ? ('REFUSED' as const) : ('AUTOMATIC' as const) },
      ...{ text: says?.text ?? '', ...(says?.said && { said: says.said }), createdAt: created_at.toISOString() },
    }));
  });

  handle(listEmailFailures, async ({ facilityId }) => {
    const rows = await db
      .selectFrom('mail_message')
      .select(['id', 'recipient', 'subject', 'state', 'error', 'created_at'])
      .where('facility_id', '=', placeIn(facilityId))
      .where('error', 'is not', null)
      .where('state', 'in', ['QUEUED', 'FAILED'])
      .orderBy('id', 'desc')
      .limit(most)
      .execute();
    return rows.map(({ id, recipient, subject, state, error, created_at }) => ({
      id,
      to: recipient,
      subject,
      state: state === 'FAILED' ? 'FAILED' : 'WAITING',
      answer: error ?? '',
      createdAt: created_at.toISOString(),
    }));
  });
}

/** The guard lets in nobody without a facility. */
function placeIn(facilityId: number | null): number {
  if (facilityId === null) throw new CallError('FORBIDDEN');
  return facilityId;
}

/** The addresses of each event that may have some, each once. */
function recipientsOf({ recipients }: EmailConfigInput, known: readonly string[]): Record<string, string[]> {
  const listed = recipients.filter(({ id, addresses }) => known.includes(id) && addresses.length > 0);
  return Object.fromEntries(
    listed.map(({ id, addresses }) => {
      const folded = addresses.map((address) => address.toLowerCase());
      return [id, addresses.filter((_, at) => folded.indexOf(folded[at] ?? '') === at)];
    }),
  );
}

/** Throws INVALID_INPUT where mails could not go by it. */
async function requireServer(body: EmailConfigInput, networks: Parts['networks']): Promise<void> {
  const { host, port, senderAddress, language } = body;
  if (!languageKeySchema.safeParse(language).success) throw new CallError('INVALID_INPUT');
  if (host === null) return;
  if (port === null) throw wrongField('port', say('email.portMissing'));
  if (senderAddress === null) throw wrongField('senderAddress', say('email.addressMissing'));
  await placeOf(networks, host).catch((error: unknown) => {
    throw wrongField('host', error instanceof ForbiddenMailServer ? say('networkNotCalled') : say('email.noSuchHost'));
  });
}

const smtpError = z.object({ code: z.string().optional(), responseCode: z.number().optional() });

/** Why a mail did not go, in words. */
function reasonOf(error: unknown): Sentence {
  if (error instanceof NoMailServer) return say('email.test.noServer');
  if (error instanceof ForbiddenMailServer) return say('networkNotCalled');
  switch (smtpError.safeParse(error).data?.code) {
    case 'EAUTH':
      return say('email.test.signIn');
    case 'ETLS':
      return say('email.test.encryption');
    case 'EENVELOPE':
    case 'EMESSAGE':
      return say('email.test.refused');
    case 'ETIMEDOUT':
      return say('email.test.silent');
    default:
      return say('email.test.unreachable');
  }
}

const longestAnswer = 500;
const answerOf = (error: unknown): string =>
  error instanceof Error && !(error instanceof NoMailServer) && !(error instanceof ForbiddenMailServer)
    ? error.message.slice(0, longestAnswer)
    : '';
