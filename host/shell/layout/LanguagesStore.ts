import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { readUserProfile, updateUserProfile } from '@sinter/sdk/contract/host/account';
import type { CallResult } from '@sinter/sdk/contract/call';
import { listLanguages } from '@sinter/sdk/contract/host/configuration';
import { keepLanguage } from '@sinter/sdk/i18n';
import type { Browser } from '#host/browser/browser.ts';

type Language = CallResult<typeof listLanguages>['data'][number];

type LanguageBrowser = Pick<Browser, 'api' | 'log' | 'changeLanguage'> & { session: Pick<Browser['session'], 'user'> };

/** The languages to choose from, and the choice: kept in the browser, and in the profile of who is signed in. */
export class LanguagesStore {
  list: readonly Language[] = [];
  busy = false;
  readonly #browser: LanguageBrowser;

  constructor(browser: LanguageBrowser) {
    this.#browser = browser;
    makeAutoObservable(this, { list: observableRef }, { autoBind: true });
  }

  /** Fetches the list, at the first opening. Without it there is nothing to choose from, and nothing to tell. */
  async open(): Promise<void> {
    if (this.list.length > 0) return;
    const { api, log } = this.#browser;
    try {
      const { data } = await api.call(listLanguages, {});
      runInAction(() => (this.list = data));
    } catch (error) {
      log.warn('the languages could not be listed', { error: String(error) });
    }
  }

  async choose(key: string): Promise<void> {
    const { session, changeLanguage } = this.#browser;
    this.busy = true;
    const changed = await changeLanguage(key);
    runInAction(() => (this.busy = false));
    if (!changed) return;
    keepLanguage(key);
    if (session.user) await this.#tellProfile(key);
  }

  /** Mails to the person are written in it too. */
  async #tellProfile(language: string): Promise<void> {
    const { api, log } = this.#browser;
    try {
      const { firstName, lastName, email, phone, dateFormat } = await api.call(readUserProfile, {});
      await api.call(updateUserProfile, { body: { firstName, lastName, email, phone, dateFormat, language } });
    } catch (error) {
      log.warn('the language was not kept in the profile', { error: String(error) });
    }
  }
}
