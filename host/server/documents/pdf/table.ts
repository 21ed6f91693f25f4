import type { DocumentBlock } from '@sinter/sdk/server/documents';
import type { Flow } from './flow.ts';
import { drawHeading } from './heading.ts';
import type { Line, Style } from './lines.ts';
import { faint, heightOf, millimetre } from './pen.ts';

type Table = Extract<DocumentBlock, { kind: 'table' }>;

const head: Style = { size: 8, bold: true, color: faint };
const cell: Style = { size: 9 };
const more: Style = { size: 8, color: faint };
const padding = 3;
const gap = 8;
/** To write in by hand. */
const writingRoom = 9 * millimetre;

/** Rows over as many pages as they need, each page with the heads above. */
export function drawTable(flow: Flow, { title, columns, rows }: Table): void {
  const shares = columns.reduce((sum, { share = 1 }) => sum + share, 0);
  const room = flow.width - gap * (columns.length - 1);
  let next = flow.start;
  const placed = columns.map(({ head: text, share = 1, number }) => {
    const width = (room * share) / shares;
    const column = { start: next, width, align: number ? ('end' as const) : ('start' as const), text };
    next += width + gap;
    return column;
  });
  const heads = placed.map(({ text, width }) => flow.pen.lines(text, head, width, 3));
  const headHeight = tallest(heads, head) + 2 * padding;

  const drawHead = (): void => {
    placed.forEach((column, index) => flow.pen.write(heads[index] ?? [], head, { ...column, top: flow.top + padding }));
    flow.top += headHeight;
    flow.pen.rule({ start: flow.start, top: flow.top, width: flow.width, color: flow.color, weight: 1 });
  };

  drawHeading(flow, title, headHeight + 30);
  flow.need(headHeight + 20);
  drawHead();
  for (const row of rows) {
    const most = Math.floor((flow.wholePage - headHeight - 60) / (cell.size * 1.4));
    const cells = placed.map(({ width }, index) => flow.pen.lines(row.cells[index] ?? '', cell, width, most));
    const below = row.more ? flow.pen.lines(row.more, more, flow.width, 4) : [];
    const upper = Math.max(tallest(cells, cell), row.room ? writingRoom : 0);
    const height = upper + heightOf(below, more) + 2 * padding;
    if (height > flow.room) {
      flow.nextPage();
      drawHead();
    }
    placed.forEach((column, index) => flow.pen.write(cells[index] ?? [], cell, { ...column, top: flow.top + padding }));
    flow.pen.write(below, more, { start: flow.start, top: flow.top + padding + upper, width: flow.width });
    flow.top += height;
    flow.pen.rule({ start: flow.start, top: flow.top, width: flow.width });
  }
}

const tallest = (cells: readonly Line[][], style: Style): number =>
  Math.max(0, ...cells.map((lines) => heightOf(lines, style)));
