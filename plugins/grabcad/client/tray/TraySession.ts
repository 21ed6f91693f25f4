import { trayModels } from '@sinter/sdk/contract/grabcad/tray';
import { createToken, deviceAccess, type DeviceAccess, type Dispose } from '@sinter/sdk/plugin';
import { makeStore } from '@sinter/sdk/state';
import { runInAction } from 'mobx';
import type { TrayConnection, TrayStatus } from '../../tray/client.ts';
import type { CommandAck, CommandData, PageCommand, TrayLine } from '../../tray/messages.ts';
import { TrayError } from '../../tray/TrayError.ts';
import type { TrayHost } from './connection.ts';

export interface WantedModel {
  orderFileId: number;
  quantity: number;
}
export interface SentModels {
  lines: TrayLine[];
  /** File ids that the tool could not take. */
  failed: number[];
}

/** The page's one connection to the tray tool: what it holds, and what is on its way there. */
export class TraySession {
  status: TrayStatus = { state: 'idle', tool: null, reason: null };
  /** Does the browser let this page reach the tool at all? */
  access: DeviceAccess = 'unknown';
  /** What the tool said its tray holds, when last asked. */
  tray: readonly TrayLine[] = [];
  /** 0 to 1 while models are being taken over, else `null`. */
  progress: number | null = null;
  readonly #host: TrayHost;
  readonly #forget: Dispose;
  #connection: Promise<TrayConnection> | null = null;
  #stopped = false;

  constructor(host: TrayHost) {
    this.#host = host;
    makeStore(this);
    const access = deviceAccess();
    this.#forget = access.subscribe(() => {
      runInAction(() => (this.access = access.get()));
      // The person has just allowed it, after they wanted to connect.
      if (this.access === 'granted' && this.#connection && !this.connected) this.connect();
    });
  }

  get connected(): boolean {
    return this.status.state === 'connected';
  }

  /** What to do, where the page is not connected. */
  get advice(): string {
    const { state } = this.status;
    if (state === 'lost' && !window.isSecureContext) return 'insecure';
    if (this.access === 'denied') return window.parent === window ? 'blocked' : 'framed';
    if (this.access === 'prompt' && (state === 'idle' || state === 'connecting')) return 'asked';
    return state;
  }

  /** Browsers ask the person before a page may reach a program on this computer, so this follows a click. */
  connect(): void {
    // The panel says that the connection is lost.
    this.#connected().catch(() => {});
  }

  stop(): void {
    this.#stopped = true;
    this.#forget();
    void this.#connection?.then((connection) => connection.disconnect());
  }

  /** Waits until the tool has let the page in; throws when it does not. */
  async ready(): Promise<TrayConnection> {
    const connection = await this.#connected();
    const ended: readonly string[] = ['connected', 'lost', 'denied', 'incompatible', 'idle'];
    await new Promise<void>((done) => {
      const look = () => {
        if (!ended.includes(connection.status.get().state)) return;
        stop();
        done();
      };
      const stop = connection.status.subscribe(look);
      look();
    });
    if (!this.connected) throw new TrayError('NOT_CONNECTED', this.#host.t(`tray.advice.${this.advice}`));
    return connection;
  }

  async ask<T extends PageCommand>(type: T, data: CommandData<T>): Promise<CommandAck<T>> {
    return (await this.ready()).send(type, data);
  }

  /** Lets the tool know where it is there to hear it; nothing here depends on that. */
  tell<T extends PageCommand>(type: T, data: CommandData<T>): void {
    if (!this.connected) return;
    this.ask(type, data).catch((error: unknown) =>
      this.#host.log.warn('the tray tool was not told', { type, error: String(error) }),
    );
  }

  /** Makes the tray hold exactly these parts. */
  async fill(wanted: readonly WantedModel[], jobId?: number): Promise<SentModels> {
    const connection = await this.ready();
    const { models } = await this.#host.api.call(trayModels, { body: { files: [...wanted], jobId } });
    await connection.send('CLEAR_TRAY', { reason: 'RESYNC' });
    const total = models.reduce((sum, model) => sum + model.size, 0);
    const received = new Map<number, number>();
    try {
      const answer = await connection.send(
        'INSERT_MODELS',
        { models },
        {
          onProgress: ({ fileId, receivedBytes }) => {
            received.set(fileId, receivedBytes);
            const sum = [...received.values()].reduce((all, bytes) => all + bytes, 0);
            runInAction(() => (this.progress = total === 0 ? 1 : sum / total));
          },
        },
      );
      const lines = models
        .filter((model) => answer.inserted.includes(model.fileId))
        .map(({ orderId, fileId, fileName, quantity }) => ({ orderId, fileId, fileName, quantity }));
      runInAction(() => (this.tray = lines));
      return { lines, failed: answer.failed.map((each) => each.fileId) };
    } finally {
      runInAction(() => (this.progress = null));
    }
  }

  async clear(reason: 'USER' | 'LAST_FILE_REMOVED'): Promise<void> {
    const connection = await this.ready();
    await connection.send('CLEAR_TRAY', { reason });
    runInAction(() => (this.tray = []));
  }

  /** Tells the tool which queued job the tray now holds. */
  async insertJob(job: {
    jobId: number;
    jobName: string;
    fromDate: string;
    toDate: string;
    equipment: { id: number; name: string };
    lines: TrayLine[];
  }): Promise<void> {
    const { lines, ...rest } = job;
    const connection = await this.#connected();
    await connection.send('INSERT_JOB', { ...rest, models: lines });
  }

  /** The connection, on its way to the tool; its code is fetched the first time. */
  async #connected(): Promise<TrayConnection> {
    this.#connection ??= this.#open();
    const connection = await this.#connection;
    if (!this.#stopped) connection.connect();
    return connection;
  }

  async #open(): Promise<TrayConnection> {
    this.#show({ ...this.status, state: 'connecting' });
    try {
      const { openConnection } = await import('./connection.ts');
      const connection = openConnection(this.#host, {
        asking: () => this.access === 'prompt',
        tray: () => this.tray,
        reconcile: (tray) => runInAction(() => (this.tray = tray)),
      });
      connection.status.subscribe(() => this.#show(connection.status.get()));
      return connection;
    } catch (error) {
      this.#host.log.warn('the connection to the tray could not be loaded', { error: String(error) });
      this.#connection = null;
      this.#show({ state: 'lost', tool: null, reason: null });
      throw error;
    }
  }

  #show(status: TrayStatus): void {
    runInAction(() => (this.status = status));
  }
}

export const traySession = createToken<TraySession>('grabcad/TraySession@1');
