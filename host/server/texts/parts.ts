import { areaTexts, configuration } from '@sinter/sdk/server';
import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { facilityStates } from '../modules/facilityStates.ts';
import { roomDb } from './tables.ts';

/** What the handlers of this room are made from. */
export const partsOf = (host: ModuleHost) => ({
  handle: handling(host),
  db: roomDb(host.db),
  configuration: host.get(configuration),
  states: host.get(facilityStates),
  /** Of every room and server half; complete once all are set up. */
  areas: () => host.all(areaTexts),
});
export type Parts = ReturnType<typeof partsOf>;
