import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { CallError } from '../../contract/errors.ts';
import { readPreference, savePreference } from '../../contract/host/records.ts';
import { orderChanged } from '../../contract/orders/events.ts';
import { fakeHost } from '../../testing/index.ts';
import { on } from '../index.ts';
import { Bulk, ColumnChoice, CsvExport, List, SavedFilters, textFilters } from '../lists.ts';
import type { Wanted } from '../lists.ts';

interface Row {
  id: number;
  name: string;
}
interface Values extends Record<string, string> {
  status: string;
  q: string;
}
const rowsFrom = (from: number, count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: from + index, name: `row ${from + index}` }));
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

async function opened(search = '', total = 40) {
  const fake = fakeHost({ id: 'orders', location: { pathname: '/orders', search } });
  const wanted: Wanted<Values>[] = [];
  const signals: AbortSignal[] = [];
  const server = { total, countedTo: Infinity };
  const list = new List<Row, Values>(fake.host, {
    filters: textFilters<Values>({ status: 'OPEN', q: '' }, { status: 'ALL' }),
    sort: { key: 'name', direction: 'asc' },
    keyOf: ({ id }) => id,
    page: async (asked, signal) => {
      wanted.push(asked);
      signals.push(signal);
      await Promise.resolve();
      const from = asked.page * asked.size;
      const rows = rowsFrom(from, Math.max(Math.min(asked.size, server.total - from), 0));
      return { rows, total: Math.min(server.total, server.countedTo), more: server.total > server.countedTo };
    },
    failed: 'rows could not be loaded',
    refreshOn: [on(orderChanged)],
  });
  const stop = list.start();
  await settle();
  return { ...fake, list, wanted, signals, stop, server };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('List', () => {
  it('shows what the address says, and leaves what is not its own there', async () => {
    const { list, wanted, navigated } = await opened('?part=5&status=DONE&sort=-name&page=2');
    const desc = { key: 'name', direction: 'desc' };
    expect(wanted).toEqual([{ filters: { status: 'DONE', q: '' }, sort: desc, page: 1, size: 15 }]);
    expect([list.rows.length, list.total, list.loading]).toEqual([15, 40, false]);
    list.filter({ q: 'jaw' });
    expect(navigated.at(-1)).toEqual({ to: '/orders?part=5&status=DONE&q=jaw&sort=-name', replace: true });
    list.showAll();
    expect(navigated.at(-1)?.to).toBe('/orders?part=5&status=ALL&sort=-name');
    expect([list.isFiltered, list.timesCleared]).toEqual([false, 1]);
  });

  it('shows no rows of other filters while the new ones are on their way, and the old ones while it only pages', async () => {
    const { list } = await opened();
    list.filter({ status: 'DONE' });
    expect([list.rows, list.total, list.loading]).toEqual([[], 0, true]);
    await settle();
    expect([list.rows.length, list.total]).toEqual([15, 40]);
    list.showPage(1);
    expect([list.rows.length, list.loading]).toEqual([15, true]);
  });

  it('follows a link to itself, and no other page', async () => {
    const { list, wanted, host } = await opened();
    host.navigate('/orders?status=DONE');
    await settle();
    expect([list.filters.status, wanted.length]).toEqual(['DONE', 2]);
    host.navigate('/parts?status=OPEN');
    await settle();
    expect([list.filters.status, wanted.length]).toEqual(['DONE', 2]);
  });

  it('goes to the last page when its own has gone', async () => {
    const { list, wanted, server, receive } = await opened('?page=3');
    server.total = 20;
    receive(orderChanged, { orderId: 1, status: 'X' });
    await settle(300);
    expect([wanted.map(({ page }) => page), list.shown.page, list.rows.length]).toEqual([[2, 2, 1], 1, 5]);
  });

  it('asks for nothing after it was left', async () => {
    const { list, wanted, signals, stop } = await opened();
    list.showPage(1);
    stop();
    await settle(1000);
    expect([wanted.length, signals[1]?.aborted, list.shown.page]).toEqual([2, true, 1]);
  });

  it('keeps chosen rows of other pages, as they are now', async () => {
    const { list } = await opened();
    list.selection.toggleAll(list.rows);
    list.showPage(1);
    await settle();
    const [first] = list.rows;
    if (first) list.selection.toggle(first);
    expect([list.selection.count, list.selection.chosen.at(-1)?.id]).toEqual([16, 15]);
    list.showPage(0);
    await settle();
    list.selection.toggleAll(list.rows);
    expect(list.selection.chosen.map(({ id }) => id)).toEqual([15]);
  });

  it('changes chosen rows and keeps those chosen that could not be changed', async () => {
    const { list } = await opened();
    list.selection.toggleAll(list.rows.slice(0, 3));
    await list.runBulk({
      kind: 'HOLD',
      failed: 'a row was not changed',
      change: async ([row]) => [row?.id === 1 ? 'Not now' : null],
    });
    expect(list.bulk?.lines.map(({ outcome }) => outcome)).toEqual(['done', { refused: 'Not now' }, 'done']);
    list.closeBulk();
    expect([list.bulk, list.selection.chosen.map(({ id }) => id)]).toEqual([null, [1]]);
  });
});

describe('Bulk', () => {
  const bulk = (atOnce: number, change: (rows: readonly Row[]) => Promise<readonly (string | null)[]>) =>
    new Bulk(fakeHost({ id: 'orders' }).host, rowsFrom(0, 5), { kind: 'X', failed: 'no', atOnce, change });
  const outcomes = ({ lines }: Bulk<Row>) => lines.map(({ outcome }) => outcome);

  it('sends as many at once as it may, and what is thrown is the answer of all of them', async () => {
    const sizes: number[] = [];
    const run = bulk(2, async (rows) => {
      sizes.push(rows.length);
      if (rows[0]?.id === 2) throw CallError.received({ code: 'CONFLICT', message: 'Too late' });
      return rows.map(() => null);
    });
    await run.run();
    expect([sizes, run.share, run.running]).toEqual([[2, 2, 1], 1, false]);
    expect(outcomes(run)).toEqual(['done', 'done', { refused: 'Too late' }, { refused: 'Too late' }, 'done']);
  });

  it('skips the rest when somebody does not prove who they are, and tries those left again', async () => {
    let proved = false;
    const run = bulk(1, async ([row]) => {
      if (row?.id === 1 && !proved) throw new CallError('REAUTHENTICATE');
      return [null];
    });
    await run.run();
    expect(outcomes(run)).toEqual(['done', 'skipped', 'skipped', 'skipped', 'skipped']);
    proved = true;
    await run.retry();
    expect(run.done.length).toBe(5);
  });

  it('stops between two rows', async () => {
    const run = bulk(1, async ([row]) => {
      if (row?.id === 2) run.stop();
      return [null];
    });
    await run.run();
    expect(outcomes(run)).toEqual(['done', 'done', 'done', 'skipped', 'skipped']);
  });
});

describe('CsvExport', () => {
  const columns = [{ title: 'Name', value: ({ name }: Row) => name }];

  it('reads every page that the filters leave', async () => {
    const { list, host, wanted } = await opened('?q=jaw&page=2', 230);
    const csv = new CsvExport(host, list);
    const reading = csv.read(columns);
    expect(csv.share).toBe(0);
    const lines = await reading;
    expect([lines?.length, lines?.[0], lines?.[1], csv.share]).toEqual([231, ['Name'], ['row 0'], null]);
    expect(wanted.slice(1).map(({ page, size, filters }) => [page, size, filters.q])).toEqual([
      [0, 100, 'jaw'],
      [1, 100, 'jaw'],
      [2, 100, 'jaw'],
    ]);
  });

  it('reads on where the server counts no further', async () => {
    const { list, host, server } = await opened('', 230);
    server.countedTo = 100;
    expect((await new CsvExport(host, list).read(columns))?.length).toBe(231);
  });

  it('can be cancelled, and reads one file at a time', async () => {
    const { list, host, wanted } = await opened('', 230);
    const csv = new CsvExport(host, list);
    const reading = csv.read(columns);
    expect(await csv.read(columns)).toBe(null);
    csv.cancel();
    expect([await reading, csv.share, wanted.length]).toEqual([null, null, 2]);
  });
});

describe('what a person keeps', () => {
  it('are filters by name: read before each change, so that other windows lose nothing', async () => {
    const { host, api } = fakeHost({ id: 'orders' });
    let kept = JSON.stringify([{ label: 'Old', searchFilters: { q: 1 } }]);
    api.answer(readPreference, () => ({ preferenceType: 'F', preference: kept }));
    api.answer(savePreference, ({ body }) => {
      kept = body.preference;
      return body;
    });
    const saved = new SavedFilters(host, 'F', z.object({ q: z.string() }));
    await saved.load();
    expect(saved.filters).toEqual([]);
    expect(await saved.add(' Jaws ', { q: 'jaw' })).toBe(true);
    expect(await saved.add('JAWS', { q: 'x' })).toBe(false);
    expect(saved.nameProblem).toBe('taken');
    expect(await saved.add(' ', { q: 'x' })).toBe(false);
    expect(saved.nameProblem).toBe('empty');
    expect(saved.filters).toEqual([{ label: 'Jaws', searchFilters: { q: 'jaw' } }]);
    await saved.remove('Jaws');
    expect(kept).toBe('[]');
  });

  it('are columns that are not wanted', async () => {
    const { host, api } = fakeHost({ id: 'orders' });
    api.answer(readPreference, { preferenceType: 'C', preference: '["b"]' });
    api.answer(savePreference, ({ body }) => body);
    const choice = new ColumnChoice(host, 'C');
    await choice.load();
    choice.toggle('a');
    expect([choice.hidden, choice.shown([{ key: 'a' }, { key: 'c' }])]).toEqual([['b', 'a'], [{ key: 'c' }]]);
    expect(api.sent(savePreference)).toMatchObject([{ body: { preference: '["b","a"]' } }]);
  });
});
