import { makeAutoObservable } from 'mobx';
import type { RefusedAt } from '@sinter/sdk/plugin';

/** A checklist that stands before what was pressed. One at a time: whatever else is refused meanwhile stays refused. */
export class GateStore {
  asked: RefusedAt | null = null;
  #settle: (passed: boolean) => void = () => {};

  constructor() {
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Whether what was refused may be sent again. */
  ask(refused: RefusedAt | undefined): Promise<boolean> {
    if (!refused || this.asked !== null) return Promise.resolve(false);
    this.asked = refused;
    return new Promise((resolve) => (this.#settle = resolve));
  }

  answer(passed: boolean): void {
    this.asked = null;
    this.#settle(passed);
  }
}
