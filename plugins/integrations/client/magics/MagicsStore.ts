import { magicsRegisterIntent } from '@sinter/sdk/contract/integrations/magics';
import { magicsConfigSchema, magicsConfigType, type MagicsConfig } from '@sinter/sdk/contract/host/magicsConfig';
import { readConfig, saveConfig } from '@sinter/sdk/contract/host/records';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question } from '@sinter/sdk/state';

type Host = Pick<PluginHost, 'api' | 'log'>;

/** How the facility reaches Magics: its adapters, and where there are buttons. */
export class MagicsStore {
  /** `null` inside: nobody has set it up. */
  readonly reading: Question<void, { config: MagicsConfig | null }>;
  /** Goes to the adapter; what it answers is its own page. */
  readonly checking: Action<[]>;
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
    this.reading = new Question<void, { config: MagicsConfig | null }>(host, {
      ask: async (_asked, signal) => {
        const record = await host.api.call(readConfig, { params: { type: magicsConfigType } }, { signal });
        return { config: record && magicsConfigSchema.parse(JSON.parse(record.configValue)) };
      },
      failed: 'the settings for Magics could not be read',
    });
    this.checking = new Action<[]>(host, {
      run: async () => {
        const { url } = await host.api.call(magicsRegisterIntent, { query: {} });
        window.location.assign(url);
      },
      failed: 'the connection with Magics could not be checked',
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.reading.start();
  }

  /** Throws the refusal, for the form to show. */
  async save(config: MagicsConfig): Promise<void> {
    const body = { configType: magicsConfigType, configValue: JSON.stringify(config), active: true };
    await this.#host.api.call(saveConfig, { body });
    this.reading.put({ config });
  }
}
