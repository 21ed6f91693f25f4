import { changePassword, readUserProfile, updateUserProfile } from '@sinter/sdk/contract/host/account';
import type { CallInput, CallResult } from '@sinter/sdk/contract/call';
import { listLanguages } from '@sinter/sdk/contract/host/configuration';
import { currentLanguage, keepLanguage } from '@sinter/sdk/i18n';
import type { Dispose } from '@sinter/sdk/plugin';
import { makeStore, Question, together } from '@sinter/sdk/state';
import type { Browser } from '#host/browser/browser.ts';
import { changePageLanguage } from '#host/browser/language.ts';

export type UserProfile = CallResult<typeof readUserProfile>;
export type ProfileChange = CallInput<typeof updateUserProfile>['body'];
export type Languages = CallResult<typeof listLanguages>['data'];
type ProfileBrowser = Pick<Browser, 'api' | 'log' | 'session'>;

/** The signed-in user's own details. */
export class ProfileStore {
  /** Personal API keys outlive the password that is being changed. */
  keepKeys = false;
  readonly question: Question<void, UserProfile>;
  readonly #languages: Question<void, Languages>;
  readonly #browser: ProfileBrowser;

  constructor(browser: ProfileBrowser) {
    const { api, log } = browser;
    this.#browser = browser;
    this.question = new Question<void, UserProfile>(
      { log },
      { ask: (_asked, signal) => api.call(readUserProfile, {}, { signal }), failed: 'the profile could not be read' },
    );
    this.#languages = new Question<void, Languages>(
      { log },
      {
        ask: async (_asked, signal) => (await api.call(listLanguages, {}, { signal })).data,
        failed: 'only the language in use can be chosen',
      },
    );
    makeStore(this);
  }

  get languages(): Languages {
    return this.#languages.answer ?? [];
  }

  start(): Dispose {
    return together(this.question.start(), this.#languages.start());
  }

  /** Throws the `CallError` of a refusal, for the form. */
  async save(change: ProfileChange): Promise<UserProfile> {
    const { api, session, log } = this.#browser;
    const profile = await api.call(updateUserProfile, { body: change });
    this.question.put(profile);
    const { language } = profile;
    if (language !== currentLanguage() && (await changePageLanguage(api, log, language))) keepLanguage(language);
    await session.refresh().catch((error: unknown) => log.warn('shown after the next start', { error: String(error) }));
    return profile;
  }

  setKeepKeys(keep: boolean): void {
    this.keepKeys = keep;
  }

  async changePassword(password: string): Promise<void> {
    await this.#browser.api.call(changePassword, { body: { password, keepKeys: this.keepKeys } });
    this.keepKeys = false;
    this.question.retry();
  }
}
