import { keptSecrets, outbound, storedFiles } from '@sinter/sdk/server';
import { fileStore } from '../files/store.ts';
import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { facilityStates } from '../modules/facilityStates.ts';
import { sharedOf } from '../modules/manifest.ts';
import { installedPackages } from '../modules/packages.ts';
import { nodeSettings } from '../nodeSettings.ts';
import type { ExtensionsHere } from './here.ts';
import { roomDb } from './tables.ts';

/** What the handlers of this room are made from. */
export const partsOf = (host: ModuleHost, here: ExtensionsHere) => ({
  handle: handling(host),
  all: host.all,
  db: roomDb(host.db),
  allTables: host.db,
  log: host.log,
  here,
  files: host.get(fileStore),
  storedFiles: host.get(storedFiles),
  secrets: host.get(keptSecrets),
  states: host.get(facilityStates),
  packages: host.get(installedPackages),
  shared: sharedOf(host),
  atHome: host.get(nodeSettings).metricsAtHome,
  call: host.get(outbound),
  folders: host.get(nodeSettings).registryFolders ?? [],
});
export type Parts = ReturnType<typeof partsOf>;
