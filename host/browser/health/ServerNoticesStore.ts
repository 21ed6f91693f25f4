import type * as z from 'zod';
import { serverNotices, type serverNoticeSchema } from '@sinter/sdk/contract/host/health';
import { makeStore, Question } from '@sinter/sdk/state';
import type { Dispose } from '@sinter/sdk/plugin';
import type { Browser } from '../browser.ts';

export type ServerNotice = z.infer<typeof serverNoticeSchema>;

const everyMs = 5 * 60_000;

/** What is about to stop on the server. It is asked for again now and then, while somebody can see it. */
export class ServerNoticesStore {
  readonly #question: Question<void, readonly ServerNotice[]>;

  constructor({ api, log }: Pick<Browser, 'api' | 'log'>) {
    this.#question = new Question<void, readonly ServerNotice[]>(
      { log },
      {
        ask: (_asked, signal) => api.call(serverNotices, {}, { signal }),
        failed: 'the state of the server could not be read',
      },
    );
    makeStore(this);
  }

  get notices(): readonly ServerNotice[] {
    return this.#question.answer ?? [];
  }

  start(): Dispose {
    const stop = this.#question.start();
    const clock = setInterval(() => document.visibilityState === 'visible' && this.#question.refresh(), everyMs);
    return () => {
      clearInterval(clock);
      stop();
    };
  }
}
