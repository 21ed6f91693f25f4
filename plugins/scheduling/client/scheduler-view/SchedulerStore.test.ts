import { openCalendar, readCalendar } from '@sinter/sdk/contract/scheduling/calendar';
import { listEquipments, listMaterials } from '@sinter/sdk/contract/catalog/catalog';
import { CallError } from '@sinter/sdk/contract/errors';
import { jobChanged } from '@sinter/sdk/contract/scheduling/events';
import { reconnected } from '@sinter/sdk/contract/host/events';
import { readPreference, savePreference } from '@sinter/sdk/contract/host/records';
import { searchJobs } from '@sinter/sdk/contract/scheduling/chart';
import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import { fakeHost } from '@sinter/sdk/testing';
import type { FakeApi } from '@sinter/sdk/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aJob } from '../chart/testing.ts';
import { aFullJob, aMachine, planner } from '../testing.ts';
import { capped, presetRange } from '../../shared/dayRange.ts';
import { SchedulerStore } from './SchedulerStore.ts';

const hour = 3_600_000;
// Saturday noon in Berlin.
const now = Date.UTC(2026, 10, 21, 11);
const material = {
  id: 50,
  name: 'PA 2200',
  generalMaterial: { id: 40, name: 'Polyamide' },
  amProcessId: 30,
  density: 1,
};
const lyon = { spId: 2, facilityName: 'Lyon', machine: { ...aMachine(2).machine, id: 11, modelName: 'M 290' } };
const jobs = () => [
  aJob({ id: 1, fromDate: now, toDate: now + hour }),
  aJob({ id: 2, equipmentId: 2, fromDate: now, toDate: now + hour }),
];

function open({ search = '', user = planner(), prepare = (_api: FakeApi): void => {} } = {}) {
  const fake = fakeHost({ id: 'scheduling', user, location: { pathname: '/service-provider/scheduler-view', search } });
  const { api } = fake;
  api.answer(readCalendar, { ...openCalendar, timeZone: 'Europe/Berlin' });
  api.answer(listEquipments, [aMachine(1), aMachine(2, lyon), aMachine(3, { hidden: true })]);
  api.answer(listMaterials, [material]);
  api.answer(readPreference, null);
  api.answer(searchJobs, jobs());
  prepare(api);
  const store = new SchedulerStore(fake.host);
  const stop = store.start();
  return { ...fake, searches: api.sent(searchJobs), store, stop };
}

/** Jobs that take their time to arrive. */
const after = (milliseconds: number, found: ChartJob[]) =>
  new Promise<ChartJob[]>((resolve) => setTimeout(resolve, milliseconds, found));

const settle = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);
const names = (store: SchedulerStore) => store.rows.map((row) => row.name);

beforeEach(() => void vi.useFakeTimers({ now }));
afterEach(() => void vi.useRealTimers());

