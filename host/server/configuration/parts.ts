import { configuration } from '@sinter/sdk/server';
import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { facilityStates } from '../modules/facilityStates.ts';
import { roomDb } from '../records/tables.ts';
import { nodeSettings } from '../nodeSettings.ts';

/** What the handlers of this room are made from. */
export const partsOf = (host: ModuleHost) => ({
  handle: handling(host),
  all: host.all,
  db: roomDb(host.db),
  configuration: host.get(configuration),
  states: host.get(facilityStates),
  maxUploadBytes: host.get(nodeSettings).maxUploadBytes,
  mailIsSent: host.get(nodeSettings).smtpUrl !== undefined,
});
export type Parts = ReturnType<typeof partsOf>;
