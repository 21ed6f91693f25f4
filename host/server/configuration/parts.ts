import { storedFiles } from '@sinter/sdk/server';
import { fileStore } from '../files/store.ts';
import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { facilityStates } from '../modules/facilityStates.ts';
import { sharedOf } from '../modules/manifest.ts';
import { installedPackages } from '../modules/packages.ts';
import { registeredNames } from '../registered.ts';
import { roomDb } from '../records/tables.ts';
import { nodeSettings } from '../nodeSettings.ts';

/** What the handlers of this room are made from. */
export const partsOf = (host: ModuleHost) => ({
  handle: handling(host),
  all: host.all,
  db: roomDb(host.db),
  files: host.get(fileStore),
  storedFiles: host.get(storedFiles),
  states: host.get(facilityStates),
  packages: host.get(installedPackages),
  shared: sharedOf(host),
  registered: host.get(registeredNames),
  maxUploadBytes: host.get(nodeSettings).maxUploadBytes,
  mailIsSent: host.get(nodeSettings).smtpUrl !== undefined,
});
export type Parts = ReturnType<typeof partsOf>;
