import { areaTexts } from '@sinter/sdk/server';
import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { roomDb as identityDb } from '../identity/tables.ts';
import { createRoutes } from '../mail/routes.ts';
import { roomDb } from '../mail/tables.ts';
import { nodeSettings } from '../nodeSettings.ts';
import { knownNotices } from '../notifications/kinds.ts';
import { networksOf } from '../outbound/networks.ts';
import { roomDb as repliesDb } from '../replies/tables.ts';
import { sentencesOf } from '../texts/bundled.ts';
import { sealing } from '../secrets/secrets.ts';

/** What the handlers of this room are made from. */
export function partsOf(host: ModuleHost) {
  const { smtpUrl, mailFrom: from, allowedNetworks = [], resolveTxt, replies } = host.get(nodeSettings);
  const db = roomDb(host.db);
  const secrets = host.get(sealing);
  const networks = networksOf(allowedNetworks);
  return {
    ...{ db, secrets, networks, resolveTxt },
    handle: handling(host),
    people: identityDb(host.db),
    kinds: host.get(knownNotices),
    routes: createRoutes({ db, secrets, smtpUrl, networks, from }),
    sentences: sentencesOf(() => host.all(areaTexts)),
    siteSends: smtpUrl !== undefined,
    replies: repliesDb(host.db),
    repliesDomain: replies?.domain ?? null,
  };
}
export type Parts = ReturnType<typeof partsOf>;
