import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ApiClient } from '@sinter/sdk/api';
import type { SessionStore } from '@sinter/sdk/auth';
import { CallError } from '@sinter/sdk/contract/errors';
import { factorMethodSchema, secondFactor } from '@sinter/sdk/contract/host/security';
import type { FactorMethod } from '@sinter/sdk/contract/host/security';
import type { SessionUser } from '@sinter/sdk/contract/host/session';
import { passkeyDeclined, passkeysWork } from './passkeySupport.ts';
import type { SecondStep } from './SignInStore.ts';

interface SecondStepOptions {
  api: ApiClient;
  session: SessionStore;
  step: SecondStep;
  onSignedIn: (user: SessionUser) => void;
  /** The ticket has expired; the person has to begin again. */
  onExpired: (message: string) => void;
}

/** The second step of signing in: a code, a passkey, or a recovery code. */
export class SecondStepStore {
  method: FactorMethod;
  code = '';
  problem: 'wrong' | 'empty' | { error: unknown } | null = null;
  asking = false;
  readonly #options: SecondStepOptions;

  constructor(options: SecondStepOptions) {
    this.#options = options;
    this.method = this.methods[0] ?? 'TOTP';
    makeAutoObservable(this, { problem: observableRef }, { autoBind: true });
  }

  /** Those that this user has set up and this browser can. */
  get methods(): readonly FactorMethod[] {
    return this.#options.step.methods
      .flatMap((method) => factorMethodSchema.safeParse(method).data ?? [])
      .filter((method) => method !== 'PASSKEY' || passkeysWork());
  }

  get busy(): boolean {
    return this.asking || this.#options.session.state === 'logging-in';
  }

  choose(method: FactorMethod): void {
    this.method = method;
    this.code = '';
    this.problem = null;
  }

  change(code: string): void {
    this.code = code;
    this.problem = null;
  }

  async submit(): Promise<void> {
    if (this.busy) return;
    if (this.method !== 'PASSKEY' && this.code.trim().length < 6) {
      this.problem = 'empty';
      return;
    }
    this.problem = null;
    this.asking = true;
    try {
      this.#options.onSignedIn(await this.#options.session.enterBy(() => this.#prove()));
    } catch (error) {
      runInAction(() => this.#refuse(error));
    } finally {
      runInAction(() => (this.asking = false));
    }
  }

  async #prove(): Promise<SessionUser> {
    const { api, step } = this.#options;
    const { method, code } = this;
    if (method !== 'PASSKEY') return api.call(secondFactor, { body: { ticket: step.ticket, method, code } });
    const { passkeySignIn } = await import('./passkeySignIn.ts');
    return passkeySignIn(api, step.ticket);
  }

  #refuse(error: unknown): void {
    if (passkeyDeclined(error)) return;
    const code = error instanceof CallError ? error.code : null;
    if (error instanceof CallError && code === 'LINK_EXPIRED') this.#options.onExpired(error.message);
    else this.problem = code === 'BAD_CREDENTIALS' || code === 'INVALID_INPUT' ? 'wrong' : { error };
  }
}
