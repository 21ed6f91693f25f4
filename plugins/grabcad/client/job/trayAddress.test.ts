import { describe, expect, it } from 'vitest';
import { addressOfSaved, entryQuery, readAddress } from './trayAddress.ts';

const line = { orderId: 41, fileId: 7, fileName: 'bracket & co.stl', quantity: 2 };
const entry = { durationSeconds: 9000, materialM3: 4.518851612345678e-5, tray: [line], from: 1_763_700_000_000 };

describe('the address of a job', () => {
  it('is read as it was written', () => {
    expect(readAddress(entryQuery(entry))).toEqual({ id: null, entry, problems: null });
    expect(readAddress(entryQuery({ ...entry, from: null }, 12))).toEqual({
      id: 12,
      entry: { ...entry, from: null },
      problems: null,
    });
    expect(readAddress('?id=12')).toEqual({ id: 12, entry: null, problems: null });
  });

  it('says what of it cannot be read', () => {
    const tray = `tray=${encodeURIComponent(JSON.stringify([line]))}`;
    const double = `tray=${encodeURIComponent(JSON.stringify([line, line]))}`;
    const problems = (search: string) => readAddress(search).problems;
    expect(problems('')).toEqual(['duration', 'material', 'tray']);
    expect(problems(`?duration=soon&material=1&${tray}`)).toEqual(['duration']);
    expect(problems(`?duration=0&material=-1&${tray}`)).toEqual(['duration', 'material']);
    expect(problems('?duration=60&material=0&tray=%5B')).toEqual(['tray']);
    expect(problems('?duration=60&material=0&tray=[]')).toEqual(['tray']);
    expect(problems(`?duration=60&material=0&${double}`)).toEqual(['tray']);
    expect(problems(`?duration=60&material=0&${tray}&from=monday`)).toEqual(['from']);
    expect(problems('?id=abc')).toEqual(['id']);
  });

  it('of a tray that the tool saves is that of its job, or of a new one', () => {
    const saved = { tray: [line], durationSeconds: 60, materialM3: 0 };
    expect(addressOfSaved(saved)).toMatch(/^\/grabcad\/grabcad-create-job\?duration=60&/);
    expect(addressOfSaved({ ...saved, jobId: 12 })).toMatch(/^\/grabcad\/grabcad-job\?id=12&duration=60&/);
  });
});
