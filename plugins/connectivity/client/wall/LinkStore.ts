import { linkPrint, listLinkable, type LiveMachine } from '@sinter/sdk/contract/connectivity/machines';
import type { CallResult } from '@sinter/sdk/contract/call';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question } from '@sinter/sdk/state';

/** Which job a print is. */
export class LinkStore {
  /** Of the job; empty: one is made of the print. */
  chosen = '';
  readonly jobs: Question<void, CallResult<typeof listLinkable>['jobs']>;
  readonly linking: Action<[], LiveMachine>;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>, machineId: number, onLinked: () => void) {
    const { api } = host;
    const params = { id: machineId };
    this.jobs = new Question<void, CallResult<typeof listLinkable>['jobs']>(host, {
      ask: async (_, signal) => (await api.call(listLinkable, { params }, { signal })).jobs,
      failed: 'jobs of a machine could not be loaded',
    });
    this.linking = new Action<[], LiveMachine>(host, {
      run: () => api.call(linkPrint, { params, body: { jobId: this.chosen === '' ? null : Number(this.chosen) } }),
      onDone: onLinked,
      failed: 'a print was not linked to a job',
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.jobs.start();
  }

  choose(chosen: string): void {
    this.chosen = chosen;
  }
}
