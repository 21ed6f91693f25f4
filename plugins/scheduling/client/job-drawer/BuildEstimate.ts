import { estimatePrice } from '@sinter/sdk/contract/orders/orders';
import type { PluginHost } from '@sinter/sdk/plugin';
import { makeAutoObservable, runInAction } from 'mobx';
import type { ChosenPart } from './chosenPart.ts';

/** How long parts take to build, as their prices are estimated. The last question wins. */
export class BuildEstimate {
  /** Rounded up; `null` while it is not known. */
  hours: number | null = null;
  private asking: AbortController | null = null;

  constructor(private readonly host: Pick<PluginHost, 'api' | 'log'>) {
    makeAutoObservable<this, 'host' | 'asking'>(this, { host: false, asking: false }, { autoBind: true });
  }

  dispose(): void {
    this.asking?.abort();
  }

  /** `told` hears the answer; `null` at once where there is nothing to estimate. */
  async ask(files: readonly ChosenPart[], told: (hours: number | null) => void): Promise<void> {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    this.hours = null;
    const wanted = files.flatMap(({ fileId, materials, process, quantity }) => {
      const materialId = materials[0]?.id;
      return materialId === undefined || quantity < 1
        ? []
        : [{ fileId, materialId, amProcessId: process.id, quantity }];
    });
    if (wanted.length === 0) return told(null);
    try {
      const { files: estimates } = await this.host.api.call(
        estimatePrice,
        { body: { files: wanted } },
        { signal: asking.signal },
      );
      const hours = Math.max(Math.ceil(estimates.reduce((sum, { buildHours }) => sum + buildHours, 0)), 1);
      runInAction(() => (this.hours = hours));
      told(hours);
    } catch (error) {
      if (!asking.signal.aborted) this.host.log.warn('the build time could not be estimated', { error: String(error) });
    }
  }
}
