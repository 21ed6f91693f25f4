import type { Logger, Readable } from '@sinter/sdk/plugin';
import { streamOpenSchema } from '@sinter/sdk/contract/host/push';

const longestPauseMs = 30_000;

export interface PushOptions {
  /** Of the stream with what has happened since an event; `null`: from now on. */
  address: (since: number | null) => string;
  /** Number of the last event before what the page shows was asked for; `null`: unknown. */
  since: number | null;
  /** A server event, its payload not yet parsed. */
  receive: (type: string, payload: unknown) => void;
  /** The stream is open, and tells all that was missed. */
  onOpen: () => void;
  /** The stream is open, and what happened before cannot be told: ask for everything anew. */
  onReset: () => void;
  /** The server refuses the stream; it may be because the session has ended. */
  onRefused: () => void;
  log: Logger;
  /** `EventSource`, or a double in tests. */
  open?: (address: string) => EventSource;
  /** Who tells `offline` and `online`: the window, or a double in tests. */
  network?: EventTarget;
}

/** Number of the last event that the stream has told of. */
const positionOf = ({ lastEventId }: MessageEvent): number | null => (lastEventId === '' ? null : Number(lastEventId));

export interface PushClient {
  /** Is the stream open? */
  connected: Readable<boolean>;
  close(): void;
}

/**
 * The page's one stream of server events. The browser reconnects a broken one and tells the server the last event it
 * saw; a refused one is opened again after a growing pause, from that event too.
 */
export function connectPush(options: PushOptions): PushClient {
  const { address, receive, onOpen, onReset, onRefused, log } = options;
  const { open = (url) => new EventSource(url), network = window } = options;
  const listeners = new Set<() => void>();
  let { since } = options;
  let connected = true;
  let pauseMs = 1000;
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const become = (value: boolean) => {
    if (value === connected) return;
    connected = value;
    listeners.forEach((listener) => listener());
  };
  const take = (type: string) => (event: MessageEvent<string>) => {
    since = positionOf(event);
    try {
      receive(type, JSON.parse(event.data));
    } catch (error) {
      log.error('a pushed event could not be taken', { type, error: String(error) });
    }
  };
  const connect = () => {
    source = open(address(since));
    source.addEventListener('open', () => {
      pauseMs = 1000;
      become(true);
    });
    source.addEventListener('error', () => {
      become(false);
      if (source.readyState !== 2) return;
      onRefused();
      timer = setTimeout(connect, pauseMs);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    });
    const listensTo = new Set<string>();
    source.addEventListener('stream.open', (event: MessageEvent<string>) => {
      for (const type of streamOpenSchema.parse(JSON.parse(event.data)).types) {
        if (!listensTo.has(type)) source.addEventListener(type, take(type));
        listensTo.add(type);
      }
      const told = since !== null;
      since = positionOf(event);
      if (told) onOpen();
      else onReset();
    });
    source.addEventListener('stream.reset', (event: MessageEvent<string>) => {
      since = positionOf(event);
      onReset();
    });
  };
  // A cut line is not an error of the stream for minutes: the browser knows sooner.
  const ends = new AbortController();
  network.addEventListener('offline', () => become(false), ends);
  network.addEventListener('online', () => become(source.readyState === 1), ends);
  connect();
  return {
    connected: {
      get: () => connected,
      subscribe(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    close() {
      ends.abort();
      clearTimeout(timer);
      source.close();
    },
  };
}
