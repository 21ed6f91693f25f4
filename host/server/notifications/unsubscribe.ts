import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallError, type Sentence } from '@sinter/sdk/contract';
import { privateHeaders } from '../http/headers.ts';
import { escapeHtml } from '../http/html.ts';
import { networkOf, type RateLimiter } from '../http/rateLimit.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { inLanguage } from './inLanguage.ts';
import type { RoomDb } from './tables.ts';
import type { Texts } from '../texts/bundled.ts';
import { say } from '../say.ts';

const purpose = 'stop mails';
const path = '/stop-mails/';
const perMinute = 60;

/** The path that stops the mails of a person; it works without signing in, and for nothing else. */
export const stopAddress = (secrets: Secrets, userId: number): string => path + secrets.seal(purpose, String(userId));

interface UnsubscribeParts {
  db: RoomDb;
  secrets: Secrets;
  limiter: RateLimiter;
  sentences: (language: string) => Promise<Texts>;
}

/**
 * The link in a mail shows a page with one button, as mail readers follow links by themselves; their own button sends the
 * same request as that one (RFC 8058).
 */
export function addUnsubscribe(app: FastifyInstance, { db, secrets, limiter, sentences }: UnsubscribeParts): void {
  const personOf = async (request: FastifyRequest<{ Params: { token: string } }>) => {
    limiter.count(`stop mails ${networkOf(request.ip)}`, perMinute);
    const person = await db
      .selectFrom('app_user')
      .select(['id', 'language'])
      .where('id', '=', opened(secrets, request.params.token))
      .executeTakeFirst();
    if (!person) throw new CallError('NOT_FOUND');
    return person;
  };
  const show = async (reply: FastifyReply, language: string, title: Sentence, text: Sentence, button?: Sentence) => {
    const texts = await sentences(language);
    const words = (sentence: Sentence) => escapeHtml(inLanguage(texts, language, sentence));
    const form = button ? `<form method="post"><button>${words(button)}</button></form>` : '';
    return reply
      .headers(pageHeaders)
      .type('text/html; charset=utf-8')
      .send(page(language, words(title), `<p>${words(text)}</p>${form}`));
  };

  app.get<{ Params: { token: string } }>(`${path}:token`, async (request, reply) => {
    const { language } = await personOf(request);
    return show(reply, language, say('stopMails'), say('stopMailsText'), say('stopMails'));
  });

  void app.register(async (forms) => {
    // What the form says does not matter: the address says everything.
    forms.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: 10_000 },
      (_request, _text, done) => done(null, undefined),
    );
    forms.post<{ Params: { token: string } }>(`${path}:token`, async (request, reply) => {
      const { id, language } = await personOf(request);
      await db.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('notification_setting')
          .values({ user_id: id, mail: 'NEVER', hour: 8, weekday: 1, time_zone: 'UTC', kinds: '{}' })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ mail: 'NEVER' }))
          .execute();
        await transaction
          .updateTable('notification')
          .set({ mail_due_at: null })
          .where('mail_due_at', 'is not', null)
          .where('membership_id', 'in', transaction.selectFrom('membership').select('id').where('user_id', '=', id))
          .execute();
      });
      return show(reply, language, say('mailsStopped'), say('mailsStoppedText'));
    });
  });
}

function opened(secrets: Secrets, token: string): number {
  try {
    return Number(secrets.open(purpose, token));
  } catch {
    throw new CallError('NOT_FOUND');
  }
}

const pageHeaders = Object.freeze({
  ...privateHeaders,
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
});

const page = (language: string, title: string, body: string): string => `<!doctype html>
<html lang="${language.replace('_', '-')}" dir="${language === 'ar_SA' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-inline-size: 30rem; margin: 15vh auto 0; padding-inline: 1.5rem; }
h1 { font-size: 1.4rem; }
button { padding: 0.7rem 1.4rem; border: 0; border-radius: 8px; background: #1a5fd0; color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
</style>
</head>
<body>
<h1>${title}</h1>
${body}
</body>
</html>
`;
