import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import { describe, expect, it } from 'vitest';
import { JobTable } from './JobTable.ts';
import { fills, flag, RowMarks } from './rowMarks.ts';
import { aJob, random } from './testing.ts';
import type { TimeWindow } from './timeAxis.ts';

const read = (jobs: ChartJob[], window: TimeWindow, width: number) => {
  const marks = new RowMarks();
  marks.read(JobTable.ofJobs(jobs).lane(1), window, width);
  const bars = Array.from({ length: marks.bars }, (_, bar) => ({
    ...{ x: marks.x.at(bar), width: marks.width.at(bar), fill: fills[marks.fill.at(bar)] },
    ...{ level: marks.level.at(bar), flags: marks.flags.at(bar) },
  }));
  const columns = Array.from({ length: marks.column.length }, (_, at) => ({
    ...{ x: marks.column.at(at), load: marks.load.at(at), fill: fills[marks.loadFill.at(at)] },
  }));
  return { marks, bars, columns };
};

describe('what a row shows', () => {
  it('keeps jobs of a pixel or more, and merges the rest into one load per pixel column', () => {
    const { bars, columns } = read(
      [
        aJob({ id: 1, fromDate: 0, toDate: 200, jobStatus: 'IN_PROGRESS', jobCreationType: 'MACHINE_CONNECTIVITY' }),
        aJob({ id: 2, fromDate: 300, toDate: 325, jobStatus: 'COMPLETED' }),
        aJob({ id: 3, fromDate: 330, toDate: 380, jobStatus: 'FAILED' }),
        aJob({ id: 4, fromDate: 410, toDate: 420, jobType: 'DOWNTIME' }),
      ],
      { from: 0, to: 1000 },
      10,
    );
    expect(bars).toMatchObject([{ x: 0, width: 2, fill: 'blue', flags: flag.striped | flag.open }]);
    expect(columns).toEqual([
      { x: 3, load: 0.75, fill: 'red' },
      { x: 4, load: expect.closeTo(0.1), fill: 'downtime' },
    ]);
  });

  it('gives every pixel column exactly the share that its narrow jobs cover', () => {
    const next = random(5);
    for (let round = 0; round < 200; round += 1) {
      const width = 5 + Math.floor(next() * 40);
      const pixel = 20;
      const from = Math.floor(next() * 300);
      const window = { from, to: from + width * pixel };
      const jobs = Array.from({ length: Math.floor(next() * 80) }, (_, id) => {
        const start = Math.floor(next() * 1200);
        return aJob({ id: id + 1, fromDate: start, toDate: start + 1 + Math.floor(next() * 40) });
      });
      const narrow = jobs.filter((job) => Number(job.toDate) - Number(job.fromDate) < pixel);
      const covered = (at: number) => narrow.some((job) => Number(job.fromDate) <= at && Number(job.toDate) > at);
      const share = (column: number) =>
        Array.from({ length: pixel }, (_, at) => covered(from + column * pixel + at)).filter(Boolean).length / pixel;
      const { columns, bars } = read(jobs, window, width);
      const shown = new Map(columns.map(({ x, load }) => [x, load]));
      expect(shown.size).toBe(columns.length);
      for (let column = 0; column < width; column += 1) expect(shown.get(column) ?? 0).toBeCloseTo(share(column), 9);
      const wide = jobs.filter((job) => !narrow.includes(job));
      expect(bars).toHaveLength(
        wide.filter((job) => Number(job.fromDate) < window.to && Number(job.toDate) > window.from).length,
      );
    }
  });

  it('draws no more than there are pixels', () => {
    const next = random(3);
    let at = 0;
    const jobs = Array.from({ length: 20_000 }, (_, id) => {
      const from = at;
      at += Math.floor(next() * 100);
      return aJob({ id, fromDate: from, toDate: at });
    });
    const { bars, columns } = read(jobs, { from: 0, to: at }, 800);
    expect(bars.length + columns.length).toBeLessThanOrEqual(800);
  });

  it('puts jobs that overlap into halves, and marks where both still want the machine', () => {
    const jobs = [
      aJob({ id: 1, fromDate: 0, toDate: 100 }),
      aJob({ id: 2, fromDate: 60, toDate: 140, jobStatus: 'WAITING' }),
      aJob({ id: 3, fromDate: 140, toDate: 200, jobStatus: 'COMPLETED' }),
      aJob({ id: 4, fromDate: 180, toDate: 260 }),
      aJob({ id: 5, fromDate: 300, toDate: 340 }),
    ];
    const { marks, bars } = read(jobs, { from: 0, to: 400 }, 400);
    const halves = bars.map(({ flags, level }) => (flags & flag.split ? level : 'whole'));
    expect(halves).toEqual([0, 1, 0, 1, 'whole']);
    expect(bars.map(({ flags }) => (flags & flag.conflict) !== 0)).toEqual([true, true, false, false, false]);
    expect([marks.conflicts.length, marks.conflicts.x.at(0), marks.conflicts.width.at(0)]).toEqual([1, 60, 40]);
    // The halves stay the same when the first of the heap has left the view.
    const moved = read(jobs, { from: 110, to: 510 }, 400).bars;
    expect(moved.map(({ level }) => level).slice(0, 3)).toEqual([1, 0, 1]);
  });

  it('marks from when on a job is late, also one that is narrower than a pixel', () => {
    const { marks, bars } = read(
      [
        aJob({ id: 1, fromDate: 0, toDate: 100, dueDate: '70' }),
        aJob({ id: 2, fromDate: 200, toDate: 200.5, dueDate: '10' }),
      ],
      { from: 0, to: 400 },
      400,
    );
    expect(bars[0]?.flags).toBe(flag.late | flag.open);
    expect([marks.late.length, marks.late.x.at(0), marks.late.width.at(0), marks.late.x.at(1)]).toEqual([
      2, 70, 30, 200,
    ]);
  });

  it('is hit where it is drawn: in its half, and narrow bars from nearby', () => {
    const { marks } = read(
      [
        aJob({ id: 1, fromDate: 0, toDate: 100 }),
        aJob({ id: 2, fromDate: 60, toDate: 140 }),
        aJob({ id: 3, fromDate: 300, toDate: 302 }),
      ],
      { from: 0, to: 400 },
      400,
    );
    const hit = (x: number, level: number) => marks.hit(x, level, 3);
    expect([hit(80, 0), hit(80, 1), hit(20, 1), hit(30, 0)]).toEqual([0, 1, -1, 0]);
    expect([hit(298, 0), hit(304, 1), hit(306, 0), hit(200, 0)]).toEqual([2, 2, -1, -1]);
  });
});
