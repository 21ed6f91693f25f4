import type { ChartJob } from '@sinter/sdk/contract/scheduling';
import { describe, expect, it } from 'vitest';
import { aJob, random } from './testing.ts';
import { Lane, Lanes } from './lanes.ts';

const touching = (lane: Lane, from: number, to: number): number[] => {
  const [first, last] = lane.window(from, to);
  return lane.jobs
    .slice(first, last)
    .filter((job) => Number(job.toDate) > from)
    .map((job) => job.id);
};

describe('a lane', () => {
  it('finds what touches a window, as looking at every job does', () => {
    const next = random(7);
    for (let round = 0; round < 200; round += 1) {
      const jobs = Array.from({ length: Math.floor(next() * 60) }, (_, id) => {
        const from = Math.floor(next() * 1000);
        return aJob({ id: id + 1, fromDate: from, toDate: from + 1 + Math.floor(next() ** 4 * 900) });
      });
      const lane = new Lane(jobs);
      const from = Math.floor(next() * 1000);
      const to = from + Math.floor(next() * 300);
      const expected = jobs
        .filter((job) => Number(job.fromDate) < to && Number(job.toDate) > from)
        .sort((a, b) => Number(a.fromDate) - Number(b.fromDate) || a.id - b.id)
        .map((job) => job.id);
      expect(touching(lane, from, to)).toEqual(expected);
    }
  });

  it('looks at no more jobs than the window holds, when jobs follow each other', () => {
    const lane = new Lane(
      Array.from({ length: 100_000 }, (_, id) => aJob({ id, fromDate: id * 10, toDate: id * 10 + 9 })),
    );
    const [first, last] = lane.window(500_000, 500_100);
    expect(last - first).toBe(10);
  });

  it('knows the job at an instant and the nearest one', () => {
    const lane = new Lane([aJob({ id: 1, fromDate: 0, toDate: 100 }), aJob({ id: 2, fromDate: 200, toDate: 300 })]);
    expect(lane.at(50)?.id).toBe(1);
    expect(lane.at(100)).toBeUndefined();
    expect(lane.nearest(130)?.id).toBe(2);
    expect(lane.nearest(-50)?.id).toBe(1);
    expect(lane.nearest(9999)?.id).toBe(2);
    expect(new Lane([]).nearest(5)).toBeUndefined();
  });
});

describe('lanes', () => {
  const ids = (lane: Lane) => lane.jobs.map((job: ChartJob) => job.id);

  it('hide cancelled jobs', () => {
    const lanes = new Lanes([aJob({ id: 1 }), aJob({ id: 2, jobStatus: 'CANCELLED' })]);
    expect(ids(lanes.of(1))).toEqual([1]);
  });

  it('change one job without touching other machines', () => {
    let lanes = new Lanes([
      aJob({ id: 1, equipmentId: 1, fromDate: 0, toDate: 10 }),
      aJob({ id: 2, equipmentId: 1, fromDate: 20, toDate: 30 }),
      aJob({ id: 3, equipmentId: 2, fromDate: 0, toDate: 10 }),
      aJob({ id: 4, equipmentId: 3, fromDate: 0, toDate: 10 }),
    ]);
    const untouched = lanes.of(3);
    lanes = lanes.with(aJob({ id: 1, equipmentId: 2, fromDate: 40, toDate: 50 }));
    expect(ids(lanes.of(1))).toEqual([2]);
    expect(ids(lanes.of(2))).toEqual([3, 1]);
    expect(lanes.of(3)).toBe(untouched);
    lanes = lanes.with(aJob({ id: 5, equipmentId: 2, fromDate: 20, toDate: 30 }));
    expect(ids(lanes.of(2))).toEqual([3, 5, 1]);
    lanes = lanes.with(aJob({ id: 3, equipmentId: 2, jobStatus: 'CANCELLED' }));
    expect(ids(lanes.of(2))).toEqual([5, 1]);
    expect(lanes.find(3)).toBeUndefined();
  });
});
