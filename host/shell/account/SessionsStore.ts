import type { CallResult } from '@sinter/sdk/contract/call';
import { endOtherSessions, endSession, listSessions } from '@sinter/sdk/contract/host/security';
import { Action, Question } from '@sinter/sdk/state';
import type { Browser } from '#host/browser/browser.ts';

export type RunningSessions = CallResult<typeof listSessions>;

/** Where the user is signed in. */
export class SessionsStore {
  readonly question: Question<void, RunningSessions>;
  /** Ends one, or all others. */
  readonly ending: Action<[idOrOthers: string], RunningSessions>;

  constructor({ api, log }: Pick<Browser, 'api' | 'log'>) {
    this.question = new Question<void, RunningSessions>(
      { log },
      { ask: (_asked, signal) => api.call(listSessions, {}, { signal }), failed: 'the sessions could not be read' },
    );
    this.ending = new Action<[idOrOthers: string], RunningSessions>(
      { log },
      {
        run: (id) => (id === 'others' ? api.call(endOtherSessions, {}) : api.call(endSession, { params: { id } })),
        onDone: (sessions) => this.question.put(sessions),
        failed: 'a session was not ended',
        toast: true,
      },
    );
  }

  isEnding(idOrOthers: string): boolean {
    return this.ending.doing?.[0] === idOrOthers;
  }
}
