import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ApiClient } from '@sinter/sdk/api';
import { readKeys, resetKeys } from '@sinter/sdk/contract/host/account';
import type { CallInput, CallResult } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract/errors';

export type ApiKeys = CallResult<typeof readKeys>;
export type KeysReset = CallInput<typeof resetKeys>['query'];

/** The API keys of the account and of the user. */
export class KeysStore {
  keys: ApiKeys | null = null;
  failure: unknown = null;
  busy: 'reveal' | 'reset' | null = null;
  private readonly api: ApiClient;
  private readonly prove: () => Promise<boolean>;
  private readonly onProblem: (error: unknown) => void;

  constructor(api: ApiClient, prove: () => Promise<boolean>, onProblem: (error: unknown) => void) {
    this.api = api;
    this.prove = prove;
    this.onProblem = onProblem;
    makeAutoObservable<this, 'api' | 'prove' | 'onProblem'>(
      this,
      { api: false, prove: false, onProblem: false, keys: observableRef, failure: observableRef },
      { autoBind: true },
    );
  }

  async load(): Promise<void> {
    this.failure = null;
    try {
      const keys = await this.api.call(readKeys, {});
      runInAction(() => (this.keys = keys));
    } catch (error) {
      runInAction(() => (this.failure = error));
    }
  }

  /** Asks who sits there, then reads the keys in full. */
  reveal(): Promise<void> {
    return this.run('reveal', async () => {
      if (await this.prove()) await this.load();
    });
  }

  /** Answers whether it was done. */
  async reset(query: KeysReset): Promise<boolean> {
    let done = false;
    await this.run('reset', async () => {
      const keys = await this.api.call(resetKeys, { query });
      runInAction(() => (this.keys = keys));
      done = true;
    });
    return done;
  }

  private async run(name: NonNullable<KeysStore['busy']>, work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = name;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'REAUTHENTICATE') this.onProblem(error);
    } finally {
      runInAction(() => (this.busy = null));
    }
  }
}
