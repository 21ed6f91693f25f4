import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { mailer } from '../mail/mail.ts';
import { registeredNames } from '../registered.ts';
import { sealing } from '../secrets/secrets.ts';
import { roomDb } from './tables.ts';

/** What the handlers of this room are made from. */
export const partsOf = (host: ModuleHost) => ({
  handle: handling(host),
  db: roomDb(host.db),
  secrets: host.get(sealing),
  mail: host.get(mailer),
  registered: host.get(registeredNames),
});
export type Parts = ReturnType<typeof partsOf>;
