import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { type AnyCall, CallError } from '@sinter/sdk/contract';
import { callsPerMinute, issueToken, pluginTokenHeader } from '@sinter/sdk/contract/apps/token';
import { scopeOf } from '@sinter/sdk/contract/scopes';
import type { ExtensionCalls } from '../extensions/installed.ts';
import type { Buckets } from '../http/buckets.ts';
import type { PluginCallers } from '../http/callers.ts';
import { RateLimited } from '../http/rateLimited.ts';
import type { FacilityStates } from '../modules/facilityStates.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { say } from '../say.ts';
import type { Grants } from './grants.ts';
import type { Apps } from './installed.ts';
import { openToken, sessionOf } from './token.ts';

export interface PluginCallersParts {
  apps: Apps;
  grants: Grants;
  secrets: Secrets;
  states: FacilityStates;
  buckets: Buckets;
  calls: ExtensionCalls;
}

const header = pluginTokenHeader.toLowerCase();

/** Calls of `apps` that a plugin makes for itself, and nobody else. */
const isPluginsOwn = (call: AnyCall): boolean =>
  call.owner === 'apps' && call.id !== issueToken.id && call.guard.kind === 'member' && scopeOf(call) === null;

const named = z.object({ id: z.string() });

/** Lets a plugin do what it was granted; what its person may was decided before. */
export function createPluginCallers({
  apps,
  grants,
  secrets,
  states,
  buckets,
  calls,
}: PluginCallersParts): PluginCallers {
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
    const descriptor = await apps.running(token.plugin, token.version, token.facility);
    const { id, title: app, version } = descriptor;
    if (!granted) {
      throw new RateLimited('plugin', secondsToNext, say('app.tooOften', { app, seconds: secondsToNext }));
    }
    const asked: readonly string[] = descriptor.scopes.map(({ scope }) => scope);
    const scopes = (await grants.of(id, token.facility)).filter((scope) => asked.includes(scope));
    request.plugin = { id, version, facilityId: token.facility, scopes };
    const needed = scopeOf(call);
    const refused = needed === 'never' || (needed !== null && !scopes.includes(needed));
    calls.count({ facilityId: token.facility, userId: token.user, pluginId: id, version, refused });
    if (needed === 'never') throw new CallError('SCOPE', say('app.never', { app }));
    if (needed !== null && !scopes.includes(needed)) {
      throw new CallError('SCOPE', say('app.scopeMissing', { app, scope: needed }));
    }
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
