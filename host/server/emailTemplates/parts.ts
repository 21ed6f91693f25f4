import { areaTexts, siteAddress, versions } from '@sinter/sdk/server';
import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { mailer } from '../mail/mail.ts';
import { knownNotices } from '../notifications/kinds.ts';
import { ownTexts } from '../notifications/ownTexts.ts';
import { roomDb } from '../notifications/tables.ts';
import { sentencesOf } from '../texts/bundled.ts';

/** What the handlers of this room are made from. */
export const partsOf = (host: ModuleHost) => ({
  handle: handling(host),
  db: roomDb(host.db),
  kinds: host.get(knownNotices),
  mail: host.get(mailer),
  own: host.get(ownTexts),
  publicUrl: host.get(siteAddress),
  sentences: sentencesOf(() => host.all(areaTexts)),
  versions: host.get(versions),
});
export type Parts = ReturnType<typeof partsOf>;
