import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ApiClient } from '@sinter/sdk/api';
import { ownClearance, stateUsPerson, type Clearance } from '@sinter/sdk/contract/host/exportControl';

export type Basis = NonNullable<Clearance['basis']>;

/** Whether the user may read export-controlled files, and stating to be a US person. */
export class ClearanceStore {
  clearance: Clearance | null = null;
  failure: unknown = null;
  stating = false;
  basis: Basis = 'CITIZEN';
  confirmed = false;
  private readonly api: ApiClient;
  private readonly onProblem: (error: unknown) => void;

  constructor(api: ApiClient, onProblem: (error: unknown) => void) {
    this.api = api;
    this.onProblem = onProblem;
    makeAutoObservable<this, 'api' | 'onProblem'>(
      this,
      { api: false, onProblem: false, clearance: observableRef, failure: observableRef },
      { autoBind: true },
    );
  }

  /** Nothing to show where no such work is done. */
  get matters(): boolean {
    return this.clearance?.enabled === true || (this.clearance !== null && this.clearance.status !== 'NONE');
  }

  get mayState(): boolean {
    return this.clearance !== null && ['NONE', 'EXPIRED', 'REVOKED'].includes(this.clearance.status);
  }

  async load(): Promise<void> {
    this.failure = null;
    try {
      const clearance = await this.api.call(ownClearance, {});
      runInAction(() => (this.clearance = clearance));
    } catch (error) {
      runInAction(() => (this.failure = error));
    }
  }

  choose(basis: Basis): void {
    this.basis = basis;
  }

  confirm(confirmed: boolean): void {
    this.confirmed = confirmed;
  }

  async state(): Promise<void> {
    if (this.stating || !this.confirmed) return;
    this.stating = true;
    try {
      const clearance = await this.api.call(stateUsPerson, { body: { basis: this.basis, confirmed: true } });
      runInAction(() => {
        this.clearance = clearance;
        this.confirmed = false;
      });
    } catch (error) {
      this.onProblem(error);
    } finally {
      runInAction(() => (this.stating = false));
    }
  }
}
