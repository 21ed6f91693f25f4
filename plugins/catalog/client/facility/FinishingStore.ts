import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { CallResult } from '@sinter/sdk/contract/call';
import {
  listFacilityPostProcessing,
  listPostProcessing,
  updateFacilityPostProcessing,
} from '@sinter/sdk/contract/machines';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { messageOf } from '@sinter/sdk/ui';

type Steps = CallResult<typeof listPostProcessing>;

/** Finishing that the facility offers: what is saved, and what is chosen and not saved yet. */
export class FinishingStore {
  steps: Steps = [];
  chosen: ReadonlySet<number> = new Set();
  loading = true;
  error: unknown = null;
  saving = false;
  problem: string | null = null;
  private saved: ReadonlySet<number> = new Set();

  constructor(private readonly host: Pick<PluginHost, 'api' | 'log'>) {
    const ref = observableRef;
    makeAutoObservable<this, 'host' | 'saved'>(
      this,
      { ...{ steps: ref, chosen: ref, saved: ref, error: ref }, host: false },
      { autoBind: true },
    );
  }

  get unsaved(): boolean {
    return this.chosen.size !== this.saved.size || [...this.chosen].some((id) => !this.saved.has(id));
  }

  start(): Dispose {
    void this.load();
    return () => {};
  }

  async load(): Promise<void> {
    this.loading = true;
    this.error = null;
    try {
      const [steps, offered] = await Promise.all([
        this.host.api.call(listPostProcessing, {}),
        this.host.api.call(listFacilityPostProcessing, {}),
      ]);
      runInAction(() => {
        this.steps = steps;
        this.take(offered);
      });
    } catch (error) {
      this.host.log.warn('Finishing could not be loaded', { error: String(error) });
      runInAction(() => (this.error = error));
    } finally {
      runInAction(() => (this.loading = false));
    }
  }

  toggle(id: number): void {
    const chosen = new Set(this.chosen);
    if (!chosen.delete(id)) chosen.add(id);
    this.chosen = chosen;
  }

  reset(): void {
    this.chosen = this.saved;
    this.problem = null;
  }

  /** Whether it was saved. */
  async save(): Promise<boolean> {
    this.saving = true;
    this.problem = null;
    try {
      const body = { ids: [...this.chosen] };
      const offered = await this.host.api.call(updateFacilityPostProcessing, { body });
      runInAction(() => this.take(offered));
      return true;
    } catch (error) {
      this.host.log.warn('Finishing could not be saved', { error: String(error) });
      runInAction(() => (this.problem = messageOf(error)));
      return false;
    } finally {
      runInAction(() => (this.saving = false));
    }
  }

  private take(offered: Steps): void {
    this.saved = new Set(offered.map(({ id }) => id));
    this.chosen = this.saved;
  }
}
