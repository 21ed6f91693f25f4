import type { CallResult } from '@sinter/sdk/contract/call';
import { registryChanged } from '@sinter/sdk/contract/events';
import { readModules, switchModule } from '@sinter/sdk/contract/host';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeAutoObservable, runInAction } from 'mobx';

export type ModulesView = CallResult<typeof readModules>;
export type Module = ModulesView['modules'][number];

type Host = Pick<PluginHost, 'api' | 'events' | 'log'>;

/** The facility's modules, kept in step with what other administrators do. */
export class ModulesStore {
  view: ModulesView | null = null;
  error: unknown = null;
  /** The module whose switch waits for the server. */
  switching: string | null = null;
  /** The module that somebody is asked about before it goes. */
  asked: Module | null = null;

  constructor(private readonly host: Host) {
    makeAutoObservable<this, 'host'>(this, { host: false }, { autoBind: true });
  }

  /** Loads, and follows changes until disposed. */
  start(): Dispose {
    void this.load();
    return this.host.events.on(registryChanged, () => void this.load());
  }

  async load(): Promise<void> {
    try {
      const view = await this.host.api.call(readModules, {});
      runInAction(() => {
        this.view = view;
        this.error = null;
      });
    } catch (error) {
      this.host.log.warn('modules could not be read', { error: String(error) });
      runInAction(() => (this.error = error));
    }
  }

  /** Turning on happens at once; turning off is asked about, with what goes away. */
  toggle(module: Module): Promise<void> {
    if (!module.enabled) return this.switchTo(module, true);
    this.asked = module;
    return Promise.resolve();
  }

  async answer(yes: boolean): Promise<void> {
    const module = this.asked;
    this.asked = null;
    if (yes && module) await this.switchTo(module, false);
  }

  private async switchTo(module: Module, enabled: boolean): Promise<void> {
    this.switching = module.id;
    try {
      await this.host.api.call(switchModule, { params: { id: module.id }, body: { enabled } });
      await this.load();
    } catch (error) {
      this.host.log.warn('a module could not be switched', { module: module.id, error: String(error) });
      runInAction(() => (this.error = error));
    } finally {
      runInAction(() => (this.switching = null));
    }
  }
}
