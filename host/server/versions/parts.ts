import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { createVersions } from './versions.ts';

/** What the handlers of this room are made from. */
export const partsOf = (host: ModuleHost) => ({ handle: handling(host), db: host.db, versions: createVersions() });
export type Parts = ReturnType<typeof partsOf>;
