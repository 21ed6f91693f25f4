import type { CallResult } from '@sinter/sdk/contract/call';
import { holdsChanged, listHeld, type NcrHolder } from '@sinter/sdk/contract/quality/holds';
import { createToken, type Dispose, type PluginHost } from '@sinter/sdk/plugin';
import { on, Question } from '@sinter/sdk/state';

const none: readonly NcrHolder[] = [];

/** What non-conformances hold in the facility, kept up to date as long as somebody shows it. */
export class Held {
  readonly question: Question<void, CallResult<typeof listHeld>>;
  #users = 0;
  #stop: Dispose = () => {};

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>) {
    this.question = new Question<void, CallResult<typeof listHeld>>(host, {
      ask: (_, signal) => host.api.call(listHeld, {}, { signal }),
      failed: 'what is held could not be read',
      refreshOn: [on(holdsChanged)],
    });
  }

  start(): Dispose {
    this.#users += 1;
    if (this.#users === 1) this.#stop = this.question.start();
    let used = true;
    return () => {
      if (!used) return;
      used = false;
      this.#users -= 1;
      if (this.#users === 0) this.#stop();
    };
  }

  get jobs(): CallResult<typeof listHeld>['jobs'] {
    return this.question.answer?.jobs ?? [];
  }

  byMachine(id: number): readonly NcrHolder[] {
    return this.question.answer?.machines.find(({ equipmentId }) => equipmentId === id)?.by ?? none;
  }

  byJob(id: number): readonly NcrHolder[] {
    return this.jobs.find(({ jobId }) => jobId === id)?.by ?? none;
  }
}

export const heldHere = createToken<Held>('quality/Held@1');
