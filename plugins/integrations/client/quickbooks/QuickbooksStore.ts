import {
  finishQuickbooks,
  quickbooksConnect,
  quickbooksRevoke,
  quickbooksStatus,
  readQuickbooksSettings,
  saveQuickbooksSettings,
  type QuickbooksConnection,
  type QuickbooksSettings,
  type QuickbooksSettingsInput,
} from '@sinter/sdk/contract/integrations/quickbooks';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question } from '@sinter/sdk/state';
import { toast } from '@sinter/sdk/ui';
import { answerIn, type SentBack } from './sentBack.ts';

type Host = Pick<PluginHost, 'api' | 'log' | 'location' | 'navigate' | 't'>;

/** The connection of the facility with Quickbooks. A person who allowed it comes back with what makes it, in the address. */
export class QuickbooksStore {
  readonly status: Question<void, QuickbooksConnection>;
  readonly settings: Question<void, QuickbooksSettings>;
  /** Goes to Intuit. */
  readonly connecting: Action<[]>;
  readonly finishing: Action<[SentBack], QuickbooksConnection>;
  readonly disconnecting: Action<[]>;
  /** The person said no there. */
  declined = false;
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
    this.status = new Question<void, QuickbooksConnection>(host, {
      ask: (_asked, signal) => host.api.call(quickbooksStatus, {}, { signal }),
      failed: 'the connection with Quickbooks could not be read',
    });
    this.settings = new Question<void, QuickbooksSettings>(host, {
      ask: (_asked, signal) => host.api.call(readQuickbooksSettings, {}, { signal }),
      failed: 'the settings for Quickbooks could not be read',
    });
    this.connecting = new Action<[]>(host, {
      run: async () => {
        this.#forgive();
        const { url } = await host.api.call(quickbooksConnect, {});
        window.location.assign(url);
      },
      failed: 'Quickbooks could not be connected',
    });
    this.finishing = new Action<[SentBack], QuickbooksConnection>(host, {
      run: (body) => host.api.call(finishQuickbooks, { body }),
      onDone: (connection) => this.status.put(connection),
      failed: 'Quickbooks was not connected',
    });
    this.disconnecting = new Action<[]>(host, {
      run: async () => {
        this.#forgive();
        const { success } = await host.api.call(quickbooksRevoke, {});
        if (success === 'true') toast.success(host.t('quickbooks.disconnected'));
        else toast.error(host.t('quickbooks.notDisconnected'));
        this.status.put(await host.api.call(quickbooksStatus, {}));
      },
      failed: 'Quickbooks could not be disconnected',
    });
    makeStore(this);
  }

  start(): Dispose {
    const { location, navigate } = this.#host;
    const { pathname, search } = location.get();
    const answer = answerIn(search);
    if (answer !== null) {
      // Good for one use: it stays in no history.
      navigate(pathname, { replace: true });
      if (answer === 'declined') this.declined = true;
      else void this.finishing.run(answer);
    }
    const ends = [this.status.start(), this.settings.start()];
    return () => ends.forEach((end) => end());
  }

  /** Throws the refusal, for the form to show. */
  async save(body: QuickbooksSettingsInput): Promise<void> {
    this.settings.put(await this.#host.api.call(saveQuickbooksSettings, { body }));
  }

  #forgive(): void {
    this.declined = false;
    for (const action of [this.connecting, this.finishing, this.disconnecting]) action.forgive();
  }
}
