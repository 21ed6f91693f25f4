/** A row of a file that somebody brings. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/**
 * Rows of a text with commas, semicolons or tabs, whichever its first line has, and cells in quotes, without the blanks around them.
 * `line` counts from 1; empty rows are left out. `csvText` of the server SDK writes such texts.
 */
export function csvRows(text: string): CsvRow[] {
  const plain = text.replace(/^\uFEFF/, '');
  const separator = [';', '\t', ','].find((each) => plain.split(/\r?\n/, 1)[0]?.includes(each)) ?? ',';
  const rows: CsvRow[] = [];
  let [line, begun, cell, quoted] = [1, 1, '', false];
  let cells: string[] = [];
  const end = (): void => {
    cells.push(cell.trim());
    if (cells.some((each) => each !== '')) rows.push({ line: begun, cells });
    [cells, cell] = [[], ''];
  };
  for (let at = 0; at < plain.length; at += 1) {
    const sign = plain.charAt(at);
    if (sign === '\n') line += 1;
    if (quoted && sign === '"' && plain.charAt(at + 1) === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"' && (quoted || cell === '')) quoted = !quoted;
    else if (quoted) cell += sign;
    else if (sign === separator) {
      cells.push(cell.trim());
      cell = '';
    } else if (sign === '\n') {
      end();
      begun = line;
    } else if (sign !== '\r') cell += sign;
  }
  end();
  return rows;
}
