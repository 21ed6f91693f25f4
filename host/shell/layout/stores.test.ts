import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readUserProfile, updateUserProfile } from '@sinter/sdk/contract/host/account';
import { listLanguages, readStorefrontCurrencies } from '@sinter/sdk/contract/host/configuration';
import { CallError } from '@sinter/sdk/contract/errors';
import { noShopFacts } from '@sinter/sdk/contract/host/storeFront';
import { readPreference, savePreference } from '@sinter/sdk/contract/host/records';
import { translations } from '@sinter/sdk/contract/host/appearance';
import { listInternalFacilities } from '@sinter/sdk/contract/host/places';
import {
  chosenLanguage,
  currentLanguage,
  formatMoney,
  showCurrency,
  changeLanguage,
  translator,
} from '@sinter/sdk/i18n';
import { fakeApi, fakeStorage, providerUser } from '@sinter/sdk/testing';
import type { FakeApi } from '@sinter/sdk/testing';
import { changePageLanguage } from '#host/browser/language.ts';
import { CurrencyStore } from './CurrencyStore.ts';
import { FacilitiesStore } from './FacilitiesStore.ts';
import { LanguagesStore } from './LanguagesStore.ts';

const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
let api: FakeApi;
const settled = () => new Promise((done) => void setTimeout(done));
beforeEach(() => {
  api = fakeApi();
  log.warn.mockClear();
});

describe('the currency of prices', () => {
  afterEach(() => showCurrency(null));
  const config = {
    showCurrency: true,
    enableCurrency: true,
    defaultCurrency: 'EUR',
    shopCurrency: 'EUR',
    currencies: { EUR: true, USD: true, GBP: false, CHF: true },
    shop: noShopFacts,
    rates: [
      { key: 'USD', rate: 1.1 },
      { key: 'GBP', rate: 0.9 },
    ],
  };
  const opened = async (change: Partial<typeof config> = {}, kept: string | null = null) => {
    api.answer(readStorefrontCurrencies, { ...config, ...change });
    const preference =
      kept === null ? null : { preferenceType: 'STORE_FRONT_CURRENCY', preference: JSON.stringify(kept) };
    api.answer(readPreference, preference);
    api.answer(savePreference, ({ body }) => body);
    const store = new CurrencyStore({ api, log }, { hear: () => () => {} });
    store.load();
    await settled();
    return store;
  };

  it('lists those that are enabled and have a rate, and keeps the choice', async () => {
    const store = await opened();
    expect([store.shown, store.enabled, store.options, store.current]).toEqual([true, true, ['EUR', 'USD'], 'EUR']);
    expect(formatMoney(10000, 'EUR')).toBe('€100.00');
    await store.choose('USD');
    expect(formatMoney(10000, 'EUR')).toBe('≈ $110.00');
    expect(api.sent(savePreference)[0]?.body).toMatchObject({ preference: '"USD"' });
  });
  it('is the kept one, unless the shop has disabled the choice', async () => {
    expect((await opened({}, 'USD')).current).toBe('USD');
    expect((await opened({ enableCurrency: false }, 'USD')).current).toBe('EUR');
    expect((await opened({}, 'GBP')).current).toBe('EUR');
  });
  it('changes no price while the shop shows no picker, or cannot tell', async () => {
    await opened({}, 'USD');
    await opened({ showCurrency: false }, 'USD');
    expect(formatMoney(10000, 'EUR')).toBe('€100.00');
    api.answer(readStorefrontCurrencies, new CallError('UNAVAILABLE'));
    const store = new CurrencyStore({ api, log }, { hear: () => () => {} });
    store.load();
    await settled();
    expect([store.shown, log.warn.mock.calls.length]).toEqual([false, 1]);
  });
});

describe('the facilities to switch to', () => {
  const facility = (id: number) => ({ serviceProviderDTO: { id, companyName: `Works ${id}` } });
  const opened = async (ids: number[], memberRoles: ('SP_ADMIN' | 'SP_SUPER_ADMIN')[]) => {
    api.answer(listInternalFacilities, ids.map(facility));
    const store = new FacilitiesStore({ api, log }, providerUser({ memberRoles }));
    store.load();
    await settled();
    return store;
  };
  it('are shown where there is a choice, and to super admins', async () => {
    expect((await opened([1], ['SP_ADMIN'])).shown).toBe(false);
    expect((await opened([1], ['SP_SUPER_ADMIN'])).shown).toBe(true);
    const store = await opened([1, 7], ['SP_ADMIN']);
    expect([store.shown, store.places.map(({ id, here }) => [id, here])]).toEqual([
      true,
      [
        [1, true],
        [7, false],
      ],
    ]);
  });
});

describe('the languages', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', fakeStorage());
    vi.stubGlobal('document', { documentElement: { lang: '', dir: '' }, cookie: '' });
  });
  afterEach(async () => {
    await changeLanguage('en_US');
    vi.unstubAllGlobals();
  });
  const browser = (user: ReturnType<typeof providerUser> | null = null) => ({
    api,
    log,
    session: { user },
    changeLanguage: (language: string) => changePageLanguage(api, log, language),
  });

  it('are fetched at the first opening; a failure leaves nothing to choose from', async () => {
    api.answer(listLanguages, new CallError('UNAVAILABLE'));
    const store = new LanguagesStore(browser());
    await store.open();
    expect([store.list, log.warn.mock.calls.length]).toEqual([[], 1]);
    api.answer(listLanguages, { data: [{ key: 'ar_SA', name: 'العربية', isDefault: false, direction: 'rtl' }] });
    await store.open();
    await store.open();
    expect([store.list.length, api.sent(listLanguages).length]).toEqual([1, 2]);
  });
  it('change the texts and the direction of the page, and are kept in browser and profile', async () => {
    const profile = api.answerWithSample(readUserProfile);
    api.answer(updateUserProfile, ({ body }) => ({ ...profile, ...body }));
    api.answer(translations, { 'host:hello': 'مرحبا' });
    await new LanguagesStore(browser(providerUser())).choose('ar_SA');
    expect([currentLanguage(), chosenLanguage(), translator('host')('hello')]).toEqual(['ar_SA', 'ar_SA', 'مرحبا']);
    expect(document.documentElement).toEqual({ lang: 'ar-SA', dir: 'rtl' });
    expect(document.cookie).toContain('language=ar_SA');
    expect(api.sent(updateUserProfile)[0]?.body).toMatchObject({ language: 'ar_SA', email: profile.email });
  });
  it('leave everything as it is when their texts do not come', async () => {
    api.answer(translations, new CallError('UNAVAILABLE'));
    await new LanguagesStore(browser()).choose('fr_FR');
    expect([currentLanguage(), chosenLanguage(), document.cookie]).toEqual(['en_US', null, '']);
  });
});
