import { searchAudit } from '@sinter/sdk/contract/host/audit';
import { readPreference } from '@sinter/sdk/contract/host/records';
import { fakeHost } from '@sinter/sdk/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AuditStore } from './AuditStore.ts';

const settle = () => vi.advanceTimersByTimeAsync(0);

async function opened(search = '') {
  const fake = fakeHost({ id: 'admin', location: { pathname: '/audit', search } });
  fake.api.answer(searchAudit, { entries: [], totalCount: 40, actions: ['team.invited'] });
  fake.api.answer(readPreference, null);
  const store = new AuditStore(fake.host);
  store.start();
  await settle();
  return { ...fake, store };
}

describe('AuditStore', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('asks for the days of the person, from the beginning of the first to the end of the last', async () => {
    const { api, store } = await opened('?action=team&from=2026-11-20&to=2026-11-21&page=2');
    const wanted = {
      action: 'team',
      from: new Date(2026, 10, 20).toISOString(),
      to: new Date(2026, 10, 21, 23, 59, 59, 999).toISOString(),
    };
    expect(api.sent(searchAudit)).toEqual([{ query: { ...wanted, page: 1, size: 15 } }]);
    expect([store.list.total, store.actions]).toEqual([40, ['team.invited']]);
    const exported = new URL(store.exportAddress, 'https://sinter.example');
    expect(Object.fromEntries(exported.searchParams)).toEqual(wanted);
  });

  it('writes what is looked for into the address', async () => {
    const { store, navigated } = await opened('?page=2');
    store.list.filter({ q: 'ada' });
    expect(navigated.at(-1)).toEqual({ to: '/audit?q=ada', replace: true });
  });
});
