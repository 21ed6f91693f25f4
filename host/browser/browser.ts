import { reaction } from 'mobx';
import { createApiClient, readCookie, Renewals } from '@sinter/sdk/api';
import type { ApiClient, ApiClientOptions } from '@sinter/sdk/api';
import { connectTabs, SessionStore } from '@sinter/sdk/auth';
import type { CallError } from '@sinter/sdk/contract/errors';
import type { Theme } from '@sinter/sdk/contract/host/appearance';
import { chosenLanguage, currentLanguage, defaultLanguage, showTimeZone } from '@sinter/sdk/i18n';
import { addTexts } from '@sinter/sdk/i18n/host';
import type { HostServices } from '#host/runtime/pluginHost.ts';
import type { Logger } from '@sinter/sdk/plugin';
import { activeTheme, applyTheme, startAppearance } from '@sinter/sdk/ui/host';
import { forgetKept, forgetKeptPlace } from './forgetKept.ts';
import { changePageLanguage, startLanguage } from './language.ts';
import { consoleLog } from './log.ts';
import { moduleSystem } from './moduleSystem.ts';
import { answeredByPage, type AnsweredByPage } from './pageAnswers.ts';
import { pluginTexts } from './pluginTexts.ts';
import { GateStore } from './session/GateStore.ts';
import { ProofStore } from './session/ProofStore.ts';
import { SessionWatch } from './session/SessionWatch.ts';
import { loadTheme } from './theme.ts';
import texts from './locales/en_US.json';

/** What a page has before, during and after a session. */
export interface Browser {
  api: ApiClient;
  /** What came with the page. */
  page: Pick<AnsweredByPage, 'since' | 'outdate'>;
  /** What `api` is made of, for the clients of vendors' plugins. */
  apiOptions: ApiClientOptions;
  session: SessionStore;
  /** Follows the session: it may end or change on the server or in another tab. */
  watch: SessionWatch;
  /** Asks for a proof of identity, when a call needs one. */
  proof: ProofStore;
  /** Lets a checklist be answered that stands before something. */
  gates: GateStore;
  signInPath: string;
  /** The present theme of the page. */
  readonly theme: Theme;
  pluginTexts: HostServices['i18n'];
  /** Shows the whole page in another language; answers whether it does. See `changePageLanguage`. */
  changeLanguage(language: string): Promise<boolean>;
  /** A new one was published. */
  reloadTheme(): Promise<void>;
  log: Logger;
}

export interface BrowserOptions {
  /** Where somebody without a session is sent. */
  signInPath: string;
  /** Opens another page in place of this one, when the session is another one. */
  go?: (address: string) => void;
}

/** The lock is kept a moment longer, until the others have heard what was done under it. */
const heardMs = 100;
async function oneTabAtATime(work: () => Promise<void>): Promise<void> {
  // Browsers have locks on secure pages only.
  if (!('locks' in navigator)) return work();
  await navigator.locks.request('session-token', async () => {
    await work();
    await new Promise((resolve) => setTimeout(resolve, heardMs));
  });
}

/** English travels with the failure: only other languages need what says it. */
async function translateLate(error: CallError): Promise<CallError> {
  if (currentLanguage() === defaultLanguage) return error;
  const said = await import('@sinter/sdk/i18n/said').catch(() => null);
  return said ? said.translatedFailure(error) : error;
}

/** What this browser keeps of somebody who signs out. */
function forgetEverything(): Promise<void> {
  sessionStorage.clear();
  forgetKept(localStorage);
  return forgetKeptPlace();
}

/** Starts a page: look, texts, client and session store. Neither theme nor texts can stop it. */
export async function startBrowser({
  signInPath,
  go = (address) => window.location.assign(address),
}: BrowserOptions): Promise<Browser> {
  // Before any plugin is here.
  moduleSystem();
  const log = consoleLog('host');
  startAppearance();
  addTexts('host', texts);
  const page = answeredByPage(window.fetch.bind(window), document, log);
  const apiOptions: ApiClientOptions = {
    fetch: page.fetch,
    csrf: () => readCookie('__Host-XSRF-TOKEN') ?? readCookie('XSRF-TOKEN'),
    facilityId: () => session.user?.serviceProvider?.id ?? null,
    renewals: new Renewals(),
    onUnauthenticated: () => watch.ended(),
    onSessionChanged: () => void watch.look(),
    onReauthenticate: () => proof.ask(),
    onGate: (gate) => gates.ask(gate),
    translate: translateLate,
  };
  const api: ApiClient = createApiClient(apiOptions);
  const tabs = connectTabs({ BroadcastChannel: window.BroadcastChannel, storage: localStorage, events: window });
  const session = new SessionStore({
    api,
    storage: localStorage,
    entered: { clear: forgetEverything },
    log,
    tabs,
    alone: oneTabAtATime,
  });
  const proof = new ProofStore();
  const gates = new GateStore();
  const watch = new SessionWatch({
    session,
    tabs,
    signInPath,
    log,
    go,
    // Screens with unsaved work prevent this event's default, as they do when the page is closed.
    unsaved: () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
  });
  const changeLanguage = (language: string) => changePageLanguage(api, log, language);
  const reloadTheme = async () => applyTheme(await loadTheme(api, log));
  await Promise.all([reloadTheme(), startLanguage(api, log)]);
  // The user's own language, on a browser in which nobody has chosen one.
  reaction(
    () => session.user?.language,
    (language) => {
      if (language && !chosenLanguage() && language !== currentLanguage()) void changeLanguage(language);
    },
  );
  reaction(() => session.user?.serviceProvider?.timeZone ?? null, showTimeZone, { fireImmediately: true });
  return {
    api,
    page,
    apiOptions,
    session,
    watch,
    proof,
    gates,
    signInPath,
    log,
    pluginTexts,
    changeLanguage,
    reloadTheme,
    get theme() {
      return activeTheme.get();
    },
  };
}
