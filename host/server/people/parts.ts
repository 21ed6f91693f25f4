import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { registeredNames } from '../registered.ts';
import { sessionStore } from '../session/sessions.ts';
import { roomDb } from './tables.ts';

/** What the handlers of this room are made from. */
export const partsOf = (host: ModuleHost) => ({
  handle: handling(host),
  db: roomDb(host.db),
  registered: host.get(registeredNames),
  sessions: host.get(sessionStore),
});
export type Parts = ReturnType<typeof partsOf>;
