import { readJob } from '@sinter/sdk/contract/scheduling/jobs';
import { trayTicket } from '@sinter/sdk/contract/grabcad/tray';
import type { PluginHost } from '@sinter/sdk/plugin';
import { TrayConnection } from '../../tray/client.ts';
import type { TrayLine } from '../../tray/messages.ts';
import { TrayError } from '../../tray/TrayError.ts';
import { webSocketTransport } from '../../tray/transport.ts';
import { addressOfSaved } from '../job/trayAddress.ts';

/** What the page tells the tool, and is told by it. */
interface TrayView {
  tray(): readonly TrayLine[];
  reconcile(tray: readonly TrayLine[]): void;
}

/** The connection from this page to the tray tool. A file of its own: it is fetched when somebody connects. */
export function openConnection(
  { api, log, navigate, t }: Pick<PluginHost, 'api' | 'log' | 'navigate' | 't'>,
  view: TrayView,
): TrayConnection {
  const unsupported = () => Promise.reject(new TrayError('UNSUPPORTED', t('tray.unsupported')));
  return new TrayConnection({
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
    log,
  });
}
