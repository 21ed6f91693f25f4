import { makeAutoObservable } from 'mobx';
import type { SessionStore } from '@sinter/sdk/auth';
import { CallError } from '@sinter/sdk/contract/errors';
import type { SessionUser } from '@sinter/sdk/contract/session';

export interface SignInOutcome {
  onSignedIn: (user: SessionUser) => void;
  /** A text for a toast; `null` stands for the usual refusal. */
  onRefused: (text: string | null) => void;
}

type Field = 'email' | 'password';

/** The sign-in form: both fields are required, and a refusal clears nothing. */
export class SignInStore {
  email = '';
  password = '';
  private touched: Record<Field, boolean> = { email: false, password: false };
  private readonly session: SessionStore;
  private readonly outcome: SignInOutcome;

  constructor(session: SessionStore, outcome: SignInOutcome) {
    this.session = session;
    this.outcome = outcome;
    makeAutoObservable<this, 'session' | 'outcome'>(this, { session: false, outcome: false }, { autoBind: true });
  }

  get busy(): boolean {
    return this.session.state === 'logging-in';
  }

  /** Is the field's message due? */
  lacks(field: Field): boolean {
    return this.touched[field] && this[field].trim() === '';
  }

  change(field: Field, value: string): void {
    this[field] = value;
  }

  leave(field: Field): void {
    this.touched[field] = true;
  }

  async submit(): Promise<void> {
    this.touched = { email: true, password: true };
    if (this.lacks('email') || this.lacks('password') || this.busy) return;
    try {
      this.outcome.onSignedIn(await this.session.login(this.email.trim(), this.password));
    } catch (error) {
      const hasReason = error instanceof CallError && (error.code === 'UNAVAILABLE' || error.code === 'RATE_LIMITED');
      this.outcome.onRefused(hasReason ? error.message : null);
    }
  }
}
