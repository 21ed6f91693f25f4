import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { sessionStore } from '../session/sessions.ts';
import { eventStreams } from './streams.ts';

/** What the handlers of this room are made from. */
export const partsOf = (host: ModuleHost) => ({
  handle: handling(host),
  sessions: host.get(sessionStore),
  streams: host.get(eventStreams),
});
export type Parts = ReturnType<typeof partsOf>;
