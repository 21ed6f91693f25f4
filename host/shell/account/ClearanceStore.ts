import { ownClearance, stateUsPerson, type Clearance } from '@sinter/sdk/contract/host/exportControl';
import { Action, makeStore, Question } from '@sinter/sdk/state';
import type { Browser } from '#host/browser/browser.ts';

export type Basis = NonNullable<Clearance['basis']>;

/** Whether the user may read export-controlled files, and stating to be a US person. */
export class ClearanceStore {
  basis: Basis = 'CITIZEN';
  confirmed = false;
  readonly question: Question<void, Clearance>;
  readonly stating: Action<[], Clearance>;

  constructor({ api, log }: Pick<Browser, 'api' | 'log'>) {
    this.question = new Question<void, Clearance>(
      { log },
      {
        ask: (_asked, signal) => api.call(ownClearance, {}, { signal }),
        failed: 'the clearance could not be read',
      },
    );
    this.stating = new Action<[], Clearance>(
      { log },
      {
        run: () => api.call(stateUsPerson, { body: { basis: this.basis, confirmed: true } }),
        onDone: (clearance) => {
          this.question.put(clearance);
          this.confirmed = false;
        },
        failed: 'nothing was stated',
        toast: true,
      },
    );
    makeStore(this);
  }

  /** Nothing to show where no such work is done. */
  get matters(): boolean {
    const clearance = this.question.answer;
    return clearance !== null && (clearance.enabled || clearance.status !== 'NONE');
  }

  get mayState(): boolean {
    const clearance = this.question.answer;
    return clearance !== null && ['NONE', 'EXPIRED', 'REVOKED'].includes(clearance.status);
  }

  choose(basis: Basis): void {
    this.basis = basis;
  }

  confirm(confirmed: boolean): void {
    this.confirmed = confirmed;
  }

  async state(): Promise<void> {
    if (this.confirmed) await this.stating.run();
  }
}
