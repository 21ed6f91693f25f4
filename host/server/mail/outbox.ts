import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallError } from '@sinter/sdk/contract';
import { privateHeaders } from '../http/headers.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { RoomDb } from './tables.ts';
import { isLoopback } from '../http/loopback.ts';
import { escapeHtml } from '../http/html.ts';
import { mailPurpose } from './createMail.ts';
import { renderedMailSchema } from './render.ts';

const shown = 100;

export interface OutboxParts {
  db: RoomDb;
  secrets: Secrets;
  /** No mail server is set. */
  keeps: boolean;
  /** Where people reach this site, if that was set. */
  publicUrl?: string;
}

/**
 * `/dev/mail`: the mails that a server without a mail server keeps, newest first; `/dev/mail.json` for tests. They hold
 * links that sign people in, so that only the person at this machine sees them.
 */
export function addOutbox(app: FastifyInstance, { db, secrets, keeps, publicUrl }: OutboxParts): void {
  // Behind a proxy that adds no headers every request seems to come from this machine.
  const closed = !keeps || (publicUrl !== undefined && !isLoopback(new URL(publicUrl)));
  const requireLocal = (request: FastifyRequest): void => {
    if (closed || !isLocal(app, request)) throw new CallError('NOT_FOUND');
  };
  const kept = () =>
    db
      .selectFrom('mail_message')
      .select(['id', 'recipient', 'subject', 'body_sealed', 'created_at'])
      .where('body_sealed', 'is not', null)
      .orderBy('id', 'desc')
      .limit(shown);
  const open = (row: Awaited<ReturnType<ReturnType<typeof kept>['execute']>>[number]) => {
    const { text, html } = renderedMailSchema.parse(JSON.parse(secrets.open(mailPurpose, row.body_sealed ?? '')));
    const links = text.match(/https?:\/\/\S+/g) ?? [];
    const facts = { id: row.id, to: row.recipient, subject: row.subject, createdAt: row.created_at.toISOString() };
    return { ...facts, links, text, html };
  };

  app.get('/dev/mail.json', async (request, reply) => {
    requireLocal(request);
    return reply.headers(privateHeaders).send((await kept().execute()).map(open));
  });

  app.get('/dev/mail', async (request, reply) => {
    requireLocal(request);
    const rows = (await kept().execute()).map(
      ({ id, recipient, subject, created_at }) =>
        `<tr><td><a href="/dev/mail/${id}">${escapeHtml(subject)}</a></td><td>${escapeHtml(recipient)}</td><td><time>${created_at.toISOString()}</time></td></tr>`,
    );
    const list =
      rows.length > 0
        ? `<table><thead><tr><th>Subject</th><th>To</th><th>Written</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`
        : '<p>No mail yet. What the application would send appears here.</p>';
    return reply.headers(pageHeaders).type('text/html; charset=utf-8').send(page('Kept mail', list));
  });

  app.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) => {
    requireLocal(request);
    const { id } = request.params;
    const row = /^\d{1,15}$/.test(id) ? await kept().where('id', '=', Number(id)).executeTakeFirst() : undefined;
    if (!row) throw new CallError('NOT_FOUND');
    const { to, subject, createdAt, text, html } = open(row);
    // Its links leave the frame when somebody clicks them; nothing else in it can do anything.
    const framed = html.replace('<head>', '<head><base target="_top">');
    const body = `<p><a href="/dev/mail">All kept mail</a></p>
<p>To ${escapeHtml(to)}, <time>${createdAt}</time></p>
<iframe title="The mail as HTML" sandbox="allow-top-navigation-by-user-activation" srcdoc="${escapeHtml(framed)}"></iframe>
<h2>As text</h2>
<pre>${linked(text)}</pre>`;
    return reply.headers(pageHeaders).type('text/html; charset=utf-8').send(page(subject, body));
  });
}

/** Styles stand in the mail's own elements; nothing else is allowed to load or run. */
const pageHeaders = Object.freeze({
  ...privateHeaders,
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
});

const loopbackNames = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/;
const loopbackAddress = /^(127\.|::1$|::ffff:127\.)/;

/**
 * Listening on this machine only, asked from this machine, without a proxy, and under a name of this machine: a page of
 * somebody else cannot read it by giving its own name our address.
 */
function isLocal(app: FastifyInstance, { headers, socket }: FastifyRequest): boolean {
  const listening = app.server.address();
  const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];
  const site = headers['sec-fetch-site'];
  return (
    isAddress(listening) &&
    loopbackAddress.test(listening.address) &&
    loopbackAddress.test(socket.remoteAddress ?? '') &&
    loopbackNames.test(headers.host ?? '') &&
    !forwarded.some((name) => headers[name] !== undefined) &&
    (site === undefined || site === 'none' || site === 'same-origin')
  );
}

const isAddress = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

const linked = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`);

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; max-inline-size: 60rem; margin: 2rem auto; padding-inline: 1rem; }
table { border-collapse: collapse; inline-size: 100%; }
th, td { text-align: start; padding: 0.4rem 0.8rem 0.4rem 0; border-block-end: 1px solid #8885; }
iframe { inline-size: 100%; block-size: 36rem; border: 1px solid #8885; border-radius: 8px; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${body}
</body>
</html>
`;
