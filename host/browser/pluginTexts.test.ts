import { changeLanguage, translator } from '@sinter/sdk/i18n';
import { fakeHost } from '@sinter/sdk/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { loadPluginTexts, pluginTexts } from './pluginTexts.ts';

afterEach(() => vi.unstubAllGlobals());

it('reads a plugin that starts while the language changes in the new language too', async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json({ greeting: address.includes('de_DE') ? 'Guten Tag' : 'Hello' }),
  );
  const changed = loadPluginTexts('de_DE', fakeHost({ id: 'late' }).host.log);
  const release = await pluginTexts.load('late', { en_US: '/en_US.json', de_DE: '/de_DE.json' });
  await changed;
  await changeLanguage('de_DE');
  expect(translator('late')('greeting')).toBe('Guten Tag');
  release();
});
