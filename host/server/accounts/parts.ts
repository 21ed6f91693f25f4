import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { rateLimiter } from '../http/rateLimit.ts';
import { siteAddress } from '../http/site.ts';
import { roomDb as keysDb } from '../keys/tables.ts';
import { mailer } from '../mail/mail.ts';
import { roomDb } from '../people/tables.ts';
import { challengeStore } from '../session/challenges.ts';
import { sessionStore } from '../session/sessions.ts';

/** What the handlers of this room are made from. */
export const partsOf = (host: ModuleHost) => ({
  handle: handling(host),
  db: roomDb(host.db),
  keysDb: keysDb(host.db),
  sessions: host.get(sessionStore),
  challenges: host.get(challengeStore),
  mail: host.get(mailer),
  limiter: host.get(rateLimiter),
  publicUrl: host.get(siteAddress),
});
export type Parts = ReturnType<typeof partsOf>;
