import { storedFiles } from '@sinter/sdk/server';
import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { rateLimiter } from '../http/rateLimit.ts';
import { siteAddress } from '../http/site.ts';
import { createUploadQuota } from '../http/uploadQuota.ts';
import { nodeSettings } from '../nodeSettings.ts';
import { registeredNames } from '../registered.ts';
import { sealing } from '../secrets/secrets.ts';
import { roomDb } from '../session/tables.ts';

/** What the handlers of this room are made from. */
export const partsOf = (host: ModuleHost) => ({
  handle: handling(host),
  db: roomDb(host.db),
  secrets: host.get(sealing),
  storedFiles: host.get(storedFiles),
  registered: host.get(registeredNames),
  maxUploadBytes: host.get(nodeSettings).maxUploadBytes,
  quota: createUploadQuota(host.get(rateLimiter), host.get(nodeSettings).maxUploadBytes),
  publicUrl: host.get(siteAddress),
  controlledUrl: host.get(nodeSettings).controlledUrl,
});
export type Parts = ReturnType<typeof partsOf>;
