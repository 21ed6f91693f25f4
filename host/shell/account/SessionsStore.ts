import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ApiClient } from '@sinter/sdk/api';
import type { CallResult } from '@sinter/sdk/contract/call';
import { endOtherSessions, endSession, listSessions } from '@sinter/sdk/contract/host/security';

export type RunningSessions = CallResult<typeof listSessions>;

/** Where the user is signed in. */
export class SessionsStore {
  sessions: RunningSessions | null = null;
  failure: unknown = null;
  /** The id of the one being ended, or `others`. */
  ending: string | null = null;
  private readonly api: ApiClient;
  private readonly onProblem: (error: unknown) => void;

  constructor(api: ApiClient, onProblem: (error: unknown) => void) {
    this.api = api;
    this.onProblem = onProblem;
    makeAutoObservable<this, 'api' | 'onProblem'>(
      this,
      { api: false, onProblem: false, sessions: observableRef, failure: observableRef },
      { autoBind: true },
    );
  }

  async load(): Promise<void> {
    this.failure = null;
    try {
      const sessions = await this.api.call(listSessions, {});
      runInAction(() => (this.sessions = sessions));
    } catch (error) {
      runInAction(() => (this.failure = error));
    }
  }

  end(id: string): Promise<void> {
    return this.run(id, () => this.api.call(endSession, { params: { id } }));
  }

  endOthers(): Promise<void> {
    return this.run('others', () => this.api.call(endOtherSessions, {}));
  }

  private async run(name: string, work: () => Promise<RunningSessions>): Promise<void> {
    if (this.ending) return;
    this.ending = name;
    try {
      const sessions = await work();
      runInAction(() => (this.sessions = sessions));
    } catch (error) {
      this.onProblem(error);
    } finally {
      runInAction(() => (this.ending = null));
    }
  }
}
