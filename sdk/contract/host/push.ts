import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyMember } from '../guard.ts';

/** Each event reaches the members of the facilities and companies that it is addressed to. */
export const pushedEvents = defineCall({
  id: 'host.pushedEvents',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/events',
  summary:
    'Server-sent events of the active facility or company; `since`, or `Last-Event-ID`, replays what was missed.',
  guard: anyMember('Each event says itself who hears it.'),
  /** The number of the last event that is known. `Last-Event-ID`, which a browser sends when it comes back, is newer. */
  query: z.object({ since: z.coerce.number().int().nonnegative().optional() }),
  produces: 'event-stream',
  response: z.unknown(),
});

/** The first event of each stream, `stream.open`: the types of events that this server may send on it. */
export const streamOpenSchema = z.object({ types: z.array(z.string()) });
