import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../http/html.ts';

/** The page of a tab that opens a link app: it posts the token to the app by itself, or says why it does not open. */

export interface LaunchWords {
  language: string;
  title: string;
  text: string;
}
interface Launch {
  appURL: string;
  origin: string;
  token: string;
  button: string;
}

export function sendLaunchPage(reply: FastifyReply, words: LaunchWords, launch: Launch | null): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const { language, title, text } = words;
  const form = launch
    ? `<form method="post" action="${escapeHtml(launch.appURL)}"><input type="hidden" name="token" value="${escapeHtml(launch.token)}">` +
      `<button>${escapeHtml(launch.button)}</button></form><script nonce="${nonce}">document.forms[0].submit()</script>`
    : '';
  return reply
    .headers({
      'Content-Security-Policy': [
        "default-src 'none'",
        `style-src 'nonce-${nonce}'`,
        `script-src ${launch ? `'nonce-${nonce}'` : "'none'"}`,
        `form-action ${launch ? launch.origin : "'none'"}`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
      // The app learns which site sends it, and no address of it.
      'Referrer-Policy': 'strict-origin',
      'X-Frame-Options': 'DENY',
    })
    .type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="${language.replace('_', '-')}" dir="${language === 'ar_SA' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">
body { font: 16px/1.5 system-ui, sans-serif; max-inline-size: 30rem; margin: 15vh auto 0; padding-inline: 1.5rem; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; }
button { padding: 0.7rem 1.4rem; border: 0; border-radius: 8px; background: #1a5fd0; color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${form}
</body>
</html>
`);
}
