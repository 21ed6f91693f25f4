import type { ServerResponse } from 'node:http';
import { refusal, seesWholeCompany, type Contract, type Guard, type Principal } from '@sinter/sdk/contract';
import { createToken } from '@sinter/sdk/plugin';
import type { RoomDb } from '../events/tables.ts';
import type { Feed } from '../events/feed.ts';
import { type OutboxEvent, outboxBounds, readEvents } from '../events/outbox.ts';

export interface StreamOptions {
  principal: Principal;
  /** The last event that the page knows of, or that was there before its first answers; `null`: it asks for none before now. */
  since: number | null;
  /** Who it is now; `null`: the session that opened it no longer holds. */
  now: () => Promise<Principal | null>;
}

/** The open `GET /api/v1/events` of this node. */
export interface EventStreams {
  readonly count: number;
  /** Sends what was missed, then what happens, to a response whose headers are already written. */
  open(response: ServerResponse, options: StreamOptions): Promise<void>;
  /** To every open page of this node, without a trace in the outbox. */
  broadcast(type: string, payload: unknown): void;
  /** Closes the streams of a user whose session no longer holds; the others go by the rights of now. */
  recheck(userId: number): void;
  stop(): void;
}

export const eventStreams = createToken<EventStreams>('host/EventStreams@1');

interface Client extends StreamOptions {
  response: ServerResponse;
  /** Sequence of the last event that was sent, or was not for this client. */
  position: number;
  /** Live events wait here while missed ones are read. */
  waiting: OutboxEvent[] | null;
}

const heartbeat = 25_000;
const largestBacklog = 1024 * 1024;
const replayBatch = 500;

export function createStreams(db: RoomDb, feed: Feed, { events }: Pick<Contract, 'events'>): EventStreams {
  // An open page listens to these by name. What a plugin of another node emits has no meaning here.
  const guards = new Map(events.flatMap((event) => (event.origin === 'server' ? [[event.type, event.guard]] : [])));
  const types = [...guards.keys()];

  const clients = new Set<Client>();

  function close(client: Client): void {
    clients.delete(client);
    client.response.end();
  }

  function write(client: Client, text: string): void {
    client.response.write(text);
    // It cannot keep up: it will come back and read the rest from the outbox.
    if (client.response.writableLength > largestBacklog) {
      clients.delete(client);
      client.response.destroy();
    }
  }

  function send(client: Client, event: OutboxEvent): void {
    if (event.sequence <= client.position) return;
    client.position = event.sequence;
    const guard = guards.get(event.type);
    if (guard && reaches(event, guard, client.principal))
      write(client, frame(event.type, event.payload, event.sequence));
  }

  async function replay(client: Client, since: number): Promise<void> {
    const { oldest, newest } = await outboxBounds(db);
    if (since > newest || since < oldest - 1) {
      // Too old, or from another database: nothing can be replayed, the page must ask for everything again.
      write(client, frame('stream.reset', {}, newest));
      client.position = newest;
      return;
    }
    client.position = since;
    for (let full = true; full && clients.has(client);) {
      const events = await readEvents(db, { after: client.position, limit: replayBatch });
      for (const event of events) send(client, event);
      full = events.length === replayBatch;
    }
  }

  const unsubscribe = feed.subscribe((event) => {
    for (const client of clients) {
      if (client.waiting) client.waiting.push(event);
      else send(client, event);
    }
  });

  function check(client: Client): void {
    client
      .now()
      .then((principal) => {
        if (principal) client.principal = principal;
        else close(client);
      })
      .catch(() => close(client));
  }

  const beat = setInterval(() => {
    for (const client of clients) {
      write(client, ': still here\n\n');
      check(client);
    }
  }, heartbeat).unref();

  return {
    get count() {
      return clients.size;
    },
    async open(response, options) {
      const client: Client = { ...options, response, position: feed.position, waiting: [] };
      clients.add(client);
      response.on('close', () => clients.delete(client));
      response.on('error', () => clients.delete(client));
      // The number lets a browser that loses this connection before the first event still ask for what it missed.
      write(client, `retry: 2000\n${frame('stream.open', { types }, options.since ?? client.position)}`);
      if (options.since !== null) await replay(client, options.since);
      for (const event of client.waiting ?? []) send(client, event);
      client.waiting = null;
    },
    broadcast(type, payload) {
      for (const client of clients) write(client, frame(type, payload));
    },
    recheck(userId) {
      for (const client of clients) if (client.principal.userId === userId) check(client);
    },
    stop() {
      clearInterval(beat);
      unsubscribe();
      for (const client of clients) close(client);
    },
  };
}

/** Who is in the audience, may hear of such events, and sees the row that this one is about. */
function reaches(event: OutboxEvent, guard: Guard, hearer: Principal): boolean {
  const { facilityId, companyId, userId, via, cleared } = hearer;
  if (refusal(guard, hearer) !== null) return false;
  if (event.userIds.includes(userId)) return true;
  const isCreator = companyId !== null && (event.creatorIds?.includes(userId) ?? false);
  if (event.controlled && !(via === 'session' && (cleared || isCreator))) return false;
  if (facilityId !== null && event.facilityIds.includes(facilityId)) return true;
  return (
    companyId !== null &&
    event.companyIds.includes(companyId) &&
    (event.creatorIds === null || isCreator || seesWholeCompany(hearer))
  );
}

const frame = (type: string, payload: unknown, sequence?: number): string =>
  `${sequence === undefined ? '' : `id: ${sequence}\n`}event: ${type}\ndata: ${JSON.stringify(payload)}\n\n`;
