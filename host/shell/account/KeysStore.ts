import { readKeys, resetKeys } from '@sinter/sdk/contract/host/account';
import type { CallInput, CallResult } from '@sinter/sdk/contract/call';
import { Action, Question } from '@sinter/sdk/state';
import type { Browser } from '#host/browser/browser.ts';
import { tellUnlessDeclined } from './tellUnlessDeclined.ts';

export type ApiKeys = CallResult<typeof readKeys>;
export type KeysReset = CallInput<typeof resetKeys>['query'];

/** The API keys of the account and of the user. */
export class KeysStore {
  readonly question: Question<void, ApiKeys>;
  /** Asks for a proof of identity, then reads the keys in full. */
  readonly revealing: Action<[], ApiKeys | null>;
  readonly resetting: Action<[KeysReset], ApiKeys>;

  constructor({ api, log, proof }: Pick<Browser, 'api' | 'log' | 'proof'>) {
    this.question = new Question<void, ApiKeys>(
      { log },
      { ask: (_asked, signal) => api.call(readKeys, {}, { signal }), failed: 'the keys could not be read' },
    );
    this.revealing = new Action<[], ApiKeys | null>(
      { log },
      {
        run: async () => ((await proof.ask()) ? api.call(readKeys, {}) : null),
        onDone: (keys) => keys && this.question.put(keys),
        onFailed: tellUnlessDeclined,
        failed: 'the keys could not be read in full',
      },
    );
    this.resetting = new Action<[KeysReset], ApiKeys>(
      { log },
      {
        run: (query) => api.call(resetKeys, { query }),
        onDone: (keys) => this.question.put(keys),
        onFailed: tellUnlessDeclined,
        failed: 'no key was reset',
      },
    );
  }
}
