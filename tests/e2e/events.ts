import { pushedEvents } from '@sinter/sdk/contract/host/push';
import { until, type Client } from './http.ts';

export interface PushedEvent {
  id: number;
  type: string;
  data: unknown;
}

/** An open stream of pushed events, as a browser keeps one. */
export interface Events {
  readonly seen: readonly PushedEvent[];
  /** Of the last event that had one. */
  readonly lastId: number;
  /** The first event seen, now or within `seconds`, that fits. */
  find(fits: (event: PushedEvent) => boolean, seconds: number): Promise<PushedEvent>;
  /** Resolves when the server is gone, or after `close`. */
  ended: Promise<void>;
  close(): void;
}

/** `lastId`: of the last event that an earlier stream got; the server sends what followed. */
export async function listen(client: Client, lastId?: number): Promise<Events> {
  const abort = new AbortController();
  const headers: Record<string, string> = lastId === undefined ? {} : { 'last-event-id': String(lastId) };
  const { body, status } = await client.fetch(pushedEvents.path, { headers, signal: abort.signal });
  if (!body || status !== 200) throw new Error(`The event stream answers ${status}.`);
  const seen: PushedEvent[] = [];
  let last = lastId ?? 0;

  async function read(stream: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of stream) {
      const frames = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) take(frame);
    }
  }
  function take(frame: string): void {
    const value = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1];
    const [id, type] = [value('id'), value('event')];
    if (type === undefined) return;
    if (id !== undefined) last = Number(id);
    seen.push({ id: last, type, data: JSON.parse(value('data') ?? 'null') });
  }
  const ended = read(body).catch(() => {}); // broken off by the server's end or by `close`
  const events: Events = {
    seen,
    get lastId() {
      return last;
    },
    find: (fits, seconds) => until('the event', async () => seen.find(fits), seconds),
    ended,
    close: () => abort.abort(),
  };
  await events.find(({ type }) => type === 'stream.open', 5);
  return events;
}
