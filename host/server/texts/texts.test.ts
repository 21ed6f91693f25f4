import { build } from 'esbuild';
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { listLanguages } from '@sinter/sdk/contract/host/configuration';
import { saveConfig } from '@sinter/sdk/contract/host/records';
import { translations } from '@sinter/sdk/contract/host/appearance';
import { serverTexts } from '@sinter/sdk/contract/host/sentences';
import { hostDb } from '../allTables.ts';
import { type TestClient, type TestServer, testServer } from '../testing.ts';
import { bundledTexts } from './bundled.ts';
import { shippedLanguages } from './languages.ts';

let server: TestServer;
let stranger: TestClient;
beforeAll(async () => {
  server = await testServer();
  stranger = await server.client();
});
afterAll(() => server.stop());

const textsSchema = z.record(z.string(), z.string());

it('people choose from the shipped languages, in their own names', async () => {
  const { data } = await stranger.call(listLanguages, {});
  expect(data.map(({ key }) => key)).toEqual(['en_US', 'de_DE', 'fr_FR', 'ja_JP', 'ar_SA']);
  expect(data[0]).toEqual({ key: 'en_US', name: 'English', isDefault: true, direction: 'ltr' });
  expect(data.find(({ key }) => key === 'ar_SA')).toMatchObject({ name: 'العربية', direction: 'rtl' });
});

it('a facility can do without some, but not without English', async () => {
  const admin = await server.client('admin');
  const save = (disabled: string[]) =>
    admin.call(saveConfig, {
      body: { configType: 'LANGUAGE', configValue: JSON.stringify({ disabled }), active: true },
    });
  await save(['fr_FR', 'ja_JP']);
  const { data } = await stranger.call(listLanguages, {});
  expect(data.map(({ key }) => key)).toEqual(['en_US', 'de_DE', 'ar_SA']);
  await expect(save(['en_US'])).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await save([]);
});

it('a language has every text that its files have', async () => {
  const folders = { 'host/browser': 'host', 'host/shell': 'host', 'host/minimal': 'host', 'sdk/ui': 'ui' };
  for (const { key } of shippedLanguages) {
    const texts = await stranger.call(translations, { params: { key } });
    for (const [folder, namespace] of Object.entries(folders)) {
      const path = `${folder}/locales/${key}.json`;
      if (key === 'en_US' || !existsSync(path)) continue;
      const tokens = Object.keys(textsSchema.parse(JSON.parse(readFileSync(path, 'utf8'))));
      expect(Object.keys(texts)).toEqual(expect.arrayContaining(tokens.map((token) => `${namespace}:${token}`)));
    }
  }
});

it('a bundled server has the same texts, and none where there is no file', async () => {
  const { outputFiles } = await build({
    entryPoints: ['host/server/texts/bundled.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  const moduleSchema = z.object({ bundledTexts: z.function({ input: [z.string()], output: z.promise(textsSchema) }) });
  const bundled = moduleSchema.parse(await import(/* @vite-ignore */ `data:text/javascript;base64,${code}`));
  for (const { key } of shippedLanguages) expect(await bundled.bundledTexts(key)).toEqual(await bundledTexts(key));
});

it('texts of the server replace the bundled ones, and travel once', async () => {
  await hostDb(server.services.db)
    .insertInto('translation')
    .values([
      { language: 'en_US', token: 'host:menu.home', text: 'Start' },
      { language: 'de_DE', token: 'host:menu.home', text: 'Anfang' },
    ])
    .execute();
  expect(await stranger.call(translations, { params: { key: 'en_US' } })).toEqual({ 'host:menu.home': 'Start' });
  expect(await stranger.call(translations, { params: { key: 'de_DE' } })).toMatchObject({ 'host:menu.home': 'Anfang' });
  const first = await stranger.fetch('/api/v1/translations/de_DE');
  expect(first.headers.get('cache-control')).toBe('no-cache');
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
  expect((await stranger.fetch('/api/v1/translations/de_DE', { headers })).status).toBe(304);
  expect((await stranger.fetch('/api/v1/translations/fr_FR', { headers })).status).toBe(200);
});

it('what the server says is there in every language; English travels with it', async () => {
  const german = await stranger.call(serverTexts, { params: { key: 'de_DE' } });
  expect(german).toMatchObject({
    'host.keyUnknown': 'Diesen API-Schlüssel gibt es nicht, oder er gilt nicht mehr.',
    'fields.required': 'Bitte ausfüllen',
  });
  expect(await stranger.call(serverTexts, { params: { key: 'en_US' } })).toEqual({});
});
