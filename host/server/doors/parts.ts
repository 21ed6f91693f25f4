import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { nodeSettings } from '../nodeSettings.ts';
import { createFrontDoors } from './doors.ts';
import { roomDb } from './tables.ts';

/** What the handlers of this room are made from. */
export const partsOf = (host: ModuleHost) => ({
  handle: handling(host),
  db: roomDb(host.db),
  resolveTxt: host.get(nodeSettings).resolveTxt,
  doors: createFrontDoors(roomDb(host.db)),
});
export type Parts = ReturnType<typeof partsOf>;
