import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { CallError } from '@sinter/sdk/contract/errors';

/** Waits in seconds: after a message was sent, and after too many were asked for. */
const pauses = { sent: 30, limited: 60 };

interface Waiting {
  /** Sends the message once more. */
  send: () => Promise<unknown>;
  /** Is the address verified by now? */
  isVerified?: () => Promise<boolean>;
}

/** Waiting for the address to be verified. */
export class VerifyStore {
  /** What the person is told about their last step. */
  told: 'sent' | 'limited' | 'not-yet' | { error: unknown } | null = null;
  busy: 'send' | 'check' | null = null;
  /** Until the next message may be asked for, s. */
  wait = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #options: Waiting;

  constructor(options: Waiting) {
    this.#options = options;
    makeAutoObservable(this, { told: observableRef }, { autoBind: true });
  }

  async resend(): Promise<void> {
    if (this.busy || this.wait > 0) return;
    this.busy = 'send';
    try {
      await this.#options.send();
      this.#tell('sent', pauses.sent);
    } catch (error) {
      const limited = error instanceof CallError && error.code === 'RATE_LIMITED';
      this.#tell(limited ? 'limited' : { error }, limited ? pauses.limited : 0);
    } finally {
      runInAction(() => (this.busy = null));
    }
  }

  /** Answers whether the address is verified by now. */
  async check(): Promise<boolean> {
    const { isVerified } = this.#options;
    if (this.busy || !isVerified) return false;
    this.busy = 'check';
    try {
      const verified = await isVerified();
      if (!verified) this.#tell('not-yet', this.wait);
      return verified;
    } catch (error) {
      this.#tell({ error }, this.wait);
      return false;
    } finally {
      runInAction(() => (this.busy = null));
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #tell(told: VerifyStore['told'], wait: number): void {
    runInAction(() => {
      this.told = told;
      this.wait = wait;
    });
    this.stop();
    if (wait > 0) this.#timer = setInterval(this.tick, 1000);
  }

  /** One second has passed. */
  tick(): void {
    this.wait -= 1;
    if (this.wait <= 0) this.stop();
  }
}
