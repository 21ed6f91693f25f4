import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMenuConfig, readStorefrontCurrencies } from '@sinter/sdk/contract/host/configuration';
import { readManifest } from '@sinter/sdk/contract/host/modules';
import { saveConfig } from '@sinter/sdk/contract/host/records';
import {
  previewStoreFront,
  type StoreFront,
  storeFrontKind,
  storeFrontSchema,
  termsFileAddress,
} from '@sinter/sdk/contract/host/storeFront';
import { publishSetting, readSetting, restoreSetting, saveSettingDraft } from '@sinter/sdk/contract/host/versions';
import * as z from 'zod';
import { manifestSchema } from '#registry/manifest';
import { type TestClient, type TestServer, testServer } from '../testing.ts';

let server: TestServer;
let editor: TestClient;
let buyer: TestClient;
beforeAll(async () => {
  server = await testServer();
  [editor, buyer] = [await server.client('admin'), await server.client('buyer')];
});
afterAll(() => server.stop());

const query = { kind: storeFrontKind };
const read = async () => storeFrontSchema.parse((await editor.call(readSetting, { query })).published.value);
const draft = async (change: (now: StoreFront) => unknown) => {
  const { published, seen } = await editor.call(readSetting, { query });
  const value = change(storeFrontSchema.parse(published.value));
  return editor.call(saveSettingDraft, { body: { ...query, value, seen } });
};
const publish = async (change: (now: StoreFront) => unknown) => {
  const { seen } = await draft(change);
  return (await editor.call(publishSetting, { body: { ...query, seen } })).published.version;
};
const upload = async (content: string, client = editor) =>
  z.object({ id: z.number() }).parse(await (await client.send('/api/v1/files', 'terms.pdf', content)).json()).id;
const topNav = async () => manifestSchema.parse(await buyer.call(readManifest, { query: {} })).topNav;
const newOrder = 'top.newOrder';

