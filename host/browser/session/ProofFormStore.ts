import type { Dispose } from '@sinter/sdk/plugin';
import type { CallInput, CallResult } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract/errors';
import { askPasskey, readSecondFactors, reauthenticate } from '@sinter/sdk/contract/host/security';
import { Action, makeStore, Question } from '@sinter/sdk/state';
import type { Browser } from '../browser.ts';
import { answerPasskey, passkeysWork } from './passkeySupport.ts';

export type ProofMethod = 'PASSWORD' | 'PASSKEY' | 'TOTP';
type Proof = CallInput<typeof reauthenticate>['body'];

/** A proof of identity, by what this person has set up. */
export class ProofFormStore {
  method: ProofMethod = 'PASSWORD';
  value = '';
  /** It was sent without a password or code. */
  empty = false;
  readonly #api: Browser['api'];
  readonly #methods: Question<void, readonly ProofMethod[]>;
  readonly #proving: Action<[], unknown>;

  constructor({ api, log, proof }: Pick<Browser, 'api' | 'log' | 'proof'>) {
    this.#api = api;
    this.#methods = new Question<void, readonly ProofMethod[]>(
      { log },
      {
        ask: async (_asked, signal) => methodsOf(await api.call(readSecondFactors, {}, { signal })),
        onAnswer: ([first = 'PASSWORD']) => (this.method = first),
        failed: 'the ways to prove who it is could not be read',
      },
    );
    this.#proving = new Action<[], unknown>(
      { log },
      {
        run: async () => api.call(reauthenticate, { body: await this.#proof() }),
        onDone: () => proof.answer(true),
        failed: 'who it is was not proved',
      },
    );
    makeStore(this);
  }

  /** `null` while it is not known; empty for people who can only sign in again, through their company. */
  get methods(): readonly ProofMethod[] | null {
    return this.#methods.answer;
  }

  get busy(): boolean {
    return this.#proving.busy;
  }

  /** `wrong`, `empty`, or what went wrong otherwise. */
  get problem(): 'wrong' | 'empty' | { error: unknown } | null {
    if (this.empty) return 'empty';
    const error = this.#methods.error ?? this.#proving.error;
    const wrong = error instanceof CallError && (error.code === 'BAD_CREDENTIALS' || error.code === 'INVALID_INPUT');
    return error === null ? null : wrong ? 'wrong' : { error };
  }

  start(): Dispose {
    return this.#methods.start();
  }

  retry(): void {
    this.#methods.retry();
  }

  choose(method: ProofMethod): void {
    this.method = method;
    this.change('');
  }

  change(value: string): void {
    this.value = value;
    this.empty = false;
    this.#proving.forgive();
  }

  async submit(): Promise<void> {
    this.empty = this.method !== 'PASSKEY' && this.value.trim() === '';
    if (!this.empty) await this.#proving.run();
  }

  async #proof(): Promise<Proof> {
    if (this.method === 'PASSWORD') return { method: 'PASSWORD', password: this.value };
    if (this.method === 'TOTP') return { method: 'TOTP', code: this.value };
    const { ticket, options } = await this.#api.call(askPasskey, { body: {} });
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
