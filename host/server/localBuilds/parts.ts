import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { sharedOf } from '../modules/manifest.ts';
import { nodeSettings } from '../nodeSettings.ts';
import { createBuilds } from './builds.ts';
import { roomDb } from './tables.ts';

/** What this room is made from. */
export function partsOf(host: ModuleHost) {
  const db = roomDb(host.db);
  const allowed = host.get(nodeSettings).localBuilds;
  return { handle: handling(host), db, allowed, builds: createBuilds(db, allowed), shared: sharedOf(host) };
}
export type Parts = ReturnType<typeof partsOf>;
