import { csvText } from '../../plugin/csv.ts';
import type { CsvCell } from '../../plugin/csv.ts';

/** Hands a table to the person as a file of this name. */
export function downloadCsv(name: string, rows: readonly (readonly CsvCell[])[]): void {
  // Spreadsheets take a file without this mark for one of an old code page.
  const address = URL.createObjectURL(new Blob(['\ufeff', csvText(rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
