import { countUnread, mostCounted, notificationsChanged } from '@sinter/sdk/contract/host/notifications';
import { reconnected } from '@sinter/sdk/contract/host/events';
import { makeStore, Question } from '@sinter/sdk/state';
import type { Browser } from '#host/browser/browser.ts';
import type { Workspace } from '#host/browser/Workspace.ts';

type Hears = Pick<Workspace, 'hear'>;

/** How much the person has not read, on every open page alike. */
export class UnreadStore {
  readonly #question: Question<void, number>;

  constructor({ api, log }: Pick<Browser, 'api' | 'log'>, workspace: Hears) {
    this.#question = new Question<void, number>(
      { log },
      {
        ask: async (_asked, signal) => (await api.call(countUnread, {}, { signal })).unread,
        failed: 'unread notifications were not counted',
      },
    );
    makeStore(this);
    for (const { type } of [notificationsChanged, reconnected]) workspace.hear(type, () => this.#question.refresh());
  }

  get unread(): number {
    return this.#question.answer ?? 0;
  }

  /** `99+` where there are more than were counted. */
  get badge(): string {
    return this.unread < mostCounted ? String(this.unread) : `${mostCounted - 1}+`;
  }

  load(): void {
    this.#question.ask();
  }

  /** What a change has answered. */
  put(unread: number): void {
    this.#question.put(unread);
  }
}
