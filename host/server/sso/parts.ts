import { outbound } from '@sinter/sdk/server';
import { frontDoors } from '../doors/doors.ts';
import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { rateLimiter } from '../http/rateLimit.ts';
import { siteAddress } from '../http/site.ts';
import { sealing } from '../secrets/secrets.ts';
import { challengeStore } from '../session/challenges.ts';
import { sessionStore } from '../session/sessions.ts';
import { roomDb } from './tables.ts';

/** What the handlers of this room are made from. */
export const partsOf = (host: ModuleHost) => ({
  handle: handling(host),
  db: roomDb(host.db),
  sessions: host.get(sessionStore),
  challenges: host.get(challengeStore),
  doors: host.get(frontDoors),
  outbound: host.get(outbound),
  limiter: host.get(rateLimiter),
  secrets: host.get(sealing),
  publicUrl: host.get(siteAddress),
});
export type Parts = ReturnType<typeof partsOf>;
