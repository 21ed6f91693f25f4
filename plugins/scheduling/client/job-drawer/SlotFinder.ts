import type { CallResult } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract/errors';
import type { SlotObstacle } from '@sinter/sdk/contract/errors';
import { nextSlot } from '@sinter/sdk/contract/scheduling/jobs';
import { say } from '@sinter/sdk/i18n/said';
import type { PluginHost } from '@sinter/sdk/plugin';
import { makeStore, Question } from '@sinter/sdk/state';
import { messageOf } from '@sinter/sdk/ui';

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
type Answer = CallResult<typeof nextSlot>;

const mostHours = 8760;

/** When a machine is free next. */
export class SlotFinder {
  readonly #question: Question<Wanted, Answer>;

  constructor(host: Pick<PluginHost, 'api' | 'log'>) {
    this.#question = new Question<Wanted, Answer>(host, {
      ask: ({ equipmentId, hours, materialId, excludeJobId }, signal) => {
        const query = {
          equipment: equipmentId,
          totalHours: Math.min(Math.max(Math.ceil(hours), 1), mostHours),
          ...(excludeJobId === null ? {} : { excludeJobId }),
          ...(materialId === null ? {} : { material: materialId }),
        };
        return host.api.call(nextSlot, { query }, { signal });
      },
      failed: 'the next slot could not be asked',
    });
    makeStore(this);
  }

  get loading(): boolean {
    return this.#question.state === 'asking';
  }

  /** An older answer is of something else. */
  get answer(): Answer | null {
    return this.#question.state === 'answered' ? this.#question.answer : null;
  }

  get slot(): Slot | null {
    const { fromDate = null, toDate = null } = this.answer ?? {};
    return fromDate !== null && toDate !== null ? { fromDate, toDate } : null;
  }

  /** Why it is not earlier. */
  get delayedBy(): readonly SlotObstacle[] {
    return this.answer?.delayedBy ?? [];
  }

  /** Why there is none. */
  get problem(): string | null {
    const { state, error } = this.#question;
    if (state === 'failed') return error instanceof CallError ? messageOf(error) : null;
    const { reason, said } = this.answer ?? {};
    return this.slot || reason === undefined ? null : say(reason, said);
  }

  dispose(): void {
    this.#question.stop();
  }

  /** `null`: nothing can be asked yet. */
  ask(wanted: Wanted | null): void {
    if (wanted) this.#question.ask(wanted);
    else this.#question.clear();
  }
}
