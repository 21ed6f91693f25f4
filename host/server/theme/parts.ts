import { storedFiles } from '@sinter/sdk/server';
import { frontDoors } from '../doors/doors.ts';
import { fileStore } from '../files/store.ts';
import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { createThemes } from './published.ts';
import { roomDb } from './tables.ts';

/** What the handlers of this room are made from. */
export const partsOf = (host: ModuleHost) => ({
  handle: handling(host),
  doors: host.get(frontDoors),
  storedFiles: host.get(storedFiles),
  themes: createThemes(roomDb(host.db), host.get(fileStore)),
});
export type Parts = ReturnType<typeof partsOf>;
