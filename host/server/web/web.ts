import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallError } from '@sinter/sdk/contract';
import { isFresh } from '../http/bytes.ts';
import { offerCsrf, readCookie, readToken, sessionCookie } from '../http/cookies.ts';
import { pagePolicy, privateHeaders, securityHeaders } from '../http/headers.ts';
import type { FacilityStates } from '../modules/facilityStates.ts';
import type { SessionStore } from '../session/sessions.ts';
import type { RoomDb } from '../records/tables.ts';
import { defaultLanguage, type LanguageKey, languageKeySchema } from '../texts/languages.ts';
import { readTheme } from '../theme/theme.ts';
import type { WebBuildFiles, WebFile } from './files.ts';
import { renderPage } from './page.ts';

export interface WebParts {
  web: WebBuildFiles;
  sessions: SessionStore;
  states: FacilityStates;
  db: RoomDb;
  /** Where export-controlled contents come from, when not from here. */
  controlledUrl: string | undefined;
}

/** What browsers load: the pages of the two hosts, their files, and the packages of plugins. */
export function addWeb(app: FastifyInstance, { web, sessions, states, db, controlledUrl }: WebParts): void {
  app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    const file = await web.asset(request.params['*']);
    if (!file) throw new CallError('NOT_FOUND');
    return sendFile(request, reply, file, 'public, max-age=31536000, immutable');
  });

  // The code of a module that is off for the caller's facility does not exist for the caller.
  app.get<{ Params: { id: string; '*': string } }>('/plugins/:id/*', async (request, reply) => {
    const { id, '*': path } = request.params;
    const token = readToken(request, sessionCookie);
    const session = token && (await sessions.find(token));
    if (!session) throw new CallError('NOT_FOUND');
    if (!(await states.of(session.principal)).isOn(id)) throw new CallError('MODULE_OFF');
    const file = await web.packageFile(id, path);
    if (!file) throw new CallError('NOT_FOUND');
    // `private`: a cache in between must not hand it to somebody of another facility.
    return sendFile(request, reply, file, 'private, max-age=31536000, immutable');
  });

  app.get('/*', async (request, reply) => {
    const { pathname } = new URL(request.url, 'http://page');
    // Files, and calls that are not declared, are not pages.
    if (/\.[a-z0-9]+$/i.test(pathname) || pathname.startsWith('/api')) throw new CallError('NOT_FOUND');
    const embedded = pathname.startsWith('/grabcad');
    const nonce = randomBytes(16).toString('base64');
    const [theme, build] = await Promise.all([readTheme(db), web.build()]);
    offerCsrf(request, reply);
    return reply
      .headers(privateHeaders)
      .header('Content-Security-Policy', pagePolicy({ nonce, trayTool: embedded, controlledUrl }))
      .type('text/html; charset=utf-8')
      .send(renderPage({ host: embedded ? 'minimal' : 'shell', nonce, theme, language: languageOf(request), build }));
  });
}

/** What the person chose last in this browser. */
function languageOf(request: FastifyRequest): LanguageKey {
  return languageKeySchema.safeParse(readCookie(request, 'language')).data ?? defaultLanguage;
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: WebFile, cacheControl: string): FastifyReply {
  reply.headers(securityHeaders).header('Cache-Control', cacheControl).header('ETag', `"${file.etag}"`);
  reply.header('Vary', 'Accept-Encoding');
  if (isFresh(request, reply)) return reply.code(304).send();
  reply.type(file.contentType);
  const packed = /\bbr\b/.test(request.headers['accept-encoding'] ?? '') ? file.packed : null;
  if (packed) reply.header('Content-Encoding', 'br');
  return reply.send(packed ?? file.content);
}
