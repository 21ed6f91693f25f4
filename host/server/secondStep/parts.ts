import { frontDoors } from '../doors/doors.ts';
import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { rateLimiter } from '../http/rateLimit.ts';
import { siteAddress } from '../http/site.ts';
import { mailer } from '../mail/mail.ts';
import { roomDb as recordsDb } from '../records/tables.ts';
import { sealing } from '../secrets/secrets.ts';
import { challengeStore } from '../session/challenges.ts';
import { sessionStore } from '../session/sessions.ts';
import { roomDb } from '../session/tables.ts';
import { readTheme } from '../theme/theme.ts';

/** What the handlers of this room are made from. */
export const partsOf = (host: ModuleHost) => ({
  handle: handling(host),
  db: roomDb(host.db),
  sessions: host.get(sessionStore),
  challenges: host.get(challengeStore),
  limiter: host.get(rateLimiter),
  secrets: host.get(sealing),
  mail: host.get(mailer),
  readTheme: async (hostname: string) => readTheme(recordsDb(host.db), await host.get(frontDoors).of(hostname)),
  publicUrl: host.get(siteAddress),
});
export type Parts = ReturnType<typeof partsOf>;
