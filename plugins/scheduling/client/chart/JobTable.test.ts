import { decodeChartColumns, encodeChartColumns } from '@sinter/sdk/contract/scheduling/chartColumns';
import { describe, expect, it } from 'vitest';
import { JobTable } from './JobTable.ts';
import type { Lane } from './lane.ts';
import { aJob, random } from './testing.ts';

const ids = (lane: Lane): number[] => Array.from({ length: lane.size }, (_, position) => lane.id(position));
const touching = (lane: Lane, from: number, to: number): number[] =>
  ids(lane).filter(
    (_, position) =>
      position >= lane.firstEndingAfter(from) && position < lane.firstStartingAt(to) && lane.to(position) > from,
  );
const someJobs = (next: () => number, most: number) =>
  Array.from({ length: Math.floor(next() * most) }, (_, id) => {
    const from = Math.floor(next() * 1000);
    return aJob({ id: id + 1, fromDate: from, toDate: from + 1 + Math.floor(next() ** 4 * 900) });
  });

describe('a lane', () => {
  it('finds what touches a window, as looking at every job does, and knows how long it is taken', () => {
    const next = random(7);
    for (let round = 0; round < 300; round += 1) {
      const jobs = someJobs(next, 60);
      const lane = JobTable.ofJobs(jobs).lane(1);
      const from = Math.floor(next() * 1000);
      const to = from + 1 + Math.floor(next() * 300);
      const inside = jobs.filter((job) => Number(job.fromDate) < to && Number(job.toDate) > from);
      const expected = inside.sort((a, b) => Number(a.fromDate) - Number(b.fromDate) || a.id - b.id);
      expect(touching(lane, from, to)).toEqual(expected.map((job) => job.id));
      const taken = Array.from({ length: to - from }, (_, at) => from + at).filter((at) =>
        inside.some((job) => Number(job.fromDate) <= at && Number(job.toDate) > at),
      );
      expect(lane.taken(from, to)).toBe(taken.length);
    }
  });

  it('looks at no more jobs than the window holds, when jobs follow each other', () => {
    const jobs = Array.from({ length: 20_000 }, (_, id) => aJob({ id, fromDate: id * 10, toDate: id * 10 + 9 }));
    const lane = JobTable.ofJobs(jobs).lane(1);
    expect(lane.firstStartingAt(50_100) - lane.firstEndingAfter(50_000)).toBe(10);
  });

  it('knows the job at an instant and the nearest one', () => {
    const lane = JobTable.ofJobs([
      aJob({ id: 1, fromDate: 0, toDate: 100 }),
      aJob({ id: 2, fromDate: 200, toDate: 300 }),
    ]).lane(1);
    expect(lane.at(50)).toBe(0);
    expect(lane.at(100)).toBe(-1);
    expect(lane.nearest(130)).toBe(1);
    expect(lane.nearest(-50)).toBe(0);
    expect(lane.nearest(9999)).toBe(1);
    expect(JobTable.empty.lane(1).nearest(5)).toBe(-1);
  });
});

describe('the table', () => {
  it('gives back jobs as they were sent, whatever their order, without cancelled ones', () => {
    const jobs = [
      aJob({
        id: 3,
        equipmentId: 2,
        fromDate: 50,
        dueDate: '99',
        materialId: 7,
        jobNotes: 'Ü',
        buildPlateUtilization: 0.4567,
      }),
      aJob({ id: 1, equipmentId: 1, fromDate: 20, parts: '#18 bracket.stl' }),
      aJob({ id: 2, equipmentId: 1, fromDate: 10 }),
      aJob({ id: 4, equipmentId: 1, jobStatus: 'CANCELLED' }),
    ];
    const table = JobTable.of(decodeChartColumns(encodeChartColumns(jobs).buffer));
    expect(ids(table.lane(1))).toEqual([2, 1]);
    expect(table.find(3)).toEqual(jobs[0]);
    expect(table.lane(1).job(1)).toEqual(jobs[1]);
    expect(table.find(4)).toBeUndefined();
    expect(table.find(99)).toBeUndefined();
  });

  it('takes changed jobs above the columns, without touching other machines', () => {
    let table = JobTable.ofJobs([
      aJob({ id: 1, equipmentId: 1, fromDate: 0, toDate: 10 }),
      aJob({ id: 2, equipmentId: 1, fromDate: 20, toDate: 30 }),
      aJob({ id: 3, equipmentId: 2, fromDate: 0, toDate: 10 }),
      aJob({ id: 4, equipmentId: 3, fromDate: 0, toDate: 10 }),
    ]);
    const first = table;
    const untouched = table.lane(3);
    table = table.with(aJob({ id: 1, equipmentId: 2, fromDate: 40, toDate: 50 }));
    expect(ids(table.lane(1))).toEqual([2]);
    expect(ids(table.lane(2))).toEqual([3, 1]);
    expect(table.lane(3)).toBe(untouched);
    table = table.with(aJob({ id: 5, equipmentId: 2, fromDate: 20, toDate: 30 }), aJob({ id: 2, equipmentId: 4 }));
    expect(ids(table.lane(2))).toEqual([3, 5, 1]);
    expect([table.lane(1).size, table.lane(4).size]).toEqual([0, 1]);
    table = table.with(aJob({ id: 3, equipmentId: 2, jobStatus: 'CANCELLED' })).without(5);
    expect(ids(table.lane(2))).toEqual([1]);
    expect([table.find(3), table.find(5)]).toEqual([undefined, undefined]);
    expect(table.with(aJob({ id: 3, equipmentId: 1 })).find(3)?.equipmentId).toBe(1);
    expect(ids(first.lane(1))).toEqual([1, 2]);
  });

  it('is the same after any changes as a table of what came of them', () => {
    const next = random(11);
    for (let round = 0; round < 60; round += 1) {
      const now = new Map(
        someJobs(next, 30).map((job) => [job.id, { ...job, equipmentId: 1 + Math.floor(next() * 3) }]),
      );
      let table = JobTable.ofJobs([...now.values()]);
      for (let turn = 0; turn < 12; turn += 1) {
        const id = 1 + Math.floor(next() * 35);
        const job = aJob({ id, equipmentId: 1 + Math.floor(next() * 3), fromDate: Math.floor(next() * 1000) });
        if (next() < 0.3) now.delete(id);
        else now.set(id, job);
        table = now.has(id) ? table.with(job) : table.without(id);
      }
      const expected = JobTable.ofJobs([...now.values()]);
      for (const machine of [1, 2, 3]) {
        expect(ids(table.lane(machine)).sort()).toEqual(ids(expected.lane(machine)).sort());
        expect(table.lane(machine).taken(100, 700)).toBe(expected.lane(machine).taken(100, 700));
      }
    }
  });
});
