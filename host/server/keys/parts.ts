import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { mailer } from '../mail/mail.ts';
import { sealing } from '../secrets/secrets.ts';
import { roomDb } from './tables.ts';

/** What the handlers of this room are made from. */
export const partsOf = (host: ModuleHost) => ({
  handle: handling(host),
  db: roomDb(host.db),
  secrets: host.get(sealing),
  mail: host.get(mailer),
});
export type Parts = ReturnType<typeof partsOf>;
