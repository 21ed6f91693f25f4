import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ApiClient } from '@sinter/sdk/api';
import type { SessionStore } from '@sinter/sdk/auth';
import { changePassword, readUserProfile, updateUserProfile } from '@sinter/sdk/contract/host/account';
import type { CallInput, CallResult } from '@sinter/sdk/contract/call';
import { listLanguages } from '@sinter/sdk/contract/host/configuration';
import { currentLanguage, keepLanguage } from '@sinter/sdk/i18n';
import type { Logger } from '@sinter/sdk/plugin';
import { speakOnPage } from '#host/browser/language.ts';

export type UserProfile = CallResult<typeof readUserProfile>;
export type ProfileChange = CallInput<typeof updateUserProfile>['body'];
export type Languages = CallResult<typeof listLanguages>['data'];

/** The signed-in user's own details. */
export class ProfileStore {
  profile: UserProfile | null = null;
  languages: Languages = [];
  failure: unknown = null;
  /** The form holds something that is not saved. */
  dirty = false;
  private readonly options: { api: ApiClient; session: SessionStore; log: Logger };

  constructor(options: { api: ApiClient; session: SessionStore; log: Logger }) {
    this.options = options;
    makeAutoObservable<this, 'options'>(
      this,
      { options: false, profile: observableRef, languages: observableRef, failure: observableRef },
      { autoBind: true },
    );
  }

  async load(): Promise<void> {
    const { api, log } = this.options;
    this.failure = null;
    try {
      const [profile, languages] = await Promise.all([
        api.call(readUserProfile, {}),
        api.call(listLanguages, {}).catch((error: unknown) => {
          log.warn('Only the language in use can be chosen', { error: String(error) });
          return { data: [] };
        }),
      ]);
      runInAction(() => {
        this.profile = profile;
        this.languages = languages.data;
      });
    } catch (error) {
      runInAction(() => (this.failure = error));
    }
  }

  setDirty(dirty: boolean): void {
    this.dirty = dirty;
  }

  /** Throws the `CallError` of a refusal, for the form. */
  async save(change: ProfileChange): Promise<UserProfile> {
    const { api, session, log } = this.options;
    const profile = await api.call(updateUserProfile, { body: change });
    runInAction(() => {
      this.profile = profile;
      this.dirty = false;
    });
    const { language } = profile;
    if (language !== currentLanguage() && (await speakOnPage(api, log, language))) keepLanguage(language);
    await session.refresh().catch((error: unknown) => log.warn('Shown after the next start', { error: String(error) }));
    return profile;
  }

  async changePassword(password: string): Promise<void> {
    await this.options.api.call(changePassword, { body: { password } });
  }
}
