import { storedFiles } from '@sinter/sdk/server';
import { fileStore } from '../files/store.ts';
import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { rateLimiter } from '../http/rateLimit.ts';
import { createUploadQuota } from '../http/uploadQuota.ts';
import { nodeSettings } from '../nodeSettings.ts';
import { roomDb } from './tables.ts';

/** What the handlers of this room are made from. */
export const partsOf = (host: ModuleHost) => ({
  handle: handling(host),
  db: roomDb(host.db),
  storedFiles: host.get(storedFiles),
  maxUploadBytes: host.get(nodeSettings).maxUploadBytes,
  files: host.get(fileStore),
  quota: createUploadQuota(host.get(rateLimiter), host.get(nodeSettings).maxUploadBytes),
});
export type Parts = ReturnType<typeof partsOf>;
