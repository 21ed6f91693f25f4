import { describe, expect, it, vi } from 'vitest';
import { press } from './keys.ts';
import { Planner } from './Planner.ts';
import { aChart, aJob, aRow, at, hour } from './testing.ts';

const jobs = [
  aJob({ id: 1, equipmentId: 1, fromDate: at(100), toDate: at(200) }),
  aJob({ id: 2, equipmentId: 1, fromDate: at(300), toDate: at(400) }),
  aJob({ id: 3, equipmentId: 2, fromDate: at(310), toDate: at(390) }),
  aJob({ id: 4, equipmentId: 4, fromDate: at(2000), toDate: at(2100) }),
];
const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
function keysOn(store: ReturnType<typeof aChart>) {
  const open = vi.fn();
  const planner = new Planner(store);
  const type = (key: string, more: Partial<typeof plain> = {}) => press(planner, { key, ...plain, ...more }, open);
  return { open, type, cursor: planner.cursor };
}

describe('moving about the chart', () => {
  it('zooms around a place, which stays where it is, between an hour and a year', () => {
    const store = aChart(jobs);
    const time = store.timeAt(250);
    store.zoomAt(250, 0.5);
    expect(store.timeAt(250)).toBeCloseTo(time, 3);
    expect(store.view.to - store.view.from).toBe(500 * hour);
    for (let turn = 0; turn < 30; turn += 1) store.zoomAt(250, 0.5);
    expect(store.view.to - store.view.from).toBe(hour);
    expect(store.timeAt(250)).toBeCloseTo(time, 0);
    for (let turn = 0; turn < 30; turn += 1) store.zoomAt(250, 2);
    expect(store.view.to - store.view.from).toBe(365 * 24 * hour);
  });

  it('brings a selected job into view, once it is there, and opens its group for it', () => {
    const store = aChart([], [aRow(1), aRow(4, { facility: 'Lyon' })]);
    store.groupBy('facility');
    store.toggle('group-Lyon');
    store.reveal(4);
    expect(store.view.from).toBe(at(0));
    store.putJobs(...jobs);
    expect([store.selectedJob?.id, store.lines.placeOf('machine-4') > 0]).toEqual([4, true]);
    expect([store.view.from <= at(2000), store.view.to >= at(2100)]).toEqual([true, true]);
  });

  it('finds the job under the pointer, on the row that it is on, and narrow ones from nearby', () => {
    const store = aChart(jobs);
    expect(store.jobAt(150, 30)?.id).toBe(1);
    expect(store.jobAt(250, 30)).toBeUndefined();
    expect(store.jobAt(320, 80)?.id).toBe(3);
    store.scrollTo(64);
    expect(store.jobAt(320, 10)?.id).toBe(3);
    store.show({ from: at(-4000), to: at(5000) });
    store.putJobs(aJob({ id: 9, equipmentId: 2, fromDate: at(1000), toDate: at(1001) }));
    expect(store.jobAt(store.xOf(at(1000)) + 2, 10)?.id).toBe(9);
    expect(store.jobAt(store.xOf(at(1000)) + 6, 10)).toBeUndefined();
  });

  it('never scrolls beyond its lines, also when groups are closed', () => {
    const store = aChart(jobs);
    store.scrollTo(9999);
    expect(store.scrollTop).toBe(64);
    store.groupBy('facility');
    store.toggle('group-Home');
    expect([store.scrollTop, store.firstLine, store.lastLine]).toEqual([0, 0, 1]);
  });
});

describe('the keyboard', () => {
  it('goes from job to job and from machine to machine, and opens', () => {
    const store = aChart(jobs);
    const { type, open, cursor } = keysOn(store);
    cursor.enter();
    expect(cursor).toMatchObject({ key: 'machine-1', jobId: 1 });
    type('ArrowRight');
    expect(cursor.jobId).toBe(2);
    type('ArrowDown');
    expect(cursor.jobId).toBe(3);
    type('ArrowDown');
    expect(cursor).toMatchObject({ key: 'machine-3', jobId: null });
    type('End', { ctrlKey: true });
    expect(cursor.jobId).toBe(4);
    expect(store.view.to).toBeGreaterThan(at(2100));
    type('Enter');
    expect(open).toHaveBeenCalledWith(expect.objectContaining({ id: 4 }));
    type('Home', { ctrlKey: true });
    type('Home');
    expect(cursor.jobId).toBe(1);
  });

  it('stands on a job as soon as it is there, when the keyboard was on its machine before', () => {
    const store = aChart([]);
    const { type, open, cursor } = keysOn(store);
    cursor.enter();
    type('Enter');
    expect([cursor.jobId, open.mock.calls.length]).toEqual([null, 0]);
    store.putJobs(...jobs);
    expect(cursor.jobId).toBe(1);
    type('Enter');
    expect(open).toHaveBeenCalledWith(expect.objectContaining({ id: 1 }));
  });

  it('follows the eye where time runs from right to left', () => {
    const store = aChart(jobs);
    store.setMirrored(true);
    const { type, cursor } = keysOn(store);
    cursor.enter();
    type('ArrowLeft');
    expect(cursor.jobId).toBe(2);
    const { from } = store.view;
    type('ArrowRight', { shiftKey: true });
    expect(store.view.from).toBe(from - 100 * hour);
  });

  it('opens and closes groups', () => {
    const store = aChart(jobs);
    store.groupBy('facility');
    const { type, cursor } = keysOn(store);
    cursor.enter();
    expect(cursor.key).toBe('group-Home');
    type('ArrowLeft');
    expect(store.lines.list).toHaveLength(1);
    type('ArrowLeft');
    type('Enter');
    expect(store.lines.list).toHaveLength(5);
  });

  it('leaves alone what is not the chart’s', () => {
    const { type } = keysOn(aChart(jobs));
    expect([type('Tab'), type('r', { ctrlKey: true }), type('ArrowLeft', { altKey: true }), type('m')]).toEqual([
      ...[false, false, false, false],
    ]);
  });
});
