import { areaTexts, configuration } from '@sinter/sdk/server';
import { frontDoors } from '../doors/doors.ts';
import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { roomDb } from './tables.ts';

/** What the handlers of this room are made from. */
export const partsOf = (host: ModuleHost) => ({
  handle: handling(host),
  db: roomDb(host.db),
  configuration: host.get(configuration),
  doors: host.get(frontDoors),
  /** Of every room and server half; complete once all are set up. */
  areas: () => host.all(areaTexts),
});
export type Parts = ReturnType<typeof partsOf>;
