import { noticeDefaults } from '@sinter/sdk/server';
import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { knownNotices } from './kinds.ts';
import { roomDb } from './tables.ts';

/** What the handlers of this room are made from. */
export const partsOf = (host: ModuleHost) => ({
  handle: handling(host),
  db: roomDb(host.db),
  kinds: host.get(knownNotices),
  defaults: () => host.all(noticeDefaults),
});
export type Parts = ReturnType<typeof partsOf>;
