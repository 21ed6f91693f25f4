import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnyCall } from '@sinter/sdk/contract';
import { createToken } from '@sinter/sdk/plugin';
import type { InstalledPlugin } from '#registry/resolve';
import type { ActiveSession } from '../identity/activeSession.ts';

/**
 * What a route asks about a request and does not know itself. Rooms above answer it; each is asked for once, at the start.
 * What is known is answered at once: to wait for a promise costs a cheap call as much as its work.
 */

/** Whose a browser is, by its cookie or by a bearer token made from its session. */
export interface BrowserCallers {
  find(request: FastifyRequest): ActiveSession | null | Promise<ActiveSession | null>;
  /** Its user does something, so that the session is not idle. */
  touch(session: ActiveSession): void | Promise<void>;
}
export const browserCallers = createToken<BrowserCallers>('host/BrowserCallers@1');

/** Whose a program is, by its key. */
export interface KeyCallers {
  /**
   * Fills `session` and `apiKeyId` of a request that carries a key: that answers for it, and nothing else. `undefined`: it
   * carries none. Rejects with UNAUTHENTICATED for a wrong one, with RATE_LIMITED for too many requests.
   */
  identify(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined;
}
export const keyCallers = createToken<KeyCallers>('host/KeyCallers@1');

/** A vendor's plugin that calls for a person. */
export interface PluginCaller {
  id: string;
  version: string;
  /** Where it is installed: the person's facility, for a buyer the one whose shop it is. */
  facilityId: number;
  /** What it was granted. */
  scopes: readonly string[];
  /** What it is: as it is installed, or the build that its author tries in the place of it. */
  app: InstalledPlugin;
}

/** Which plugin of a vendor calls, by its token. */
export interface PluginCallers {
  /**
   * Fills `plugin` of a request that carries a token, whose session is known. `undefined`: it carries none, and needs none. Rejects with
   * UNAUTHENTICATED for a token that does not hold, with SCOPE for what the plugin may not call, with RATE_LIMITED for a flood.
   */
  identify(request: FastifyRequest, call: AnyCall): Promise<void> | undefined;
}
export const pluginCallers = createToken<PluginCallers>('host/PluginCallers@1');

/** Is this call, which somebody may switch off, on for the caller of the request? */
export type CallSwitch = (call: Pick<AnyCall, 'owner' | 'flag'>, request: FastifyRequest) => Promise<boolean>;
export const callSwitch = createToken<CallSwitch>('host/CallSwitch@1');
