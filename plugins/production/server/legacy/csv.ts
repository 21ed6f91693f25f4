import { legacyColumns } from '@sinter/sdk/contract/production/legacy';

export type LegacyCells = Record<(typeof legacyColumns)[number], string>;

export interface LegacyLine {
  /** Of the file, from 1. */
  line: number;
  cells: LegacyCells;
}

/** Rows of a text with commas, semicolons or tabs, and cells in quotes. */
function rowsOf(text: string): { line: number; cells: string[] }[] {
  const plain = text.replace(/^\uFEFF/, '');
  const separator = [';', '\t', ','].find((each) => plain.split(/\r?\n/, 1)[0]?.includes(each)) ?? ',';
  const rows: { line: number; cells: string[] }[] = [];
  let [line, begun, cell, quoted] = [1, 1, '', false];
  let cells: string[] = [];
  const end = (): void => {
    cells.push(cell);
    if (cells.some((each) => each.trim() !== '')) rows.push({ line: begun, cells });
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
      cells.push(cell);
      cell = '';
    } else if (sign === '\n') {
      end();
      begun = line;
    } else if (sign !== '\r') cell += sign;
  }
  end();
  return rows;
}

/** What a file says, by the names in its first line; `null` where order, part and step are not among them. */
export function legacyLines(text: string): LegacyLine[] | null {
  const [head, ...rows] = rowsOf(text);
  const names = (head?.cells ?? []).map((name) => name.trim().toLowerCase());
  if (!['order', 'part', 'step'].every((name) => names.includes(name))) return null;
  const empty: LegacyCells = {
    ...{ order: '', part: '', step: '', operator: '', start: '', end: '' },
    ...{ quantity: '', good: '', scrap: '', notes: '' },
  };
  return rows.map(({ line, cells }) => {
    const named = legacyColumns.flatMap((column) => {
      const at = names.indexOf(column);
      return at < 0 ? [] : [[column, (cells[at] ?? '').trim()] as const];
    });
    return { line, cells: { ...empty, ...Object.fromEntries(named) } };
  });
}
