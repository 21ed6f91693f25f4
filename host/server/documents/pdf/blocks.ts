import type { DocumentBlock } from '@sinter/sdk/server/documents';
import type { Flow } from './flow.ts';
import type { Line, Style } from './lines.ts';
import { faint, heightOf, millimetre } from './pen.ts';
import { drawHeading } from './heading.ts';
import { drawTable } from './table.ts';
import type { Drawing } from './task.ts';

type Block<Kind extends DocumentBlock['kind']> = Extract<DocumentBlock, { kind: Kind }>;

const label: Style = { size: 8, color: faint };
const value: Style = { size: 9.5 };
const strong: Style = { size: 9.5, bold: true };
const gap = 14;
const between = 12;

export function drawBlock(flow: Flow, block: DocumentBlock, pictures: Drawing['pictures']): void {
  switch (block.kind) {
    case 'parties':
      drawParties(flow, block);
      break;
    case 'facts':
      drawFacts(flow, block);
      break;
    case 'table':
      drawTable(flow, block);
      break;
    case 'totals':
      drawTotals(flow, block);
      break;
    case 'notes':
      drawNotes(flow, block);
      break;
    case 'picture':
      if (!drawPicture(flow, pictures[block.sha256])) return;
      break;
    case 'signatures':
      drawSignatures(flow, block);
      break;
  }
  flow.top += between;
}

/** Cells beside each other, `across` of them in a row, each row as high as its highest. */
function drawCells(flow: Flow, cells: readonly { lines: Line[]; style: Style }[][], across: number): void {
  const width = (flow.width - gap * (across - 1)) / across;
  for (let first = 0; first < cells.length; first += across) {
    const row = cells.slice(first, first + across);
    const height = Math.max(
      ...row.map((parts) => parts.reduce((sum, { lines, style }) => sum + heightOf(lines, style), 0)),
    );
    flow.need(height);
    row.forEach((parts, index) => {
      let { top } = flow;
      for (const { lines, style } of parts) {
        flow.pen.write(lines, style, { start: flow.start + index * (width + gap), top, width });
        top += heightOf(lines, style);
      }
    });
    flow.top += height + 5;
  }
}

function drawParties(flow: Flow, { parties }: Block<'parties'>): void {
  const across = Math.min(3, Math.max(2, parties.length));
  const width = (flow.width - gap * (across - 1)) / across;
  const set = (text: string, style: Style, most: number) => ({
    lines: flow.pen.lines(text, style, width, most),
    style,
  });
  drawCells(
    flow,
    parties.map(({ title, lines }) => [
      set(title, label, 2),
      ...lines.map((line, index) => set(line, index === 0 ? strong : value, 4)),
    ]),
    across,
  );
}

function drawFacts(flow: Flow, { title, facts }: Block<'facts'>): void {
  const across = 3;
  const width = (flow.width - gap * (across - 1)) / across;
  drawHeading(flow, title, 30);
  const cells = facts.map((fact) => [
    { lines: flow.pen.lines(fact.label, label, width, 2), style: label },
    { lines: flow.pen.lines(fact.value, value, width, 12), style: value },
  ]);
  drawCells(flow, cells, across);
}

/** Answers whether there is one that can be drawn. */
function drawPicture(flow: Flow, bytes: Uint8Array | undefined): boolean {
  const isPng = bytes?.[0] === 0x89 && bytes[1] === 0x50;
  const isJpeg = bytes?.[0] === 0xff && bytes[1] === 0xd8;
  if (!bytes || !(isPng || isJpeg)) return false;
  const { pen } = flow;
  const [width, height] = [56 * millimetre, 38 * millimetre];
  flow.need(height);
  const align = pen.rightToLeft ? 'right' : undefined;
  pen.pdf.image(Buffer.from(bytes), pen.left(flow.start, width), flow.top, {
    fit: [width, height],
    ...(align && { align }),
  });
  flow.top += height;
  return true;
}

function drawTotals(flow: Flow, { rows }: Block<'totals'>): void {
  const width = flow.width * 0.5;
  const start = flow.start + flow.width - width;
  const set = rows.map((row) => {
    const style: Style = row.strong ? { size: 11, bold: true } : value;
    const [named, said] = [
      flow.pen.lines(row.label, style, width * 0.56, 4),
      flow.pen.lines(row.value, style, width * 0.42, 3),
    ];
    return { ...{ row, style, named, said }, height: Math.max(heightOf(named, style), heightOf(said, style)) + 4 };
  });
  flow.need(set.reduce((sum, { height }) => sum + height, 0));
  for (const { row, style, named, said, height } of set) {
    flow.need(height);
    if (row.strong) flow.pen.rule({ start, top: flow.top, width, color: flow.color, weight: 1 });
    flow.pen.write(named, style, { start, top: flow.top + 2, width: width * 0.56 });
    const box = { start: start + width * 0.58, top: flow.top + 2, width: width * 0.42 };
    flow.pen.write(said, style, { ...box, align: 'end' });
    flow.top += height;
  }
}

function drawNotes(flow: Flow, { title, paragraphs }: Block<'notes'>): void {
  drawHeading(flow, title, 20);
  for (const paragraph of paragraphs) {
    for (const line of flow.pen.lines(paragraph, value, flow.width)) {
      const height = heightOf([line], value);
      flow.need(height);
      flow.pen.write([line], value, { start: flow.start, top: flow.top, width: flow.width });
      flow.top += height;
    }
    flow.top += 3;
  }
}

function drawSignatures(flow: Flow, { lines }: Block<'signatures'>): void {
  const across = 2;
  const width = (flow.width - gap * 2) / across;
  const height = 17 * millimetre;
  for (let first = 0; first < lines.length; first += across) {
    flow.need(height);
    lines.slice(first, first + across).forEach((text, index) => {
      const box = { start: flow.start + index * (width + gap * 2), top: flow.top + height - 14, width };
      flow.pen.rule({ ...box, color: faint });
      flow.pen.write(flow.pen.lines(text, label, width, 1), label, { ...box, top: box.top + 2 });
    });
    flow.top += height;
  }
}
