import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  readAppConfig,
  readMenuConfig,
  readPaymentOptions,
  readStorefrontCurrencies,
} from '@sinter/sdk/contract/host/configuration';
import { readManifest } from '@sinter/sdk/contract/host/modules';
import { noShopFacts } from '@sinter/sdk/contract/host/storeFront';
import { saveConfig } from '@sinter/sdk/contract/host/records';
import { manifestSchema } from '#registry/manifest';
import { seedConfiguration } from '../demo/configuration.ts';
import { type TestClient, type TestServer, testServer } from '../testing.ts';

let server: TestServer;
let admin: TestClient;
let buyer: TestClient;
beforeAll(async () => {
  server = await testServer();
  [admin, buyer] = [await server.client('admin'), await server.client('buyer')];
});
afterAll(() => server.stop());

const save = (configType: string, value: unknown, active = true) =>
  admin.call(saveConfig, { body: { configType, configValue: JSON.stringify(value), active } });

describe('the menu', () => {
  it('is the default one with what the facility changed', async () => {
    const plain = await buyer.call(readMenuConfig, {});
    expect(plain.headerItems['top.newOrder']).toEqual({
      enabled: true,
      label: 'menu.newOrder',
      url: '/store-front',
      badge: '',
      badgeEnabled: false,
      newTab: false,
    });
    expect(Object.keys(plain.dropDownItems)).toContain('profile.store.userProfile');
    expect(Object.keys(plain.dropDownItems)).not.toContain('profile.eng.userProfile');

    await save('STORE_FRONT_MENU_CONFIG', {
      'top.newOrder': { label: 'Order now', badge: 'new' },
      'top.projects': { enabled: false },
      'profile.help.support': { url: 'https://help.test/' },
      'sp.archive': { enabled: false },
    });
    const { headerItems, dropDownItems } = await buyer.call(readMenuConfig, {});
    expect(headerItems['top.newOrder']).toMatchObject({ label: 'Order now', badge: 'new', badgeEnabled: true });
    expect(headerItems['top.projects']).toMatchObject({ enabled: false });
    expect(dropDownItems['profile.help.support']).toMatchObject({ url: 'https://help.test/', newTab: true });
    const { features } = await admin.call(readMenuConfig, {});
    expect(features['sp.archive']).toEqual({ enabled: false, url: '/service-provider/archive' });
    expect(features['sp.materialSearch']).toMatchObject({ enabled: false });
    expect(await buyer.call(readAppConfig, {})).toMatchObject({
      version: '1.10.0',
      supportURL: 'https://help.test/',
      mailIsSent: false,
      maxUploadBytes: 64 * 1024 * 1024,
    });
  });

  it('is the default one where the stored change is not usable', async () => {
    await server.services.db
      .updateTable('config_record')
      .set({ config_value: JSON.stringify(['nonsense']) })
      .where('config_type', '=', 'STORE_FRONT_MENU_CONFIG')
      .execute();
    const fresh = await server.another();
    const client = await fresh.client('buyer');
    const { headerItems } = await client.call(readMenuConfig, {});
    expect(headerItems['top.newOrder']).toMatchObject({ label: 'menu.newOrder', enabled: true });
    expect(
      manifestSchema.parse(await client.call(readManifest, { query: {} })).profileMenu.map(({ id }) => id),
    ).toContain('profile.store.userProfile');
    await fresh.stop();
  });
});

describe('the currencies of the shop', () => {
  it('are its own only, until it says otherwise', async () => {
    expect(await buyer.call(readStorefrontCurrencies, {})).toEqual({
      showCurrency: false,
      enableCurrency: false,
      currencies: {},
      defaultCurrency: 'EUR',
      shopCurrency: 'EUR',
      shop: noShopFacts,
      rates: [{ key: 'EUR', rate: 1 }],
    });
  });

  it('are those that are enabled and have a rate', async () => {
    await save('CURRENCY_CONFIG', [
      { key: 'USD', rate: 1.1 },
      { key: 'JPY', rate: 170 },
    ]);
    const currencies = { USD: true, JPY: false, CHF: true };
    await save('STORE_FRONT_CONFIG', { showCurrency: true, enableCurrency: true, currencies, defaultCurrency: 'CHF' });
    expect(await buyer.call(readStorefrontCurrencies, {})).toEqual({
      showCurrency: true,
      enableCurrency: true,
      defaultCurrency: 'EUR',
      shopCurrency: 'EUR',
      shop: noShopFacts,
      currencies: { USD: true, JPY: false, CHF: false },
      rates: [
        { key: 'USD', rate: 1.1 },
        { key: 'EUR', rate: 1 },
      ],
    });
  });

  it.each([
    ['CURRENCY_CONFIG', [{ key: 'usd', rate: 1 }]],
    ['CURRENCY_CONFIG', [{ key: 'USD', rate: 0 }]],
    [
      'CURRENCY_CONFIG',
      [
        { key: 'USD', rate: 1 },
        { key: 'USD', rate: 2 },
      ],
    ],
    ['STORE_FRONT_CONFIG', { currencies: { euro: true } }],
    ['STORE_FRONT_CONFIG', { showCurrency: 'true' }],
  ])('refuse a wrong %s', async (configType, value) => {
    await expect(save(configType, value)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});

it('ways to pay are nothing where no area offers any, and no record can say otherwise', async () => {
  await expect(save('PAYMENT_OPTIONS', { card: true })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  expect(await buyer.call(readPaymentOptions, {})).toBeNull();
});

it('the demo company has currencies, help and terms', async () => {
  const demo = await testServer();
  await demo.services.write((unit) => seedConfiguration(unit, demo.world));
  const client = await demo.client('buyer');
  const { rates, showCurrency } = await client.call(readStorefrontCurrencies, {});
  expect([showCurrency, rates.map(({ key }) => key)]).toEqual([true, ['EUR', 'USD', 'GBP']]);
  expect((await client.call(readAppConfig, {})).supportURL).toBe('https://demo.example/support');
  await demo.stop();
});
