import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { registeredNames } from '../registered.ts';
import { facilityStates } from './facilityStates.ts';
import { sharedOf } from './manifest.ts';
import { installedPackages } from './packages.ts';
import { pluginFailed } from './pluginFailed.ts';
import { triedBuilds } from './triedBuilds.ts';
import { roomDb } from './tables.ts';

/** What the handlers of this room are made from. */
export const partsOf = (host: ModuleHost) => ({
  handle: handling(host),
  db: roomDb(host.db),
  states: host.get(facilityStates),
  packages: host.get(installedPackages),
  registered: host.get(registeredNames),
  shared: sharedOf(host),
  failed: () => host.all(pluginFailed),
  tried: () => host.get(triedBuilds),
});
export type Parts = ReturnType<typeof partsOf>;
