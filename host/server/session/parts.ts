import { secondFactors } from '../factors/factors.ts';
import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { rateLimiter } from '../http/rateLimit.ts';
import { nodeSettings } from '../nodeSettings.ts';
import { registeredNames } from '../registered.ts';
import { challengeStore } from './challenges.ts';
import { sessionStore } from './sessions.ts';
import { roomDb } from './tables.ts';

/** What the handlers of this room are made from. */
export const partsOf = (host: ModuleHost) => ({
  handle: handling(host),
  db: roomDb(host.db),
  registered: host.get(registeredNames),
  sessions: host.get(sessionStore),
  challenges: host.get(challengeStore),
  factors: host.get(secondFactors),
  limiter: host.get(rateLimiter),
  controlledUrl: host.get(nodeSettings).controlledUrl,
});
export type Parts = ReturnType<typeof partsOf>;
