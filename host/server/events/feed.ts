import { createToken, type Logger } from '@sinter/sdk/plugin';
import type { Listen } from '../database/listen.ts';
import type { RoomDb } from './tables.ts';
import { channel, type OutboxEvent, outboxBounds, pruneEvents, readEvents } from './outbox.ts';

export interface Feed {
  /** Sequence of the last event handed out on this node. */
  readonly position: number;
  subscribe(listener: (event: OutboxEvent) => void): () => void;
  stop(): Promise<void>;
}

export const eventFeed = createToken<Feed>('host/Feed@1');

const batch = 500;
/** While nothing is heard from LISTEN, which loses what is sent during a broken connection. */
const pollEvery = 2_000;
const pruneEvery = 10 * 60_000;

/** Every committed event, in order, on this node: woken by NOTIFY, read from the outbox. */
export async function startFeed(db: RoomDb, listen: Listen, log: Logger): Promise<Feed> {
  const listeners = new Set<(event: OutboxEvent) => void>();
  let position = (await outboxBounds(db)).newest;
  let wanted = false;
  let reading: Promise<void> | undefined;
  let stopped = false;

  async function read(): Promise<void> {
    while (wanted && !stopped) {
      wanted = false;
      const events = await readEvents(db, { after: position, limit: batch });
      for (const event of events) {
        position = event.sequence;
        for (const listener of listeners) {
          try {
            listener(event);
          } catch (error) {
            log.error('a listener of events failed', { type: event.type, error: String(error) });
          }
        }
      }
      if (events.length === batch) wanted = true;
    }
  }

  const wake = (): void => {
    wanted = true;
    reading ??= read()
      .catch((error: unknown) =>
        log.warn('events could not be read; they will be tried again', { error: String(error) }),
      )
      .finally(() => {
        reading = undefined;
        if (wanted && !stopped) wake();
      });
  };

  // The listener restores its connection by itself; polling covers the time until it has.
  let unlisten: (() => Promise<void>) | undefined;
  listen(channel, wake, { onReconnect: wake })
    .then((end) => {
      unlisten = end;
      wake();
    })
    .catch((error: unknown) => {
      if (!stopped) log.warn('events are polled, because LISTEN failed', { error: String(error) });
    });
  const poll = setInterval(wake, pollEvery).unref();
  const prune = setInterval(() => {
    pruneEvents(db).catch((error: unknown) => log.warn('old events could not be removed', { error: String(error) }));
  }, pruneEvery).unref();

  return {
    get position() {
      return position;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      stopped = true;
      clearInterval(poll);
      clearInterval(prune);
      await reading;
      await unlisten?.();
    },
  };
}
