import type { CallResult } from '@sinter/sdk/contract/call';
import { reconnected } from '@sinter/sdk/contract/host/events';
import {
  listNotifications,
  markAllNotifications,
  markNotifications,
  notificationsChanged,
} from '@sinter/sdk/contract/host/notifications';
import type { Dispose } from '@sinter/sdk/plugin';
import { Action, makeStore, Question, together } from '@sinter/sdk/state';
import type { Workspace } from '#host/browser/Workspace.ts';
import type { UnreadStore } from './UnreadStore.ts';

export interface Shown {
  unread: boolean;
  category: string;
  /** From 0. */
  page: number;
}
type Found = CallResult<typeof listNotifications>;

/** A page of the person's notifications, live. */
export class InboxStore {
  chosen: ReadonlySet<number> = new Set();
  readonly size: number;
  readonly question: Question<Shown, Found>;
  readonly marking: Action<[ids: readonly number[], read: boolean], { unread: number }>;
  readonly markingAll: Action<[upTo: number, category: string], { unread: number }>;
  readonly #workspace: Pick<Workspace, 'hear'>;

  constructor({ browser, hear }: Pick<Workspace, 'browser' | 'hear'>, unread: UnreadStore, size: number) {
    const { api, log } = browser;
    this.size = size;
    this.#workspace = { hear };
    this.question = new Question<Shown, Found>(
      { log },
      {
        ask: (shown, signal) =>
          api.call(
            listNotifications,
            { query: { ...shown, unread: shown.unread ? 'true' : 'false', size } },
            { signal },
          ),
        onAnswer: ({ notifications }) => {
          const here = new Set(notifications.map(({ id }) => id));
          this.chosen = new Set([...this.chosen].filter((id) => here.has(id)));
        },
        failed: 'notifications could not be listed',
      },
    );
    const counted = ({ unread: left }: { unread: number }) => {
      unread.put(left);
      this.question.refresh();
    };
    this.marking = new Action<[ids: readonly number[], read: boolean], { unread: number }>(
      { log },
      {
        run: (ids, read) => api.call(markNotifications, { body: { ids: [...ids], read } }),
        onDone: counted,
        failed: 'notifications were not marked',
        toast: true,
      },
    );
    this.markingAll = new Action<[upTo: number, category: string], { unread: number }>(
      { log },
      {
        run: (upTo, category) => api.call(markAllNotifications, { body: { upTo, category } }),
        onDone: counted,
        failed: 'notifications were not marked',
        toast: true,
      },
    );
    makeStore(this);
  }

  start(shown: Shown): Dispose {
    const forget = [notificationsChanged, reconnected].map(({ type }) =>
      this.#workspace.hear(type, () => this.question.refresh()),
    );
    return together(this.question.start(shown), ...forget);
  }

  mark(ids: readonly number[], read: boolean): Promise<boolean> {
    return this.marking.run(ids, read);
  }

  /** What came after the newest that is shown stays unread. */
  async markAll(): Promise<void> {
    const { last, answer } = this.question;
    const newest = answer?.notifications[0];
    if (newest) await this.markingAll.run(newest.id, last?.asked.category ?? '');
  }

  choose(id: number, on: boolean): void {
    const chosen = new Set(this.chosen);
    if (on) chosen.add(id);
    else chosen.delete(id);
    this.chosen = chosen;
  }

  chooseAll(on: boolean): void {
    this.chosen = new Set(on ? this.question.answer?.notifications.map(({ id }) => id) : []);
  }
}
