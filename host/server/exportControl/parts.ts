import { facilityGains, fileRelations, storedFiles } from '@sinter/sdk/server';
import { fileStore } from '../files/store.ts';
import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { sessionStore } from '../session/sessions.ts';
import { roomDb } from './tables.ts';

/** What the handlers of this room are made from. */
export const partsOf = (host: ModuleHost) => ({
  handle: handling(host),
  db: roomDb(host.db),
  sessions: host.get(sessionStore),
  storedFiles: host.get(storedFiles),
  files: host.get(fileStore),
  relations: () => host.all(fileRelations),
  gains: () => host.all(facilityGains),
});
export type Parts = ReturnType<typeof partsOf>;
