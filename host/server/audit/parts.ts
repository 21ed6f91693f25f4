import { auditNames } from '@sinter/sdk/server';
import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { roomDb } from '../work/tables.ts';

/** What the handlers of this room are made from. */
export const partsOf = (host: ModuleHost) => ({
  handle: handling(host),
  db: roomDb(host.db),
  /** Of every server half; complete once all are set up. */
  areas: () => host.all(auditNames),
});
export type Parts = ReturnType<typeof partsOf>;
