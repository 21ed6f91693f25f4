import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallError, type Principal } from '@sinter/sdk/contract';
import type { Logger } from '@sinter/sdk/plugin';
import type { PageAnswers } from '@sinter/sdk/contract/host/pageAnswers';
import type { FirstCalls } from '@sinter/sdk/server';
import { fetchToken, type SessionUser } from '@sinter/sdk/contract/host/session';
import { embedPlace, embedSignIn } from '#registry/embed';
import type { KeptFile } from '#registry/kept';
import { homeOf, pathsHome } from '#registry/home';
import type { Manifest } from '#registry/manifest';
import { match } from '#registry/pages';
import { isVendor } from '#registry/terms';
import type { FrontDoors } from '../doors/doors.ts';
import type { Feed } from '../events/feed.ts';
import { sendText } from '../http/compress.ts';
import { offerCsrf, readCookie, readToken, sessionCookie } from '../http/cookies.ts';
import {
  frameOptions,
  framePolicy,
  keepsOpener,
  pagePermissions,
  pagePolicy,
  privateHeaders,
} from '../http/headers.ts';
import type { FacilityStates } from '../modules/facilityStates.ts';
import { manifestFor, type ManifestParts } from '../modules/manifest.ts';
import type { SessionStore } from '../session/sessions.ts';
import type { RoomDb } from '../records/tables.ts';
import { defaultLanguage, type LanguageKey, languageKeySchema } from '../texts/languages.ts';
import { readTheme } from '../theme/theme.ts';
import { sendFile, type WebBuildFiles } from './files.ts';
import { answerFor } from './answers.ts';
import { hostCalls } from './firstCalls.ts';
import { addKept, isKept, keptFiles } from './kept.ts';
import { type PageText, renderFrame, renderPage } from './page.ts';
import { preloadsOf } from './preloads.ts';

export interface WebParts {
  web: WebBuildFiles;
  doors: FrontDoors;
  feed: Pick<Feed, 'position'>;
  sessions: SessionStore;
  states: FacilityStates;
  modules: ManifestParts;
  /** By plugin. */
  firstCalls: ReadonlyMap<string, FirstCalls>;
  db: RoomDb;
  log: Logger;
  /** Where export-controlled contents come from, when not from here. */
  controlledUrl: string | undefined;
  /** Pages of others in which embed documents may stand. */
  embedOrigins: readonly string[];
}

/** As they come: once, more than once, or not at all. */
type FrameQuery = { embedded?: unknown; localBuild?: unknown };