describe('a published store front', () => {
  it('is what the header, the menu configuration and the currencies say, until an earlier one is restored', async () => {
    const version = await publish((now) => ({
      ...now,
      items: {
        [newOrder]: { label: 'Get parts', labels: { de_DE: 'Teile anfragen' }, badge: 'Fast', newTab: true },
        'top.orderHistory': { badge: 'Hidden', badgeEnabled: false },
      },
      currency: {
        show: true,
        enable: true,
        usual: 'USD',
        list: [
          { currency: 'CHF', enabled: false, rate: 0.93, date: '2026-11-20' },
          { currency: 'USD', enabled: true, rate: 1.1, date: '2026-11-20' },
        ],
      },
      taxText: { en_US: 'Prices without VAT' },
    }));
    const { headerItems } = await buyer.call(readMenuConfig, {});
    expect(headerItems[newOrder]).toEqual({
      enabled: true,
      label: 'Get parts',
      url: '/store-front',
      badge: 'Fast',
      badgeEnabled: true,
      newTab: true,
    });
    expect(headerItems['top.orderHistory']).toMatchObject({ badge: 'Hidden', badgeEnabled: false });
    expect(await buyer.call(readStorefrontCurrencies, {})).toMatchObject({
      showCurrency: true,
      defaultCurrency: 'USD',
      currencies: { USD: true, CHF: false },
      rates: [{ key: 'USD', rate: 1.1, date: '2026-11-20' }, { key: 'EUR' }],
      shop: { taxText: { en_US: 'Prices without VAT' } },
    });
    expect(version).toBe(1);

    const { seen } = await editor.call(readSetting, { query });
    await editor.call(restoreSetting, { body: { ...query, version: 0, seen } });
    expect((await buyer.call(readMenuConfig, {})).headerItems[newOrder]).toMatchObject({ label: 'menu.newOrder' });
    expect((await buyer.call(readStorefrontCurrencies, {})).showCurrency).toBe(false);
  });

  it('leaves the rest of the menu alone, and follows what other screens change', async () => {
    const menu = { 'sp.archive': { enabled: false }, [newOrder]: { label: 'Elsewhere' } };
    await editor.call(saveConfig, {
      body: { configType: 'STORE_FRONT_MENU_CONFIG', configValue: JSON.stringify(menu), active: true },
    });
    expect((await read()).items).toEqual({ [newOrder]: { label: 'Elsewhere' } });
    await publish((now) => ({ ...now, items: { [newOrder]: { label: 'Here' } } }));
    const { features } = await editor.call(readMenuConfig, {});
    expect(features['sp.archive']).toMatchObject({ enabled: false });
    expect((await read()).items).toEqual({ [newOrder]: { label: 'Here' } });
  });

  it('is shown beforehand as a customer will see it', async () => {
    const items = { 'profile.help.support': { url: 'https://help.test/' } };
    const { entries, profile, currency } = await editor.call(previewStoreFront, { body: { items } });
    expect(entries.map(({ id }) => id)).toContain(newOrder);
    expect(profile).toContainEqual(expect.objectContaining({ path: 'https://help.test/', external: true }));
    expect(currency).toBe('EUR');
    expect(await topNav()).toEqual([]);
  });

  it.each([
    [{ label: 'x'.repeat(61) }],
    [{ label: 'x'.repeat(10_000) }],
    [{ url: 'javascript:alert(1)' }],
    [{ url: 'data:text/html,x' }],
    [{ url: '//evil.test' }],
    [{ url: '/\\evil.test' }],
    [{ url: 'http://plain.test' }],
    [{ badge: 'x'.repeat(21) }],
    [{ labels: { klingon: 'x' } }],
  ])('has no entry like %o', async (change) => {
    await expect(draft((now) => ({ ...now, items: { [newOrder]: change } }))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it('has neither thousands of entries, nor those of other menus', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`top.${index}`, {}]));
    await expect(draft((now) => ({ ...now, items: many }))).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(publish((now) => ({ ...now, items: { 'sp.team': { enabled: false } } }))).rejects.toMatchObject({
      fields: { 'items.sp.team': expect.any(String) },
    });
  });

  it.each([
    [[{ currency: 'USD', enabled: true, rate: null, date: null }], 'EUR', 'currency.list.0.rate'],
    [[{ currency: 'USD', enabled: false, rate: 1, date: null }], 'USD', 'currency.usual'],
    [[{ currency: 'EUR', enabled: true, rate: 2, date: null }], 'EUR', 'currency.list.0.rate'],
  ])('has no currencies like %o', async (list, usual, field) => {
    const currency = { show: true, enable: true, usual, list };
    await expect(publish((now) => ({ ...now, currency }))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: { [field]: expect.any(String) },
    });
  });
});

describe('terms', () => {
  const termsOf = (fileId: number) => ({ version: '2026-11', documents: { en_US: { title: 'Terms', fileId } } });

  it('are public once they are published, and stay so when others take their place', async () => {
    const [first, other] = [await upload('%PDF-1.7 first'), await upload('%PDF-1.7 other')];
    const stranger = await server.client();
    expect((await stranger.fetch(termsFileAddress(first))).status).toBe(404);
    await publish((now) => ({ ...now, terms: termsOf(first) }));
    await publish((now) => ({ ...now, terms: termsOf(other) }));
    for (const id of [first, other]) {
      const answer = await stranger.fetch(termsFileAddress(id));
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    }
  });

  it("are the facility's own PDF", async () => {
    for (const id of [await upload('<html>'), await upload('%PDF-1.7', buyer), 999_999]) {
      await expect(publish((now) => ({ ...now, terms: termsOf(id) }))).rejects.toMatchObject({
        fields: { 'terms.documents.en_US.fileId': expect.any(String) },
      });
      expect((await (await server.client()).fetch(termsFileAddress(id))).status).toBe(404);
    }
  });
});
