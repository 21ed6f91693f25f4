import { storedFiles } from '@sinter/sdk/server';
import { personContexts } from '../http/context.ts';
import { defineHostModule, housekeeping } from '../hostModule.ts';
import { rateLimiter } from '../http/rateLimit.ts';
import { createUploadQuota } from '../http/uploadQuota.ts';
import { configOf } from '../mail/config.ts';
import { replyAddresses } from '../mail/replyAddresses.ts';
import { addressOf } from '../mail/routes.ts';
import { facilityStates } from '../modules/facilityStates.ts';
import { nodeSettings } from '../nodeSettings.ts';
import { answersIn } from '../notifications/kinds.ts';
import { registeredNames } from '../registered.ts';
import { roomDb as sessionDb } from '../session/tables.ts';
import * as replies from './migrations/001_replies.ts';
import { receive, type ReceiveParts, removeOldReplies } from './receive.ts';
import { createReceiver, mailReceiver } from './receiver.ts';
import { resolverOf } from './resolver.ts';
import { roomDb } from './tables.ts';

export const repliesModule = defineHostModule({
  id: 'replies',
  migrations: { '001_replies': replies },
  setup(host) {
    const db = roomDb(host.db);
    host.contribute(housekeeping, () => removeOldReplies(db));
    const { replies: settings, mailFrom, maxUploadBytes, resolveTxt } = host.get(nodeSettings);
    if (!settings) return;
    const { log } = host;
    host.provide(
      mailReceiver,
      () => {
        const limiter = host.get(rateLimiter);
        const parts: ReceiveParts = {
          ...{ db, log, limiter },
          members: sessionDb(host.db),
          permissions: host.get(registeredNames).permissions,
          answersTo: answersIn(host),
          states: host.get(facilityStates),
          contextOf: host.get(personContexts),
          storedFiles: host.get(storedFiles),
          quota: createUploadQuota(limiter, maxUploadBytes),
          resolve: resolverOf(resolveTxt),
          async ours(facilityId) {
            const config = facilityId === null ? undefined : await configOf(host.db, facilityId);
            const all = [`@${settings.domain}`, addressOf(mailFrom), ...[config?.sender_address ?? []].flat()];
            return all.map((address) => address.toLowerCase());
          },
        };
        const addresses = host.get(replyAddresses);
        return createReceiver({ ...{ settings, addresses, limiter, log }, receive: (mail) => receive(parts, mail) });
      },
      (receiver) => receiver.stop(),
    );
  },
});
