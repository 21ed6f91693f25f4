import { describe, expect, it } from 'vitest';
import { groupHeight, Lines, rowHeight } from './rows.ts';
import { aRow } from './testing.ts';

const rows = [
  aRow(1, { model: 'P 1100' }),
  aRow(2, { model: 'P 396' }),
  aRow(3, { model: 'P 396' }),
  aRow(4, { model: 'P 1100' }),
];
const keys = (lines: Lines) => lines.list.map(({ key }) => key);

describe('the lines of the chart', () => {
  it('are the machines in their order, or groups by name with their machines', () => {
    expect(keys(new Lines(rows, null, new Set()))).toEqual(['machine-1', 'machine-2', 'machine-3', 'machine-4']);
    const grouped = new Lines(rows, 'model', new Set(['group-P 396']));
    expect(keys(grouped)).toEqual(['group-P 396', 'group-P 1100', 'machine-1', 'machine-4']);
    expect(grouped.list[0]).toMatchObject({ open: false, rows: [{ machineId: 2 }, { machineId: 3 }] });
  });

  it('know which of them lies where', () => {
    const lines = new Lines(rows, 'model', new Set(['group-P 396']));
    expect(lines.height).toBe(2 * groupHeight + 2 * rowHeight);
    for (const [place] of lines.list.entries()) {
      expect(lines.placeAt(lines.top(place))).toBe(place);
      expect(lines.placeAt(lines.top(place + 1) - 0.5)).toBe(place);
    }
    expect([lines.placeAt(-5), lines.placeAt(1e6), lines.placeOf('machine-2')]).toEqual([0, 3, -1]);
  });
});
