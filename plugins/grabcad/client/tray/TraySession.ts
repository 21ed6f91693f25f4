import { trayModels, trayTicket } from '@sinter/sdk/contract/grabcad';
import { createToken, type PluginHost } from '@sinter/sdk/plugin';
import { makeAutoObservable, runInAction } from 'mobx';
import { TrayConnection, type TrayStatus } from '../../tray/client.ts';
import { TrayError, type TrayLine } from '../../tray/messages.ts';
import { webSocketTransport } from '../../tray/transport.ts';

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
  status: TrayStatus;
  /** What the tool said its tray holds, when last asked. */
  tray: readonly TrayLine[] = [];
  /** 0 to 1 while models are being taken over, else `null`. */
  progress: number | null = null;
  private readonly connection: TrayConnection;

  constructor(private readonly host: Pick<PluginHost, 'api' | 'log' | 't'>) {
    this.connection = new TrayConnection({
      transport: webSocketTransport(),
      origin: location.origin,
      ticket: async (nonce) => (await host.api.call(trayTicket, { body: { nonce } })).ticket,
      handlers: {
        REQUEST_DATA: ({ what }) =>
          what === 'TRAY'
            ? Promise.resolve({ what, tray: [...this.tray] })
            : Promise.reject(new TrayError('UNSUPPORTED', host.t('tray.unsupported'))),
        SAVE_JOB: () => Promise.reject(new TrayError('UNSUPPORTED', host.t('tray.unsupported'))),
      },
      reconcile: (tray) => runInAction(() => (this.tray = tray)),
      log: host.log,
    });
    this.status = this.connection.status.get();
    makeAutoObservable<this, 'host' | 'connection'>(this, { host: false, connection: false }, { autoBind: true });
    this.connection.status.subscribe(() => runInAction(() => (this.status = this.connection.status.get())));
  }

  get connected(): boolean {
    return this.status.state === 'connected';
  }

  /** Browsers ask the person before a page may reach a program on this computer, so this follows a click. */
  connect(): void {
    this.connection.connect();
  }

  stop(): void {
    this.connection.disconnect();
  }

  /** Waits until the tool has let the page in; throws when it does not. */
  async ready(): Promise<void> {
    this.connect();
    const ended: readonly string[] = ['connected', 'lost', 'denied', 'incompatible', 'idle'];
    await new Promise<void>((done) => {
      const look = () => {
        if (!ended.includes(this.connection.status.get().state)) return;
        stop();
        done();
      };
      const stop = this.connection.status.subscribe(look);
      look();
    });
    if (!this.connected) throw new TrayError('NOT_CONNECTED', this.host.t(`tray.advice.${this.status.state}`));
  }

  /** Makes the tray hold exactly these parts. */
  async fill(wanted: readonly WantedModel[], jobId?: number): Promise<SentModels> {
    await this.ready();
    const { models } = await this.host.api.call(trayModels, { body: { files: [...wanted], jobId } });
    await this.connection.send('CLEAR_TRAY', { reason: 'RESYNC' });
    const total = models.reduce((sum, model) => sum + model.size, 0);
    const received = new Map<number, number>();
    try {
      const answer = await this.connection.send(
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
    await this.ready();
    await this.connection.send('CLEAR_TRAY', { reason });
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
    await this.connection.send('INSERT_JOB', { ...rest, models: lines });
  }
}

export const traySession = createToken<TraySession>('grabcad/TraySession@1');