describe('ranges', () => {
  it('are the day, the week from Sunday to Saturday, and the month', () => {
    expect(presetRange('today', '2026-11-21')).toEqual({ from: '2026-11-21', to: '2026-11-21' });
    expect(presetRange('week', '2026-11-21')).toEqual({ from: '2026-11-15', to: '2026-11-21' });
    expect(presetRange('week', '2026-11-22')).toEqual({ from: '2026-11-22', to: '2026-11-28' });
    expect(presetRange('month', '2026-02-14')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(presetRange('month', '2028-02-14').to).toBe('2028-02-29');
  });

  it('end no earlier than they start, and within a year', () => {
    expect(capped({ from: '2026-11-21', to: '2026-11-01' })).toEqual({ from: '2026-11-21', to: '2026-11-21' });
    expect(capped({ from: '2026-01-01', to: '2029-01-01' })).toEqual({ from: '2026-01-01', to: '2026-12-31' });
  });
});

describe('the scheduling view', () => {
  it('asks for the current week of all facilities, by the clock of the facility', async () => {
    const { store, searches } = open();
    await settle();
    expect(store.range).toEqual({ from: '2026-11-15', to: '2026-11-21' });
    expect(searches).toEqual([
      {
        query: { getFromAllFacilities: 'true' },
        body: { fromDate: String(Date.UTC(2026, 10, 14, 23)), toDate: String(Date.UTC(2026, 10, 21, 23)) },
      },
    ]);
    expect(store.rows).toMatchObject([
      { name: 'SLS-01', facility: 'Home', model: 'P 396', material: 'PA 2200' },
      { name: 'SLS-02', facility: 'Lyon', model: 'M 290' },
    ]);
    expect(store.chart.table.lane(1).size).toBe(1);
  });

  it('filters what it has at once, asks again, and keeps that in the address', async () => {
    const { store, searches, host } = open();
    await settle();
    store.openPanel(true);
    store.setDraft({ ...store.filter, models: [11] });
    expect(names(store)).toEqual(['SLS-01', 'SLS-02']);
    store.applyDraft();
    expect(names(store)).toEqual(['SLS-02']);
    expect(store.chips).toEqual([{ key: 'models:11', label: 'M 290' }]);
    expect(host.location.get().search).toBe('?from=2026-11-15&to=2026-11-21&models=11');
    store.removeChip('models:11');
    expect(names(store)).toEqual(['SLS-01', 'SLS-02']);
    expect(searches).toHaveLength(3);
  });

  it('takes range and filter from the address', async () => {
    const { store } = open({ search: '?from=2026-01-01&to=2026-01-31&sp=2&models=x' });
    await settle();
    expect(store.range).toEqual({ from: '2026-01-01', to: '2026-01-31' });
    expect(names(store)).toEqual(['SLS-02']);
  });

  it('shows what others plan within two seconds, once for a bunch of events, and keeps place and selection', async () => {
    const { store, api, receive, searches } = open();
    await settle();
    store.chart.setSize(800, 80);
    store.chart.scrollTo(30);
    store.chart.select(1);
    store.zoom(0.5);
    await settle(1000);
    const { view } = store.chart;
    const added = aJob({ id: 3, equipmentId: 2, fromDate: now + 2 * hour, toDate: now + 3 * hour });
    api.answer(searchJobs, [...jobs(), added]);
    for (const jobId of [3, 3, 1]) receive(jobChanged, { jobId, facilityId: 1, equipmentId: 2, status: 'QUEUED' });
    await settle(500);
    expect(searches).toHaveLength(2);
    expect(searches[1]?.body.jobs).toEqual([3, 1]);
    expect(store.chart.table.find(3)).toBeDefined();
    expect(store.chart).toMatchObject({ view, scrollTop: 30, selectedId: 1 });
  });

  it('gets an answer through, however many events come', async () => {
    const { store, receive } = open({ prepare: (api) => api.answer(searchJobs, () => after(400, jobs())) });
    for (let turn = 0; turn < 30; turn += 1) {
      receive(jobChanged, { jobId: 1, facilityId: 1, equipmentId: 1, status: 'QUEUED' });
      await settle(50);
    }
    expect(store.board.jobs.updatedAt).toBeGreaterThan(now + 400);
  });

  it('shows the newest range when answers arrive in another order', async () => {
    const firstDay = String(Date.UTC(2026, 10, 14, 23));
    const { store } = open({
      prepare: (api) =>
        api.answer(searchJobs, ({ body: { fromDate } }) =>
          fromDate === firstDay ? after(900, [aJob({ id: 1 })]) : after(10, [aJob({ id: 2 })]),
        ),
    });
    store.setPreset('month');
    await settle(2000);
    expect(store.chart.table.find(2)).toBeDefined();
    expect(store.chart.table.find(1)).toBeUndefined();
    expect(store.board.jobs.loading).toBe(false);
  });

  it('refreshes every five minutes while that is on', async () => {
    const { store, searches } = open();
    await settle(300_000);
    expect(searches).toHaveLength(2);
    store.board.jobs.setAutoRefresh(false);
    await settle(600_000);
    expect(searches).toHaveLength(2);
  });

  it('lets the range follow when the chart is moved out of it', async () => {
    const { store, searches } = open();
    store.chart.setSize(700, 400);
    await settle();
    store.chart.panBy(300);
    await settle(1000);
    expect(store.range).toEqual({ from: '2026-11-15', to: '2026-11-24' });
    expect(searches).toHaveLength(2);
  });

  it('keeps what is shown when jobs cannot be fetched, and recovers', async () => {
    const { store, api } = open();
    await settle();
    api.answer(searchJobs, new CallError('UNAVAILABLE'));
    store.board.jobs.refresh();
    await settle();
    expect(store.board.jobs.error).toBeInstanceOf(CallError);
    expect(store.board.jobs.loading).toBe(false);
    expect(store.chart.table.find(1)).toBeDefined();
    api.answer(searchJobs, jobs());
    store.board.jobs.refresh();
    await settle();
    expect(store.board.jobs.error).toBeNull();
  });

  it('catches up after a break of the connection, with all that failed meanwhile', async () => {
    const { store, api, receive, searches } = open();
    await settle();
    api.answer(searchJobs, new CallError('UNAVAILABLE'));
    store.setPreset('month');
    await settle();
    api.answer(searchJobs, jobs());
    receive(reconnected, {});
    await settle();
    expect(store.board.jobs.error).toBeNull();
    expect(searches.at(-1)?.body).toMatchObject({ fromDate: String(Date.UTC(2026, 9, 31, 23)) });

    api.answer(searchJobs, new CallError('UNAVAILABLE'));
    store.setPreset('today');
    await settle();
    api.answer(searchJobs, jobs());
    receive(jobChanged, { jobId: 1, facilityId: 1, equipmentId: 1, status: 'QUEUED' });
    await settle(500);
    expect(searches.at(-1)?.body.jobs).toBeUndefined();
  });

  it('outlines the same job again after a reload', async () => {
    const { store, host } = open();
    await settle();
    store.chart.select(2);
    await settle();
    const { search } = host.location.get();
    expect(search).toBe('?from=2026-11-15&to=2026-11-21&selected=2');
    const again = open({ search });
    await settle();
    expect(again.store.chart.selectedId).toBe(2);
    expect(again.store.picked).toBeNull();
    store.chart.select(null);
    await settle();
    expect(host.location.get().search).toBe('?from=2026-11-15&to=2026-11-21');
  });

  it('shows a saved job at once, with its days, and selected', async () => {
    const { store } = open();
    store.chart.setSize(700, 400);
    await settle();
    store.setFilter({ ...store.filter, sp: [2] });
    const from = now + 60 * 24 * hour;
    const saved = aFullJob({ id: 9, fromDate: String(from), toDate: String(from + hour) });
    store.board.changed(saved);
    store.board.show(saved);
    expect(store.hasFilter).toBe(false);
    expect(store.chart.selectedId).toBe(9);
    expect(store.chart.view.from).toBeLessThanOrEqual(from);
    expect(store.chart.view.to).toBeGreaterThan(from);
  });

  it('opens a new job for an order only to planners', async () => {
    expect(open({ search: '?order=12' }).store.board.drawer).toEqual({ kind: 'new', orderId: 12 });
    expect(open({ search: '?order=12', user: planner([]) }).store.board.drawer).toBeNull();
  });

  it('leaves nothing behind', async () => {
    const { stop, held } = open();
    await settle();
    stop();
    expect(held()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('saved filters', () => {
  it('are saved under a name of their own, and deleted after asking', async () => {
    const { store, api } = open();
    let kept: { preferenceType: string; preference: string } | null = null;
    api.answer(readPreference, () => kept);
    api.answer(savePreference, ({ body }) => (kept = body));
    await settle();
    const { saved } = store;
    const filter = { ...store.filter, sp: [2] };
    await saved.add(filter);
    expect(saved.problem).toBe('filter.badName');
    saved.setName(' Lyon ');
    await saved.add(filter);
    saved.setName('LYON');
    await saved.add(filter);
    expect(saved.problem).toBe('filter.badName');
    expect(saved.filters).toMatchObject([{ label: 'Lyon', searchFilters: { sp: [2], models: [] } }]);
    const [first] = saved.filters;
    if (first) saved.ask(first);
    await saved.answer(false);
    expect(saved.filters).toHaveLength(1);
    if (first) saved.ask(first);
    await saved.answer(true);
    expect(saved.filters).toEqual([]);
    expect(api.sent(savePreference)).toHaveLength(2);
  });

  it('are not overwritten with fewer when they could not be read, nor when another window saved some', async () => {
    const { store, api } = open();
    let saves = 0;
    api.answer(savePreference, ({ body }) => {
      saves += 1;
      return body;
    });
    api.answer(readPreference, new CallError('UNAVAILABLE'));
    store.saved.setName('Lyon');
    await store.saved.add(store.filter);
    expect([saves, store.saved.name]).toEqual([0, 'Lyon']);
    const other = JSON.stringify([{ label: 'Other', searchFilters: {} }]);
    api.answer(readPreference, { preferenceType: 'SCHEDULER_MACHINE_SEARCH_FILTERS', preference: other });
    await store.saved.add(store.filter);
    expect(store.saved.filters.map(({ label }) => label)).toEqual(['Other', 'Lyon']);
  });
});
