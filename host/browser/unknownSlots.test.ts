import { describe, expect, it, vi } from 'vitest';
import type { ManifestPlugin } from '#registry/manifest';
import { consoleLog } from './log.ts';
import { warnOfUnknownSlots } from './unknownSlots.ts';

const filling = (...slots: string[]): ManifestPlugin => ({
  id: 'acme.tabs',
  version: '1.0.0',
  publisher: 'Acme',
  tier: 'page',
  baseUrl: '/plugins/acme.tabs/1.0.0-aa/',
  entry: 'index.js',
  styles: [],
  files: { 'index.js': 'sha384-aa' },
  depcache: {},
  signature: null,
  locales: {},
  pages: [],
  slots: slots.map((slot, at) => ({ slot, id: `one${at}` })),
  subscribes: [],
  startsAfter: [],
  minimal: false,
});

describe('a slot that no screen has', () => {
  it('is a warning in the console that names those written nearly so, once', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    warnOfUnknownSlots([filling('orders/OrderTab@1', 'orders/OrderTab@1', 'orders/OrderTabs@1')], consoleLog('host'));
    expect(warn.mock.calls).toEqual([
      [
        expect.stringMatching(
          /^\[host\] plugin\.json of acme\.tabs fills the slot "orders\/OrderTab@1", which no screen has\. Did you mean orders\/OrderTabs@1/,
        ),
      ],
    ]);
    warn.mockRestore();
  });

  it('is no warning where it is that of another vendor', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    warnOfUnknownSlots([filling('other.maker/Panel@1')], consoleLog('host'));
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });
});
