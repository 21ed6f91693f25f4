import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ApiClient } from '@sinter/sdk/api';
import type { CallResult } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract/errors';
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
import { makePasskey, passkeyDeclined } from '#host/browser/session/passkeySupport.ts';

export type Factors = CallResult<typeof readSecondFactors>;

/** The second factors of the signed-in user. */
export class FactorsStore {
  factors: Factors | null = null;
  failure: unknown = null;
  /** What is under way: a removal, a passkey being made, `codes`. */
  busy: string | null = null;
  /** An authenticator app being set up. */
  app: CallResult<typeof startTotp> | null = null;
  appProblem: string | null = null;
  /** Shown once, until the person has kept them. */
  codes: readonly string[] | null = null;
  private readonly api: ApiClient;
  private readonly onProblem: (error: unknown) => void;

  constructor(api: ApiClient, onProblem: (error: unknown) => void) {
    this.api = api;
    this.onProblem = onProblem;
    makeAutoObservable<this, 'api' | 'onProblem'>(
      this,
      {
        ...{ api: false, onProblem: false, factors: observableRef, failure: observableRef },
        ...{ app: observableRef, codes: observableRef },
      },
      { autoBind: true },
    );
  }

  /** At least one is set up. */
  get any(): boolean {
    return this.factors !== null && (this.factors.totpSince !== null || this.factors.passkeys.length > 0);
  }

  async load(): Promise<void> {
    this.failure = null;
    try {
      const factors = await this.api.call(readSecondFactors, {});
      runInAction(() => (this.factors = factors));
    } catch (error) {
      runInAction(() => (this.failure = error));
    }
  }

  startApp(): Promise<void> {
    return this.run('app', async () => {
      const app = await this.api.call(startTotp, {});
      runInAction(() => {
        this.app = app;
        this.appProblem = null;
      });
    });
  }

  stopApp(): void {
    this.app = null;
    this.appProblem = null;
  }

  async confirmApp(code: string): Promise<void> {
    this.busy = 'confirm';
    this.appProblem = null;
    try {
      const { recoveryCodes, ...factors } = await this.api.call(confirmTotp, { body: { code } });
      runInAction(() => {
        this.factors = factors;
        this.codes = recoveryCodes;
        this.app = null;
      });
    } catch (error) {
      runInAction(() => (this.appProblem = problemOf(error)));
    } finally {
      runInAction(() => (this.busy = null));
    }
  }

  removeApp(): Promise<void> {
    return this.run('remove-app', async () => this.take(await this.api.call(removeTotp, {})));
  }

  addPasskey(name: string): Promise<void> {
    return this.run('passkey', async () => {
      const { ticket, options } = await this.api.call(startPasskey, {});
      const credential = await makePasskey(options);
      const { recoveryCodes, ...factors } = await this.api.call(addPasskey, { body: { ticket, name, credential } });
      this.take(factors, recoveryCodes);
    });
  }

  removePasskey(id: string): Promise<void> {
    return this.run(id, async () => this.take(await this.api.call(removePasskey, { params: { id } })));
  }

  renewCodes(): Promise<void> {
    return this.run('codes', async () => {
      const { recoveryCodes } = await this.api.call(renewRecoveryCodes, {});
      runInAction(() => {
        this.codes = recoveryCodes;
        if (this.factors) this.factors = { ...this.factors, recoveryCodesLeft: recoveryCodes.length };
      });
    });
  }

  codesKept(): void {
    this.codes = null;
  }

  private take(factors: Factors, codes: readonly string[] | null = null): void {
    this.factors = factors;
    this.codes = codes;
  }

  private async run(name: string, work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = name;
    try {
      await work();
    } catch (error) {
      // Declined by the person: nothing has happened, and they know.
      const declined = passkeyDeclined(error) || (error instanceof CallError && error.code === 'REAUTHENTICATE');
      if (!declined) this.onProblem(error);
    } finally {
      runInAction(() => (this.busy = null));
    }
  }
}

const problemOf = (error: unknown): string =>
  error instanceof CallError ? (error.fields['code'] ?? error.message) : 'Something went wrong';
