import { makeAutoObservable } from 'mobx';

/** The question “is it still you?”. One at a time; the dialog that asks is fetched when it is first needed. */
export class ProofStore {
  asked = false;
  #settle: (proved: boolean) => void = () => {};

  constructor() {
    makeAutoObservable(this, {}, { autoBind: true });
  }

  ask(): Promise<boolean> {
    this.asked = true;
    return new Promise((resolve) => (this.#settle = resolve));
  }

  answer(proved: boolean): void {
    this.asked = false;
    this.#settle(proved);
  }
}
