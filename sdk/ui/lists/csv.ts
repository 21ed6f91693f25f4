import { csvText } from '../../plugin/csv.ts';
import type { CsvCell } from '../../plugin/csv.ts';
import { download } from './download.ts';

/** Hands out a table. Spreadsheets take a file without the mark for one of an old code page. */
export const downloadCsv = (name: string, rows: readonly (readonly CsvCell[])[]): void =>
  download(name, ['\ufeff', csvText(rows)], 'text/csv;charset=utf-8');
