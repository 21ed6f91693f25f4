import { readJob } from '@sinter/sdk/contract/scheduling/jobs';
import { makeProgramCode } from '@sinter/sdk/contract/host/programToken';
import { trayTicket } from '@sinter/sdk/contract/grabcad/tray';
import type { PluginHost } from '@sinter/sdk/plugin';
import { TrayConnection } from '../../tray/client.ts';
import type { TrayLine } from '../../tray/messages.ts';
import { TrayError } from '../../tray/TrayError.ts';
import { webSocketTransport } from '../../tray/transport.ts';
import { addressOfSaved } from '../job/trayAddress.ts';

/** What the page tells the tool, and is told by it. */
interface TrayView {
  /** The browser may be asking the person whether this page may come to the tool. */
  asking(): boolean;
  tray(): readonly TrayLine[];
  reconcile(tray: readonly TrayLine[]): void;
}

/** What the connection needs of its plugin's host. */
export type TrayHost = Pick<PluginHost, 'api' | 'log' | 'navigate' | 't' | 'user'>;

/** The connection from this page to the tray tool. A file of its own: it is fetched when somebody connects. */
export function openConnection({ api, log, navigate, t, user }: TrayHost, view: TrayView): TrayConnection {
  const unsupported = () => Promise.reject(new TrayError('UNSUPPORTED', t('tray.unsupported')));
  const connection = new TrayConnection({
    transport: webSocketTransport(),
    origin: location.origin,
    ticket: async (nonce) => (await api.call(trayTicket, { body: { nonce } })).ticket,
    handlers: {
      REQUEST_DATA: ({ what }) => (what === 'TRAY' ? Promise.resolve({ what, tray: [...view.tray()] }) : unsupported()),
      SAVE_JOB: async (saved) => {
        if (saved.jobId !== undefined) {
          const job = await api.call(readJob, { params: { id: saved.jobId } });
          if (job.jobStatus !== 'QUEUED') throw new TrayError('JOB_NOT_QUEUED', t('job.notQueued'));
        }
        navigate(addressOfSaved(saved));
        return {};
      },
    },
    reconcile: view.reconcile,
    asking: view.asking,
    log,
  });
  const stop = connection.status.subscribe(() => {
    if (connection.status.get().state !== 'connected') return;
    stop();
    logIn().catch((error: unknown) => log.warn('the tray tool was not told who is here', { error: String(error) }));
  });
  /** Shows the person at the tool, which may get a token of its own. Nothing here depends on it. */
  async function logIn(): Promise<void> {
    const { firstName, lastName, serviceProvider } = user;
    if (!serviceProvider) return;
    const { code } = await api.call(makeProgramCode, {});
    await connection.send('LOGIN', {
      serverOrigin: location.origin,
      user: { firstName, lastName },
      facilityId: serviceProvider.id,
      code,
    });
  }
  return connection;
}
