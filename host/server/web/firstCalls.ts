import { themes, translations } from '@sinter/sdk/contract/host/appearance';
import { readStorefrontCurrencies } from '@sinter/sdk/contract/host/configuration';
import { shopsInStoreFront } from '@sinter/sdk/contract/host/landing';
import { countUnread } from '@sinter/sdk/contract/host/notifications';
import { readManifest } from '@sinter/sdk/contract/host/modules';
import { listInternalFacilities } from '@sinter/sdk/contract/host/places';
import { readPreference } from '@sinter/sdk/contract/host/records';
import { fetchToken, getUser, loginSsoConfig, type SessionUser } from '@sinter/sdk/contract/host/session';
import { firstCall, type FirstCall } from '@sinter/sdk/server';
import type { LanguageKey } from '../texts/languages.ts';

export interface Opened {
  host: 'shell' | 'minimal';
  language: LanguageKey;
  user: SessionUser | null;
}

/** What the hosts ask for by themselves while they start: see `host/browser/browser.ts` and `host/shell/ShellStores.ts`. */
export function hostCalls({ host, language, user }: Opened): FirstCall[] {
  const calls = [firstCall(themes, {}), firstCall(translations, { params: { key: language } }), firstCall(getUser, {})];
  if (!user) return [...calls, firstCall(loginSsoConfig, {})];
  calls.push(firstCall(fetchToken, {}), firstCall(readManifest, { query: {} }));
  if (host === 'minimal') return calls;
  calls.push(firstCall(countUnread, {}));
  if (user.serviceProvider) calls.push(firstCall(listInternalFacilities, {}));
  if (shopsInStoreFront(user)) {
    calls.push(
      firstCall(readStorefrontCurrencies, {}),
      firstCall(readPreference, { params: { type: 'STORE_FRONT_CURRENCY' } }),
    );
  }
  return calls;
}
