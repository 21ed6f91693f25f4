import { describe, expect, it } from 'vitest';
import type { ChartJob } from './chartJob.ts';
import { decodeChartColumns, encodeChartColumns } from './chartColumns.ts';

const job = (id: number, change: Partial<ChartJob> = {}): ChartJob => ({
  id,
  equipmentId: 7,
  jobName: `Build ${id}`,
  parts: '#18 bracket.stl',
  jobType: 'ORDER',
  jobCreationType: 'MANUAL',
  jobStatus: 'QUEUED',
  fromDate: '1763700000000',
  toDate: '1763707200000',
  jobNotes: '',
  buildPlateUtilization: null,
  materialId: null,
  dueDate: null,
  version: 1,
  ...change,
});

describe('chart columns', () => {
  it('carry every field, texts of every script, and what is not known', () => {
    const jobs = [
      job(1, {
        jobName: 'Gehäuse 3 µm 🚀',
        jobNotes: 'لا تفتح',
        buildPlateUtilization: 0.5,
        materialId: 12,
        version: 9,
      }),
      job(2, { jobStatus: 'MERGED', jobType: 'FILLER', jobCreationType: 'STREAMICS', dueDate: '1763800000000' }),
      job(3, { jobName: '', parts: '' }),
    ];
    const columns = decodeChartColumns(encodeChartColumns(jobs).buffer);
    expect(columns.count).toBe(3);
    expect([...columns.id]).toEqual([1, 2, 3]);
    expect([...columns.equipment]).toEqual([7, 7, 7]);
    expect([...columns.from]).toEqual([1763700000000, 1763700000000, 1763700000000]);
    expect([...columns.to]).toEqual([1763707200000, 1763707200000, 1763707200000]);
    expect([...columns.due]).toEqual([NaN, 1763800000000, NaN]);
    expect([...columns.utilization]).toEqual([0.5, NaN, NaN]);
    expect([...columns.material]).toEqual([12, 0, 0]);
    expect([...columns.version]).toEqual([9, 1, 1]);
    expect([...columns.status]).toEqual([0, 7, 0]);
    expect([...columns.type]).toEqual([0, 6, 0]);
    expect([...columns.creation]).toEqual([0, 3, 0]);
    expect(jobs.map((_, index) => columns.text(index, 'jobName'))).toEqual(['Gehäuse 3 µm 🚀', 'Build 2', '']);
    expect(jobs.map((_, index) => columns.text(index, 'parts'))).toEqual(['#18 bracket.stl', '#18 bracket.stl', '']);
    expect(jobs.map((_, index) => columns.text(index, 'jobNotes'))).toEqual(['لا تفتح', '', '']);
  });

  it('carry texts that are not ASCII among very many that are', () => {
    const names = Array.from({ length: 1000 }, (_, index) =>
      index % 300 === 7 ? `Gehäuse ${index} 🚀` : `Build ${index}`,
    );
    const jobs = names.map((jobName, index) => job(index + 1, { jobName, jobNotes: index === 999 ? 'µ' : '' }));
    const columns = decodeChartColumns(encodeChartColumns(jobs).buffer);
    expect(jobs.map((_, index) => columns.text(index, 'jobName'))).toEqual(names);
    expect(jobs.map((_, index) => columns.text(index, 'jobNotes'))).toEqual(jobs.map(({ jobNotes }) => jobNotes));
    expect(columns.text(999, 'parts')).toBe('#18 bracket.stl');
    expect([...columns.id]).toEqual(jobs.map(({ id }) => id));
  });

  it('take little room: no more than 110 bytes a job before they are compressed', () => {
    const jobs = Array.from({ length: 1000 }, (_, index) => job(index));
    expect(encodeChartColumns(jobs).byteLength).toBeLessThan(110 * jobs.length);
  });

  it('of no jobs are none, and bytes of something else are refused', () => {
    expect(decodeChartColumns(encodeChartColumns([]).buffer).count).toBe(0);
    expect(() => decodeChartColumns(new ArrayBuffer(64))).toThrow('not the columns');
    const cut = encodeChartColumns([job(1)]).buffer.slice(0, 100);
    expect(() => decodeChartColumns(cut)).toThrow('not the columns');
    expect(() => decodeChartColumns(new ArrayBuffer(3))).toThrow();
  });
});
