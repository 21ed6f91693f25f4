import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { type AnyCall, CallError, type Sentence } from '@sinter/sdk/contract';
import { callsPerMinute, issueToken, pluginTokenHeader } from '@sinter/sdk/contract/apps/token';
import { scopeOf } from '@sinter/sdk/contract/scopes';
import type { ExtensionCalls } from '../extensions/installed.ts';
import type { Buckets } from '../http/buckets.ts';
import type { PluginCallers } from '../http/callers.ts';
import { RateLimited } from '../http/rateLimited.ts';
import type { FacilityStates } from '../modules/facilityStates.ts';
import { type Opened, openedOf } from '../modules/grace.ts';
import { type ActiveSession, sessionOf } from '../identity/activeSession.ts';
import type { TriedBuild, TriedBuilds } from '../modules/triedBuilds.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { say } from '../say.ts';
import type { Grants } from './grants.ts';
import { type Apps, requireVersion } from './installed.ts';
import { type PluginToken, openToken } from './token.ts';

export interface PluginCallersParts {
  apps: Apps;
  grants: Grants;
  secrets: Secrets;
  states: FacilityStates;
  buckets: Buckets;
  calls: ExtensionCalls;
  tried: () => TriedBuilds;
}

const header = pluginTokenHeader.toLowerCase();

/** Calls of `apps` that a plugin makes for itself, and nobody else. */
const isPluginsOwn = (call: AnyCall): boolean =>
  call.owner === 'apps' && call.id !== issueToken.id && call.guard.kind === 'member' && scopeOf(call) === null;

/** @throws CallError SCOPE unless this session has loaded the build, and it is of this plugin and version. */
export async function requireBuild(
  tried: TriedBuilds,
  { id, plugin, version }: { id: string; plugin: string; version: string },
  session: ActiveSession,
): Promise<TriedBuild> {
  const build = await tried.of(id, session);
  if (build?.app.descriptor.id !== plugin) throw new CallError('SCOPE', say('app.off', { app: plugin }));
  requireVersion(build.app, version);
  return build;
}

const named = z.object({ id: z.string() });

/** Why a call that needs this is refused to a plugin that was granted `scopes`; `null`: it is not. */
function refusalOf(needed: ReturnType<typeof scopeOf>, scopes: readonly string[], app: string): Sentence | null {
  if (needed === 'never') return say('app.never', { app });
  return needed === null || scopes.includes(needed) ? null : say('app.scopeMissing', { app, scope: needed });
}

/** Lets a plugin do what it was granted; what its person may was decided before. */
export function createPluginCallers({
  apps,
  grants,
  secrets,
  states,
  buckets,
  calls,
  tried,
}: PluginCallersParts): PluginCallers {
  /** The plugin that a token was made for, with what it was granted. */
  async function callerOf(token: PluginToken, session: ActiveSession, opened: Opened | null): Promise<TriedBuild> {
    const { plugin, version, facility, localBuild } = token;
    if (localBuild !== undefined) return requireBuild(tried(), { id: localBuild, plugin, version }, session);
    const app = await apps.running(plugin, version, facility, opened);
    const asked: readonly string[] = app.descriptor.scopes.map(({ scope }) => scope);
    return { app, scopes: (await grants.of(plugin, facility)).filter((scope) => asked.includes(scope)) };
  }

  const identify = async (request: FastifyRequest, call: AnyCall, text: string): Promise<void> => {
    const { session } = request;
    const token = openToken(secrets, text);
    if (
      session?.principal.via !== 'session' ||
      token.session !== sessionOf(session) ||
      token.user !== session.principal.userId ||
      token.facility !== (await states.facilityOf(session.principal))
    ) {
      throw new CallError('UNAUTHENTICATED', say('app.tokenForeign'));
    }
    // What is refused counts too.
    const { granted, secondsToNext } = buckets.take(`${token.plugin} ${token.user}`, callsPerMinute);
    const caller = await callerOf(token, session, openedOf(request));
    const { id, title: app, version } = caller.app.descriptor;
    if (!granted) {
      throw new RateLimited('plugin', secondsToNext, say('app.tooOften', { app, seconds: secondsToNext }));
    }
    const { scopes } = caller;
    request.plugin = { id, version, facilityId: token.facility, ...caller };
    const needed = scopeOf(call);
    const refused = refusalOf(needed, scopes, app);
    // What somebody tries says nothing about the version that is installed.
    if (token.localBuild === undefined)
      calls.count({ facilityId: token.facility, userId: token.user, pluginId: id, version, refused: refused !== null });
    if (refused) throw new CallError('SCOPE', refused);
    if (call.owner === 'apps' && call.params && named.safeParse(request.params).data?.id !== id) {
      throw new CallError('SCOPE', say('app.otherApp', { app }));
    }
  };
  return {
    identify(request, call) {
      const text = request.headers[header];
      if (typeof text === 'string') return identify(request, call, text);
      if (isPluginsOwn(call)) throw new CallError('SCOPE', say('app.tokenNeeded'));
      return undefined;
    },
  };
}
