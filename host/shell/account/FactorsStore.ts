import type { CallResult } from '@sinter/sdk/contract/call';
import {
  addPasskey,
  confirmTotp,
  readSecondFactors,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  startPasskey,
  startTotp,
} from '@sinter/sdk/contract/host/security';
import { Action, makeStore, Question } from '@sinter/sdk/state';
import type { Browser } from '#host/browser/browser.ts';
import { makePasskey } from '#host/browser/session/passkeySupport.ts';
import { tellUnlessDeclined } from './tellUnlessDeclined.ts';

export type Factors = CallResult<typeof readSecondFactors>;
type AppBegun = CallResult<typeof startTotp>;

/** What there is after something was done. */
interface Outcome {
  factors?: Factors;
  app?: AppBegun | null;
  codes?: readonly string[] | null;
}

/** The second factors of the signed-in user. */
export class FactorsStore {
  /** An authenticator app being set up. */
  app: AppBegun | null = null;
  /** Shown once, until the person has kept them. */
  codes: readonly string[] | null = null;
  readonly question: Question<void, Factors>;
  readonly confirming: Action<[code: string], CallResult<typeof confirmTotp>>;
  readonly #api: Browser['api'];
  readonly #doing: Action<[what: string, work: () => Promise<Outcome>], Outcome>;

  constructor({ api, log }: Pick<Browser, 'api' | 'log'>) {
    this.#api = api;
    this.question = new Question<void, Factors>(
      { log },
      {
        ask: (_asked, signal) => api.call(readSecondFactors, {}, { signal }),
        failed: 'the second factors could not be read',
      },
    );
    this.confirming = new Action<[code: string], CallResult<typeof confirmTotp>>(
      { log },
      {
        run: (code) => api.call(confirmTotp, { body: { code } }),
        onDone: ({ recoveryCodes: codes, ...factors }) => this.#take({ factors, codes, app: null }),
        failed: 'the authenticator app was not confirmed',
      },
    );
    this.#doing = new Action<[what: string, work: () => Promise<Outcome>], Outcome>(
      { log },
      {
        run: (_what, work) => work(),
        onDone: (outcome) => this.#take(outcome),
        onFailed: tellUnlessDeclined,
        failed: 'the second factors were not changed',
      },
    );
    makeStore(this);
  }

  get factors(): Factors | null {
    return this.question.answer;
  }

  /** At least one is set up. */
  get any(): boolean {
    return this.factors !== null && (this.factors.totpSince !== null || this.factors.passkeys.length > 0);
  }

  /** What is under way: the id of a passkey being removed, `app`, `remove-app`, `passkey`, `codes`. */
  get busy(): string | null {
    return this.#doing.doing?.[0] ?? null;
  }

  /** What is wrong with the code of the app. */
  get appProblem(): string | null {
    return this.confirming.fields['code'] ?? this.confirming.problem;
  }

  async startApp(): Promise<void> {
    this.confirming.forgive();
    await this.#doing.run('app', async () => ({ app: await this.#api.call(startTotp, {}) }));
  }

  stopApp(): void {
    this.app = null;
  }

  async removeApp(): Promise<void> {
    await this.#doing.run('remove-app', async () => ({ factors: await this.#api.call(removeTotp, {}) }));
  }

  async addPasskey(name: string): Promise<void> {
    await this.#doing.run('passkey', async () => {
      const { ticket, options } = await this.#api.call(startPasskey, {});
      const credential = await makePasskey(options);
      const body = { ticket, name, credential };
      const { recoveryCodes: codes, ...factors } = await this.#api.call(addPasskey, { body });
      return { factors, codes };
    });
  }

  async removePasskey(id: string): Promise<void> {
    await this.#doing.run(id, async () => ({ factors: await this.#api.call(removePasskey, { params: { id } }) }));
  }

  async renewCodes(): Promise<void> {
    await this.#doing.run('codes', async () => {
      const { recoveryCodes: codes } = await this.#api.call(renewRecoveryCodes, {});
      return this.factors ? { codes, factors: { ...this.factors, recoveryCodesLeft: codes.length } } : { codes };
    });
  }

  codesKept(): void {
    this.codes = null;
  }

  #take({ factors, app, codes }: Outcome): void {
    if (factors !== undefined) this.question.put(factors);
    if (app !== undefined) this.app = app;
    if (codes !== undefined) this.codes = codes;
  }
}
