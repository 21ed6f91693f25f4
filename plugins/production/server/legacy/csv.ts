import { csvRows } from '@sinter/sdk/contract/csvRows';
import { legacyColumns } from '@sinter/sdk/contract/production/legacy';

export type LegacyCells = Record<(typeof legacyColumns)[number], string>;

export interface LegacyLine {
  /** Of the file, from 1. */
  line: number;
  cells: LegacyCells;
}

/** What a file says, by the names in its first line; `null` where order, part and step are not among them. */
export function legacyLines(text: string): LegacyLine[] | null {
  const [head, ...rows] = csvRows(text);
  const names = (head?.cells ?? []).map((name) => name.toLowerCase());
  if (!['order', 'part', 'step'].every((name) => names.includes(name))) return null;
  const empty: LegacyCells = {
    ...{ order: '', part: '', step: '', operator: '', start: '', end: '' },
    ...{ quantity: '', good: '', scrap: '', notes: '' },
  };
  return rows.map(({ line, cells }) => {
    const named = legacyColumns.flatMap((column) => {
      const at = names.indexOf(column);
      return at < 0 ? [] : [[column, cells[at] ?? ''] as const];
    });
    return { line, cells: { ...empty, ...Object.fromEntries(named) } };
  });
}
