import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ApiClient } from '@sinter/sdk/api';
import type { CallInput, CallResult } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract/errors';
import { askPasskey, readSecondFactors, reauthenticate } from '@sinter/sdk/contract/host/security';
import { answerPasskey, passkeysWork } from './passkeySupport.ts';

export type ProofMethod = 'PASSWORD' | 'PASSKEY' | 'TOTP';
type Proof = CallInput<typeof reauthenticate>['body'];

/** Proving who sits there, by what this person has set up. */
export class ProofFormStore {
  /** `null` while it is not known; empty for people who can only sign in again, through their company. */
  methods: readonly ProofMethod[] | null = null;
  method: ProofMethod = 'PASSWORD';
  value = '';
  busy = false;
  /** `wrong`, `empty`, or what went wrong otherwise. */
  problem: 'wrong' | 'empty' | { error: unknown } | null = null;
  private readonly api: ApiClient;
  private readonly onProved: () => void;

  constructor(api: ApiClient, onProved: () => void) {
    this.api = api;
    this.onProved = onProved;
    makeAutoObservable<this, 'api' | 'onProved'>(
      this,
      { api: false, onProved: false, methods: observableRef, problem: observableRef },
      { autoBind: true },
    );
  }

  async load(): Promise<void> {
    this.problem = null;
    try {
      const methods = methodsOf(await this.api.call(readSecondFactors, {}));
      runInAction(() => {
        this.methods = methods;
        this.method = methods[0] ?? 'PASSWORD';
      });
    } catch (error) {
      runInAction(() => (this.problem = { error }));
    }
  }

  choose(method: ProofMethod): void {
    this.method = method;
    this.value = '';
    this.problem = null;
  }

  change(value: string): void {
    this.value = value;
    this.problem = null;
  }

  async submit(): Promise<void> {
    if (this.busy) return;
    if (this.method !== 'PASSKEY' && this.value.trim() === '') {
      this.problem = 'empty';
      return;
    }
    this.busy = true;
    this.problem = null;
    try {
      await this.api.call(reauthenticate, { body: await this.proof() });
      this.onProved();
    } catch (error) {
      const wrong = error instanceof CallError && (error.code === 'BAD_CREDENTIALS' || error.code === 'INVALID_INPUT');
      runInAction(() => (this.problem = wrong ? 'wrong' : { error }));
    } finally {
      runInAction(() => (this.busy = false));
    }
  }

  private async proof(): Promise<Proof> {
    if (this.method === 'PASSWORD') return { method: 'PASSWORD', password: this.value };
    if (this.method === 'TOTP') return { method: 'TOTP', code: this.value };
    const { ticket, options } = await this.api.call(askPasskey, { body: {} });
    return { method: 'PASSKEY', ticket, credential: await answerPasskey(options) };
  }
}

function methodsOf({ hasPassword, totpSince, passkeys }: CallResult<typeof readSecondFactors>): ProofMethod[] {
  return [
    ...(hasPassword ? (['PASSWORD'] as const) : []),
    ...(passkeys.length > 0 && passkeysWork() ? (['PASSKEY'] as const) : []),
    ...(totpSince === null ? [] : (['TOTP'] as const)),
  ];
}
