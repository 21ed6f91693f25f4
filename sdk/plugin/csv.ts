import { stringify } from 'csv-stringify/sync';

export type CsvCell = string | number | null | undefined;

/**
 * What a spreadsheet would take for a formula gets an apostrophe in front: at the start of a cell, and after whatever
 * some spreadsheets divide cells by. A comma needs none: its cell is quoted. Numbers stay numbers.
 *
 * The library's own `escape_formulas` looks at the first character only.
 */
function inert(text: string): string {
  const plain = dividers.test(text) || formula.test(text) ? text.replace(starts, "$&'") : text;
  return plain.startsWith('\t') || plain.startsWith('\r') ? `'${plain}` : plain;
}
// The wide signs are those of East Asian keyboards, which spreadsheets read as the narrow ones.
const starts = /(^|[;\t\r\n]) *(?=[=+\-@＝＋－＠])/g;
const formula = /^ *[=+\-@＝＋－＠]/;
const dividers = /[;\t\r\n]/;

/** Rows as comma-separated values (RFC 4180), each with its line end. Everything of the product that writes CSV does so here. */
export const csvText = (rows: readonly (readonly CsvCell[])[]): string =>
  stringify([...rows], { record_delimiter: '\r\n', quote_record_delimiter: true, cast: { string: inert } });
