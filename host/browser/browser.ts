import { createApiClient, readCookie } from '@sinter/sdk/api';
import type { ApiClient } from '@sinter/sdk/api';
import { SessionStore } from '@sinter/sdk/auth';
import { translations } from '@sinter/sdk/contract/host';
import type { Theme } from '@sinter/sdk/contract/host';
import { addServerTexts, addTexts, currentLanguage } from '@sinter/sdk/i18n';
import type { Logger } from '@sinter/sdk/plugin';
import { startAppearance } from '@sinter/sdk/ui/host';
import { consoleLog } from './log.ts';
import { applyTheme, loadTheme } from './theme.ts';
import texts from './locales/en_US.json';

/** What a page has before, during and after a session. */
export interface Browser {
  api: ApiClient;
  session: SessionStore;
  theme: Theme;
  log: Logger;
}

export interface BrowserOptions {
  /** Where somebody without a session is sent. */
  signInPath: string;
}

/** Starts a page: look, texts, client and session store. Neither theme nor texts can stop it. */
export async function startBrowser({ signInPath }: BrowserOptions): Promise<Browser> {
  const log = consoleLog('host');
  startAppearance();
  addTexts('host', texts);
  const api: ApiClient = createApiClient({
    fetch: window.fetch.bind(window),
    csrf: () => readCookie('XSRF-TOKEN'),
    facilityId: () => session.user?.serviceProvider?.id ?? null,
    onUnauthenticated: () => {
      // A new page: nothing of the old session can be left behind.
      if (session.state === 'authenticated') window.location.assign(signInPath);
    },
  });
  const session = new SessionStore({ api, storage: localStorage, log });
  const [theme] = await Promise.all([loadTheme(api, log), loadTexts(api, log)]);
  applyTheme(theme);
  return { api, session, theme, log };
}

async function loadTexts(api: ApiClient, log: Logger): Promise<void> {
  try {
    addServerTexts(await api.call(translations, { params: { key: currentLanguage() } }));
  } catch (error) {
    log.debug('The bundled texts are used', { error: String(error) });
  }
}
