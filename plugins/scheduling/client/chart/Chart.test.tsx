// @vitest-environment happy-dom
import { fakeHost } from '@sinter/sdk/testing';
import { PluginProvider, SlotProvider } from '@sinter/sdk/ui/host';
import type { SlotSource } from '@sinter/sdk/ui/host';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import en from '../../locales/en_US.json' with { type: 'json' };
import { Chart } from './Chart.tsx';
import { axisHeight } from './ChartStore.ts';
import { Planner } from './Planner.ts';
import { aChart, aJob, aRow, at } from './testing.ts';

const machines = Array.from({ length: 500 }, (_, index) =>
  aRow(index + 1, { facility: index % 2 ? 'Lyon' : 'Home', material: index % 2 ? 'PA 2200' : null }),
);
const jobs = [
  aJob({ id: 1, equipmentId: 1, fromDate: at(0), toDate: at(250), jobName: 'Bracket' }),
  aJob({ id: 2, equipmentId: 1, fromDate: at(300), toDate: at(550), jobName: 'Cover', dueDate: String(at(400)) }),
];

const none: never[] = [];
const nothingAdded: SlotSource = {
  read: () => ({ get: () => none, subscribe: () => () => {} }),
  hostOf: () => undefined,
  failed: () => {},
};

const ends: (() => Promise<void>)[] = [];

let resize: (width: number, height: number) => void;

async function draw(rows = machines) {
  const store = aChart(jobs, rows);
  const { host } = fakeHost({ id: 'scheduling', texts: en });
  const place = document.createElement('div');
  document.body.append(place);
  const open = vi.fn();
  const chart = (
    <PluginProvider value={host}>
      <SlotProvider value={nothingAdded}>
        <Chart planner={new Planner(store)} onOpen={open} />
      </SlotProvider>
    </PluginProvider>
  );
  const root = createRoot(place);
  await act(async () => root.render(chart));
  ends.push(() => act(async () => root.unmount()));
  const all = (selector: string) => [...place.querySelectorAll(selector)];
  const type = (key: string) =>
    act(async () => void all('[role=grid]')[0]?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
  return { store, place, all, type, open };
}

describe('the accessible twin of the chart', () => {
  beforeAll(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observed: Element[] = [];
        constructor(told: (changes: object[]) => void) {
          resize = (width, height) => told(this.observed.map((target) => ({ target, contentRect: { width, height } })));
        }
        observe(element: Element) {
          this.observed.push(element);
        }
        disconnect() {}
      },
    );
  });

  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });

  it('has the rows that are seen, with their place among all of them', async () => {
    const { store, all, place } = await draw();
    expect(place.querySelector('[role=grid]')?.getAttribute('aria-rowcount')).toBe('500');
    const rows = all('[role=row]');
    expect(rows.length).toBeLessThan(10);
    expect(rows[0]?.getAttribute('aria-rowindex')).toBe('1');
    const text = rows[0]?.textContent;
    for (const part of ['SLS-01', 'Home', 'P 396', '(Material Not Selected)', '50%', '2 jobs'])
      expect(text).toContain(part);
    await act(async () => store.scrollTo(64 * 300));
    expect(all('[role=row]').map((row) => row.getAttribute('aria-rowindex'))).toContain('301');
  });

  it('has as many rows as there is room for, and its frame before the machines', async () => {
    const { store, all } = await draw([]);
    expect(all('[role=grid]')[0]?.getAttribute('aria-busy')).toBe('true');
    await act(async () => resize(800.4, 640 + axisHeight));
    expect([store.width, store.height]).toEqual([800, 640]);
    await act(async () => store.setRows(machines));
    expect(all('[role=grid]')[0]?.getAttribute('aria-busy')).toBe('false');
    expect(all('[role=row]')).toHaveLength(12);
  });

  it('says where the keyboard stands, also when that is scrolled away', async () => {
    const { store, all, type, place, open } = await draw();
    await type('ArrowDown');
    await type('ArrowUp');
    await type('ArrowRight');
    const current = () =>
      document.getElementById(place.querySelector('[role=grid]')?.getAttribute('aria-activedescendant') ?? '');
    const said = 'SLS-01: Cover, Queued, Jun 13, 2026 12:00 PM – Jun 23, 2026 10:00 PM. Job 2 of 2.';
    expect(current()?.textContent).toContain(said);
    expect(current()?.textContent).toContain('Ends after its due date');
    expect(all('[aria-live]')[0]?.textContent).toContain(said);
    await act(async () => store.scrollTo(64 * 300));
    expect(current()?.textContent).toContain(said);
    await type('Enter');
    expect(open).toHaveBeenCalledWith(expect.objectContaining({ id: 2 }));
  });

  it('is a tree where machines are grouped', async () => {
    const { store, all, place } = await draw();
    await act(async () => store.groupBy('facility'));
    expect(place.querySelector('[role=treegrid]')?.getAttribute('aria-rowcount')).toBe('502');
    expect(all('[aria-level="1"]')[0]?.textContent).toContain('250 machines');
    await act(async () => all('[aria-level="1"] button')[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true })));
    expect(place.querySelector('[role=treegrid]')?.getAttribute('aria-rowcount')).toBe('252');
    expect(all('[aria-level="1"]')[0]?.getAttribute('aria-expanded')).toBe('false');
  });
});
