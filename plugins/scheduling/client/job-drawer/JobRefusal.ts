import type { CallError } from '@sinter/sdk/contract/errors';
import { readJob } from '@sinter/sdk/contract/scheduling/jobs';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import type { PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore } from '@sinter/sdk/state';

/** Why the server did not take something, with the job that is in the way where it names one. */
export class JobRefusal {
  error: CallError | null = null;
  inTheWay: Job | null = null;
  readonly #reading: Action<[id: number, error: CallError], Job>;

  constructor(host: Pick<PluginHost, 'api' | 'log'>) {
    this.#reading = new Action<[id: number, error: CallError], Job>(host, {
      run: (id) => host.api.call(readJob, { params: { id } }),
      failed: 'the job in the way could not be read',
      onDone: (job, _id, error) => {
        if (this.error === error) this.inTheWay = job;
      },
    });
    makeStore(this);
  }

  forget(): void {
    this.error = null;
    this.inTheWay = null;
  }

  async take(error: CallError): Promise<void> {
    this.error = error;
    this.inTheWay = null;
    const { jobId } = error.details;
    if (jobId !== undefined) await this.#reading.run(jobId, error);
  }
}
