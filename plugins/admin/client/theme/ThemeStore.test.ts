// @vitest-environment happy-dom
import { listThemeRevisions, readThemeConfig, saveThemeConfig } from '@sinter/sdk/contract/admin/theme';
import { defaultTheme } from '@sinter/sdk/contract/host/appearance';
import { fakeHost } from '@sinter/sdk/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ThemeStore } from './ThemeStore.ts';

async function opened() {
  const fake = fakeHost({ id: 'admin' });
  fake.api.answer(readThemeConfig, defaultTheme);
  fake.api.answer(listThemeRevisions, []);
  const store = new ThemeStore(fake.host);
  const stop = store.start();
  await vi.waitFor(() => expect(store.published).toEqual(defaultTheme));
  return { ...fake, store, stop };
}

describe('a theme that is being changed', () => {
  afterEach(() => sessionStorage.clear());

  it('is there again after a reload, also with a name that is not finished', async () => {
    const first = await opened();
    first.store.change({ title: '', description: 'Parts in plum' });
    first.store.setVariable('primary', 'dark', '#7a1f5c');
    expect(first.beforeStop()).toBe('unsaved');
    first.stop();

    const { store } = await opened();
    expect([store.draft, store.restored, store.unsaved]).toEqual([first.store.draft, true, true]);
    store.discard();
    expect([store.draft, store.restored]).toEqual([defaultTheme, false]);
  });

  it('is kept no longer than until it is published or discarded', async () => {
    const published = await opened();
    published.store.change({ title: 'Plum Parts' });
    published.api.answer(saveThemeConfig, { ...defaultTheme, title: 'Plum Parts' });
    expect(await published.store.publish()).toBe(true);
    expect(sessionStorage).toHaveLength(0);
    const discarded = await opened();
    discarded.store.change({ title: 'Plum Parts' });
    expect(sessionStorage).toHaveLength(1);
    discarded.store.discard();
    expect(sessionStorage).toHaveLength(0);
  });
});
