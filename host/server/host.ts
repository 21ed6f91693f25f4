import { hostDb } from './allTables.ts';
import type { ModuleHost } from './hostModule.ts';
import { handling } from './http/handlers.ts';
import { rateLimiter } from './http/rateLimit.ts';
import { siteAddress } from './http/site.ts';
import { mailer } from './mail/mail.ts';
import { registeredNames } from './registered.ts';
import { sessionStore } from './session/sessions.ts';

/** What the room is made from whose calls are on their way to a plugin. */
export const bagOf = (host: ModuleHost) => ({
  handle: handling(host),
  db: hostDb(host.db),
  registered: host.get(registeredNames),
  sessions: host.get(sessionStore),
  mail: host.get(mailer),
  limiter: host.get(rateLimiter),
  publicUrl: host.get(siteAddress),
});
export type Host = ReturnType<typeof bagOf>;
