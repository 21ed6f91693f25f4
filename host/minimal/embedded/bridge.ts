import type { Logger } from '@sinter/sdk/plugin';
import { type Command, commandSchema, protocolVersion, type Told } from './protocol.ts';

export interface BridgeOptions {
  /** Origins of the pages that this one may stand in. */
  ancestors: readonly string[];
  /** Origin of the page around, where the browser tells it. */
  around: string | null;
  parent: Pick<Window, 'postMessage'>;
  /** Where messages arrive. */
  arrivals: Pick<EventTarget, 'addEventListener'>;
  /** Answers whether the command made sense here. */
  obey(command: Command): boolean;
  log: Logger;
}

export interface Bridge {
  tell(message: Told): void;
}

/** Whoever floods the page does not flood its log. */
const mostLogged = 20;

const isForUs = (data: unknown): boolean => typeof data === 'object' && data !== null && 'sinter' in data;

/**
 * Talks with the page around, and with nobody else: what comes from another window or origin, or is no command of the
 * protocol, is ignored and written down.
 */
export function connectBridge({ ancestors, around, parent, arrivals, obey, log }: BridgeOptions): Bridge {
  let peers = around === null ? ancestors : ancestors.filter((origin) => origin === around);
  let logged = 0;
  const ignore = (reason: string, origin: string): void => {
    if (++logged > mostLogged) return;
    log.warn('a message to the embedded page was ignored', { reason, origin });
  };
  arrivals.addEventListener('message', (event) => {
    if (!(event instanceof MessageEvent)) return;
    const { source, origin, data }: { source: unknown; origin: string; data: unknown } = event;
    if (source !== parent) {
      // Others have messages of their own: frames of plugins, tools of the browser.
      if (isForUs(data)) ignore('not from the page around', origin);
      return;
    }
    if (!peers.includes(origin)) return ignore('not from an allowed origin', origin);
    const command = commandSchema.safeParse(data);
    if (!command.success) return ignore('not a command', origin);
    peers = [origin];
    if (!obey(command.data)) ignore(`${command.data.type} leads nowhere here`, origin);
  });
  return {
    // To each that it may be, until it is known which: the browser delivers to the right one alone.
    tell(message) {
      for (const origin of peers) parent.postMessage({ sinter: protocolVersion, ...message }, origin);
    },
  };
}

/** Origin of the page around, where the browser tells. */
export function originAround({ location, referrer }: Pick<Document, 'location' | 'referrer'>): string | null {
  const [nearest] = 'ancestorOrigins' in location ? Array.from(location.ancestorOrigins) : [];
  if (nearest !== undefined) return nearest;
  if (!URL.canParse(referrer)) return null;
  const { origin } = new URL(referrer);
  // After a reload of its own, a frame comes from itself.
  return origin === location.origin ? null : origin;
}
