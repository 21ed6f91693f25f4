import { makeAutoObservable } from 'mobx';

/** The question “is it still you?”. One at a time; the dialog that asks is fetched when it is first needed. */
export class ProofStore {
  asked = false;
  #answer: Promise<boolean> | null = null;
  #settle: (proved: boolean) => void = () => {};

  constructor() {
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Who asks meanwhile, another plugin perhaps, gets the same answer. */
  ask(): Promise<boolean> {
    this.asked = true;
    return (this.#answer ??= new Promise((resolve) => (this.#settle = resolve)));
  }

  answer(proved: boolean): void {
    this.asked = false;
    this.#answer = null;
    this.#settle(proved);
  }
}
