import { CallError } from '@sinter/sdk/contract/errors';
import type { SlotObstacle } from '@sinter/sdk/contract/errors';
import { nextSlot } from '@sinter/sdk/contract/scheduling/jobs';
import type { PluginHost } from '@sinter/sdk/plugin';
import { messageOf } from '@sinter/sdk/ui';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';

export interface Slot {
  fromDate: string;
  toDate: string;
}

interface Wanted {
  equipmentId: number;
  hours: number;
  materialId: number | null;
  excludeJobId: number | null;
}

const mostHours = 8760;

/** When a machine is free next. The last question wins. */
export class SlotFinder {
  slot: Slot | null = null;
  /** Why it is not earlier. */
  delayedBy: readonly SlotObstacle[] = [];
  /** Why there is none. */
  problem: string | null = null;
  loading = false;
  private asking: AbortController | null = null;

  constructor(private readonly host: Pick<PluginHost, 'api' | 'log'>) {
    makeAutoObservable<this, 'host' | 'asking'>(
      this,
      { host: false, asking: false, slot: observableRef, delayedBy: observableRef },
      { autoBind: true },
    );
  }

  dispose(): void {
    this.asking?.abort();
  }

  /** `null`: nothing can be asked yet. */
  async ask(wanted: Wanted | null): Promise<void> {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    this.slot = null;
    this.problem = null;
    this.delayedBy = [];
    this.loading = wanted !== null;
    if (!wanted) return;
    const { equipmentId, hours, materialId, excludeJobId } = wanted;
    try {
      const { fromDate, toDate, reason, delayedBy } = await this.host.api.call(
        nextSlot,
        {
          query: {
            equipment: equipmentId,
            totalHours: Math.min(Math.max(Math.ceil(hours), 1), mostHours),
            ...(excludeJobId === null ? {} : { excludeJobId }),
            ...(materialId === null ? {} : { material: materialId }),
          },
        },
        { signal: asking.signal },
      );
      runInAction(() => {
        this.slot = fromDate !== null && toDate !== null ? { fromDate, toDate } : null;
        this.problem = this.slot ? null : (reason ?? null);
        this.delayedBy = delayedBy;
        this.loading = false;
      });
    } catch (error) {
      if (asking.signal.aborted) return;
      this.host.log.warn('the next slot could not be asked', { error: String(error) });
      runInAction(() => {
        this.problem = error instanceof CallError ? messageOf(error) : null;
        this.loading = false;
      });
    }
  }
}
