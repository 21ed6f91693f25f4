import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ApiClient } from '@sinter/sdk/api';
import type { SessionStore } from '@sinter/sdk/auth';
import { CallError } from '@sinter/sdk/contract/errors';
import type { SessionUser } from '@sinter/sdk/contract/host/session';
import { passkeyDeclined } from './passkeySupport.ts';

export interface SignInOutcome {
  onSignedIn: (user: SessionUser) => void;
  /** A text for a toast; `null` stands for the usual refusal. */
  onRefused: (text: string | null) => void;
}

/** Between the password and the second factor. */
export interface SecondStep {
  ticket: string;
  methods: readonly string[];
}

type Field = 'email' | 'password';

const reasons: readonly string[] = ['UNAVAILABLE', 'RATE_LIMITED', 'LINK_EXPIRED'];

/** The sign-in form: both fields are required, and a refusal clears nothing. */
export class SignInStore {
  email = '';
  password = '';
  /** What is asked for next; `null` while the password is. */
  step: SecondStep | null = null;
  /** Fields that the person has left, or tried to send. */
  touched: readonly Field[] = [];
  /** Why the last try was refused, in words; `''` stands for the usual reason. */
  refused: string | null = null;
  /** A passkey is being asked for. */
  asking = false;
  readonly #api: ApiClient;
  readonly #session: SessionStore;
  readonly #outcome: SignInOutcome;

  constructor(api: ApiClient, session: SessionStore, outcome: SignInOutcome) {
    this.#api = api;
    this.#session = session;
    this.#outcome = outcome;
    makeAutoObservable(this, { step: observableRef, touched: observableRef }, { autoBind: true });
  }

  get busy(): boolean {
    return this.asking || this.#session.state === 'logging-in';
  }

  /** Is the field's message due? */
  lacks(field: Field): boolean {
    return this.touched.includes(field) && this[field].trim() === '';
  }

  change(field: Field, value: string): void {
    this[field] = value;
    this.refused = null;
  }

  leave(field: Field): void {
    this.touched = [...this.touched, field];
  }

  async submit(): Promise<void> {
    this.touched = ['email', 'password'];
    if (this.lacks('email') || this.lacks('password') || this.busy) return;
    this.refused = null;
    try {
      this.#outcome.onSignedIn(await this.#session.login(this.email.trim(), this.password));
    } catch (error) {
      const step = secondStep(error);
      if (step) runInAction(() => (this.step = step));
      else this.#refuse(error);
    }
  }

  /** All of the sign-in by a passkey; the browser asks which. */
  async usePasskey(): Promise<void> {
    if (this.busy) return;
    this.asking = true;
    try {
      const { passkeySignIn } = await import('./passkeySignIn.ts');
      this.#outcome.onSignedIn(await this.#session.enterBy(() => passkeySignIn(this.#api)));
    } catch (error) {
      if (!passkeyDeclined(error)) this.#refuse(error);
    } finally {
      runInAction(() => (this.asking = false));
    }
  }

  /** Back to the password: the person's choice, or the ticket has run out. */
  back(reason?: string): void {
    this.step = null;
    this.password = '';
    this.touched = [];
    if (reason !== undefined) this.#outcome.onRefused(reason);
  }

  #refuse(error: unknown): void {
    const reason = error instanceof CallError && reasons.includes(error.code) ? error.message : null;
    this.refused = reason ?? '';
    this.#outcome.onRefused(reason);
  }
}

function secondStep(error: unknown): SecondStep | null {
  if (!(error instanceof CallError) || error.code !== 'SECOND_FACTOR_NEEDED' || !error.details.ticket) return null;
  return { ticket: error.details.ticket, methods: error.details.methods ?? [] };
}
