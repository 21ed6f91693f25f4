import { settingStates } from '@sinter/sdk/server';
import { roomDb as appsDb } from '../apps/tables.ts';
import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { facilityStates } from '../modules/facilityStates.ts';
import { sharedOf } from '../modules/manifest.ts';
import { installedPackages } from '../modules/packages.ts';

/** What the handlers of this room are made from. */
export const partsOf = (host: ModuleHost) => ({
  handle: handling(host),
  db: appsDb(host.db),
  states: host.get(facilityStates),
  packages: host.get(installedPackages),
  shared: sharedOf(host),
  /** As those who tell have it. */
  whole: host.db,
  /** Of every room and server half; complete once all are set up. */
  told: () => host.all(settingStates),
});
export type Parts = ReturnType<typeof partsOf>;
