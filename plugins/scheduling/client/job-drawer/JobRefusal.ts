import type { CallError } from '@sinter/sdk/contract/errors';
import { readJob } from '@sinter/sdk/contract/scheduling';
import type { Job } from '@sinter/sdk/contract/scheduling';
import type { PluginHost } from '@sinter/sdk/plugin';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';

/** Why the server did not take something, with the job that is in the way where it names one. */
export class JobRefusal {
  error: CallError | null = null;
  inTheWay: Job | null = null;

  constructor(private readonly host: Pick<PluginHost, 'api' | 'log'>) {
    makeAutoObservable<this, 'host'>(
      this,
      { host: false, error: observableRef, inTheWay: observableRef },
      { autoBind: true },
    );
  }

  forget(): void {
    this.error = null;
    this.inTheWay = null;
  }

  async take(error: CallError): Promise<void> {
    this.error = error;
    this.inTheWay = null;
    const { jobId: id } = error.details;
    if (id === undefined) return;
    try {
      const job = await this.host.api.call(readJob, { params: { id } });
      runInAction(() => (this.inTheWay = this.error === error ? job : null));
    } catch (unread) {
      this.host.log.warn('the job in the way could not be read', { job: id, error: String(unread) });
    }
  }
}