/** What browsers load: the pages of the two hosts, their files, and the packages of plugins. */
export function addWeb(
  app: FastifyInstance,
  { web, doors, feed, sessions, states, modules, firstCalls, db, log, controlledUrl, embedOrigins }: WebParts,
): void {
  app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    const file = await web.asset(request.params['*']);
    if (!file) throw new CallError('NOT_FOUND');
    // They are nobody's secret, and frames without an origin load them too.
    reply.header('Access-Control-Allow-Origin', '*');
    return sendFile(request, reply, file, 'public, max-age=31536000, immutable');
  });

  // The code of a module that is off for the caller's facility does not exist for the caller.
  app.get<{ Params: { id: string; '*': string } }>('/plugins/:id/*', async (request, reply) => {
    const { id, '*': path } = request.params;
    const token = readToken(request, sessionCookie);
    const session = token && (await sessions.find(token));
    if (!session) throw new CallError('NOT_FOUND');
    if (path.startsWith('local/')) {
      const tried = await web.triedFile(session, id, path);
      if (!tried) throw new CallError('NOT_FOUND');
      return sendFile(request, reply, tried, 'no-store');
    }
    const state = await states.of(session.principal);
    if (!state.isOn(id)) throw new CallError('MODULE_OFF');
    const file = (await web.packageFile(id, path)) ?? (await web.installedFile(state.facilityId, id, path));
    if (!file) throw new CallError('NOT_FOUND');
    // `private`: a cache in between must not hand it to somebody of another facility.
    return sendFile(request, reply, file, 'private, max-age=31536000, immutable');
  });

  // Pages of others load it by a script element.
  app.get('/embed/embed.js', async (request, reply) => {
    const file = await web.asset('embed.js');
    if (!file) throw new CallError('NOT_FOUND');
    return sendFile(request, reply, file, 'public, max-age=300', { 'Cross-Origin-Resource-Policy': 'cross-origin' });
  });

  addKept(app, { web, doors, db });

  const isMinimal = async (principal: Principal, pluginId: string): Promise<boolean> =>
    (await manifestFor(modules, principal)).plugins.some(({ id, minimal }) => id === pluginId && minimal);

  // What a frame may do is in the policy of its page; whether there is one at all, in the state of the facility.
  app.get<{ Params: { id: string }; Querystring: FrameQuery }>('/frame/:id', async (request, reply) => {
    const token = readToken(request, sessionCookie);
    const session = token && (await sessions.find(token));
    if (!session || !isVendor(request.params.id)) throw new CallError('NOT_FOUND');
    const { id } = request.params;
    const { localBuild } = request.query;
    const isThere =
      typeof localBuild === 'string'
        ? await web.isTried(session, id, localBuild)
        : (await states.of(session.principal)).isOn(id);
    if (!isThere) throw new CallError('MODULE_OFF');
    const isEmbedded = request.query.embedded !== undefined && (await isMinimal(session.principal, id));
    const nonce = randomBytes(16).toString('base64');
    const page = renderFrame({ nonce, build: await web.build() });
    if (page === null) throw new CallError('NOT_FOUND');
    reply
      .headers(privateHeaders)
      .header('Content-Security-Policy', framePolicy(nonce, isEmbedded ? embedOrigins : []))
      .type('text/html; charset=utf-8');
    return sendText(request, reply, Readable.from([page]));
  });

  app.get('/*', async (request, reply) => {
    const { pathname, searchParams } = new URL(request.url, 'http://page');
    const embedded = embedPlace(pathname);
    // Files, and calls that are not declared, are not pages. An id with a dot in the address of a page looks like one, but a
    // browser that opens it asks for a document.
    const isFile = !embedded && /\.[a-z0-9]+$/i.test(pathname) && !request.headers.accept?.includes('text/html');
    if (isFile || pathname.startsWith('/api')) throw new CallError('NOT_FOUND');
    // Read before anything is: what happens from here on may be missing in what the page is told.
    const { position } = feed;
    const isTool = pathname.startsWith('/grabcad');
    const host = isTool || embedded || pathname === embedSignIn ? 'minimal' : 'shell';
    const nonce = randomBytes(16).toString('base64');
    const token = readToken(request, sessionCookie);
    const [theme, build, session] = await Promise.all([
      doors.of(request.hostname).then((facilityId) => readTheme(db, facilityId)),
      web.build(),
      token === null ? null : sessions.find(token),
    ]);
    const language = languageOf(request);
    const user = session?.user ?? null;
    // Somebody who has to do something first gets no further than that screen.
    const goesOn = session?.user.emailVerfied && !session.user.secondFactorDue;
    // An embed document asks for its own: its page is of one plugin, and most of them come without answers.
    const manifest = goesOn && !embedded ? await manifestFor(modules, session.principal) : null;
    const place = placeOf({ pathname, search: searchParams }, user, manifest);
    const found = manifest && match(manifest, place.pathname);
    const calls = [
      ...hostCalls({ host, language, user }),
      ...(found && user
        ? (firstCalls.get(found.pluginId)?.[found.page.id]?.({ params: found.params, search: place.search, user }) ??
          [])
        : []),
    ];
    const preloads = build ? preloadsOf(build.index, { host, language, pathname: place.pathname, manifest }) : [];
    const embedding = embedded && { ancestors: [...embedOrigins] };
    const keeps = isKept(request, pathname);
    const kept = keeps && build && manifest ? keptFiles({ build, language, manifest }) : undefined;
    const page = renderPage({ host, nonce, theme, language, build, preloads, embedding });
    const csrf = offerCsrf(request, reply);
    const { 'X-Frame-Options': sameSite, ...headers } = privateHeaders;
    reply
      .headers(headers)
      .headers(embedded ? frameOptions(embedOrigins) : { 'X-Frame-Options': sameSite })
      .header(
        'Content-Security-Policy',
        pagePolicy({
          nonce,
          origin: `${request.protocol}://${request.host}`,
          trayTool: isTool || embedded?.pluginId === 'grabcad',
          controlledUrl,
          embeddedBy: embedded ? embedOrigins : undefined,
        }),
      )
      .headers(pathname === embedSignIn ? keepsOpener : {})
      .header('Permissions-Policy', pagePermissions)
      .type('text/html; charset=utf-8');
    // Only a document that somebody opens or keeps: nothing else on the web may make the server answer for a person.
    if (request.headers['sec-fetch-dest'] !== 'document' && !keeps)
      return reply.send(page.head + page.tail({ since: null, answers: [] }));
    // A kept document holds no token.
    const told = keeps ? calls.filter(({ call }) => call !== fetchToken) : calls;
    const asked = Promise.all(
      told.map((call) =>
        answerFor(app, request, csrf, call).catch((error: unknown) => {
          log.warn('a page came without an answer', { call: call.call.id, error: String(error) });
          return null;
        }),
      ),
    ).then((answers) => ({
      since: goesOn ? position : null,
      answers: answers.filter((answer) => answer !== null),
    }));
    return sendText(request, reply, Readable.from(inParts(page, asked, kept)));
  });
}

interface Place {
  pathname: string;
  search: URLSearchParams;
}

/** Where an address leads: from the sign-in page and the root to somebody's home, unless they wanted to go elsewhere. */
function placeOf(asked: Place, user: SessionUser | null, manifest: Manifest | null): Place {
  if (!user || !manifest || !pathsHome.includes(asked.pathname) || asked.search.has('returnTo')) return asked;
  return { pathname: homeOf({ manifest, user }), search: new URLSearchParams() };
}

/** The head goes out at once, so that the browser fetches files while the calls are answered. */
async function* inParts(
  { head, tail }: PageText,
  answers: Promise<PageAnswers>,
  kept: readonly KeptFile[] | undefined,
): AsyncGenerator<string> {
  yield head;
  yield tail(await answers, kept);
}

/** What the person chose last in this browser. */
function languageOf(request: FastifyRequest): LanguageKey {
  return languageKeySchema.safeParse(readCookie(request, 'language')).data ?? defaultLanguage;
}
