import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type Client, type ClientConfig } from 'pg';
import type { Logger } from 'pino';

/** Where a connection says that it was lost. */
export type DatabaseLog = Pick<Logger, 'warn' | 'error'>;

/**
 * Calls `handler` with the payload of every NOTIFY on `channel`. Resolves once the database has acknowledged, with the
 * function that ends it. The connection is restored by itself; what was sent while it was down is lost, therefore
 * `onReconnect` is called then: read what you may have missed.
 */
export type Listen = (
  channel: string,
  handler: (payload: string) => void,
  options?: { onReconnect?: () => void },
) => Promise<() => Promise<void>>;

interface Subscription {
  channel: string;
  handler: (payload: string) => void;
  onReconnect?: () => void;
}

const [firstDelay, longestDelay] = [50, 5_000];
/** A dead network says nothing: ask now and then, and take a missing answer for a lost connection. */
const pingEvery = 30_000;
const timeouts = { query_timeout: 10_000, connectionTimeoutMillis: 10_000 };

/** One session for all channels of this process, opened with the first subscription. */
export class Listener {
  readonly #config: ClientConfig;
  readonly #log: DatabaseLog;
  readonly #subscriptions = new Set<Subscription>();
  readonly #changes = new EventEmitter<{ connected: [] }>().setMaxListeners(0);
  readonly #closing = new AbortController();
  #client: Client | undefined;
  #connections = 0;
  #running: Promise<void> | undefined;

  constructor(config: ClientConfig, log: DatabaseLog) {
    this.#config = { ...config, ...timeouts };
    this.#log = log;
  }

  readonly listen: Listen = async (channel, handler, { onReconnect } = {}) => {
    const subscription = { channel, handler, onReconnect };
    this.#subscriptions.add(subscription);
    await this.#send('listen', channel);
    return async () => {
      this.#subscriptions.delete(subscription);
      const wanted = [...this.#subscriptions].some((one) => one.channel === channel);
      if (!wanted && this.#client) await this.#send('unlisten', channel);
    };
  };

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #send(command: 'listen' | 'unlisten', channel: string): Promise<void> {
    while (this.#client) {
      try {
        await this.#client.query(`${command} ${pg.escapeIdentifier(channel)}`);
        return;
      } catch (error) {
        this.#log.warn({ error }, `${command} failed`);
        await sleep(firstDelay);
      }
    }
    // The next connection listens to all channels that are then subscribed to, so it needs no telling.
    this.#running ??= this.#run();
    await once(this.#changes, 'connected', { signal: this.#closing.signal });
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    for (let failures = 0; !signal.aborted; failures = Math.min(failures + 1, 10)) {
      if (failures > 0)
        await sleep(Math.min(firstDelay * 2 ** failures, longestDelay), undefined, { signal }).catch(() => {});
      const client = new pg.Client(this.#config);
      client.on('error', () => {}); // `ended` rejects with it; without a listener of its own it would end the process
      const ended = once(client, 'end', { signal });
      try {
        await Promise.race([ended, this.#serve(client, () => (failures = 0))]);
      } catch (error) {
        if (!signal.aborted) this.#log.warn({ error }, 'the LISTEN connection failed');
      }
      this.#client = undefined;
      client.end().catch((error: unknown) => this.#log.warn({ error }, 'the LISTEN connection did not close'));
    }
  }

  async #serve(client: Client, connected: () => void): Promise<never> {
    client.on('notification', ({ channel, payload }) => this.#deliver(channel, payload ?? ''));
    await client.connect();
    this.#client = client;
    for (const channel of new Set([...this.#subscriptions].map((one) => one.channel))) {
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    }
    connected();
    this.#changes.emit('connected');
    if (this.#connections++ > 0) for (const { onReconnect } of this.#subscriptions) this.#guard(() => onReconnect?.());
    for (;;) {
      await sleep(pingEvery, undefined, { ref: false });
      await client.query('select 1');
    }
  }

  #deliver(channel: string, payload: string): void {
    for (const one of this.#subscriptions) if (one.channel === channel) this.#guard(() => one.handler(payload));
  }

  #guard(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#log.error({ error }, 'a handler of database notifications failed');
    }
  }
}
