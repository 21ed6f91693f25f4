import { runInAction } from 'mobx';
import {
  readNotificationSettings,
  saveNotificationSettings,
  type NotificationSettings,
} from '@sinter/sdk/contract/host/notifications';
import { makeStore, Question } from '@sinter/sdk/state';
import { messageOf } from '@sinter/sdk/ui';
import type { Browser } from '#host/browser/browser.ts';

export type KindSettings = NotificationSettings['kinds'][number];

/** What somebody is told of. Each change is kept at once. */
export class SettingsStore {
  settings: NotificationSettings | null = null;
  /** How the last change stands; `null` before the first. */
  kept: 'saving' | 'saved' | null = null;
  problem: string | null = null;
  readonly question: Question<void, NotificationSettings>;
  readonly #browser: Pick<Browser, 'api' | 'log'>;

  constructor({ api, log }: Pick<Browser, 'api' | 'log'>) {
    this.#browser = { api, log };
    this.question = new Question<void, NotificationSettings>(
      { log },
      {
        ask: (_asked, signal) => api.call(readNotificationSettings, {}, { signal }),
        onAnswer: (settings) => {
          this.settings = { ...settings, timeZone: settings.timeZone || ownTimeZone() };
        },
        failed: 'the notification settings could not be read',
      },
    );
    makeStore(this);
  }

  /** By category, in the order in which they come. */
  get groups(): readonly { category: KindSettings['category']; kinds: readonly KindSettings[] }[] {
    const kinds = this.settings?.kinds ?? [];
    const ids = [...new Set(kinds.map(({ category }) => category.id))];
    return ids.flatMap((id) => {
      const own = kinds.filter(({ category }) => category.id === id);
      return own[0] ? [{ category: own[0].category, kinds: own }] : [];
    });
  }

  get timeZones(): readonly string[] {
    return [...new Set([this.settings?.timeZone ?? '', ownTimeZone()])].filter((zone) => zone !== '');
  }

  change(change: Partial<NotificationSettings>): void {
    if (!this.settings) return;
    this.settings = { ...this.settings, ...change };
    if (this.kept !== 'saving') void this.#save();
  }

  changeKind(id: string, change: Partial<Pick<KindSettings, 'bell' | 'mail'>>): void {
    const kinds = this.settings?.kinds ?? [];
    this.change({ kinds: kinds.map((kind) => (kind.id === id ? { ...kind, ...change } : kind)) });
  }

  /** What changes while it is being kept is kept next. */
  async #save(): Promise<void> {
    const { api, log } = this.#browser;
    const { settings } = this;
    if (!settings) return;
    runInAction(() => {
      this.kept = 'saving';
      this.problem = null;
    });
    const kinds = settings.kinds.map(({ id, bell, mail }) => ({ id, bell, mail }));
    try {
      await api.call(saveNotificationSettings, { body: { ...settings, kinds } });
      runInAction(() => (this.kept = 'saved'));
    } catch (error) {
      log.warn('the notification settings were not kept', { error: String(error) });
      runInAction(() => {
        this.kept = null;
        this.problem = messageOf(error);
      });
    }
    if (this.settings !== settings) await this.#save();
  }
}

const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
