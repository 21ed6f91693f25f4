import type { DocumentSheet } from '@sinter/sdk/server/documents';
import { printedCode } from '@sinter/sdk/contract/codes';
import { drawCode } from './code.ts';
import { faint, heightOf, millimetre, type Pen } from './pen.ts';
import type { Style } from './lines.ts';

const margin = 2.5 * millimetre;
const footRoom = 6;

/** A label: the code on one side, the texts on the other, as small as they have to be to fit. */
export function drawLabel(pen: Pen, sheet: DocumentSheet, labelled: string): void {
  pen.pdf.addPage({ size: [pen.pageWidth, pen.pageHeight], margin: 0 });
  const height = pen.pageHeight - 2 * margin - footRoom;
  const codeSize = sheet.code ? Math.min(height - 8, (pen.pageWidth - 2 * margin) * 0.42) : 0;
  const width = pen.pageWidth - 2 * margin - (codeSize > 0 ? codeSize + 4 : 0);
  if (sheet.code) {
    const at = pen.pageWidth - margin - codeSize;
    const style: Style = { size: 7, bold: true };
    drawCode(pen, sheet.code.link ?? printedCode(sheet.code), { start: at, top: margin, size: codeSize });
    const letters = pen.lines(sheet.code.letters ?? printedCode(sheet.code), style, codeSize, 1);
    pen.write(letters, style, { start: at, top: margin + codeSize, width: codeSize, align: 'center' });
  }
  const scales = [1.3, 1.15, 1, 0.9, 0.8, 0.7, 0.6];
  for (const scale of scales) {
    const set = textsOf(sheet, labelled).map(({ text, style, most }) => {
      const scaled = { ...style, size: style.size * scale };
      return { style: scaled, lines: pen.lines(text, scaled, width, most) };
    });
    const needed = set.reduce((sum, { lines, style }) => sum + heightOf(lines, style), 0);
    if (needed > height && scale !== scales.at(-1)) continue;
    let top = margin;
    for (const { lines, style } of set) {
      const own = heightOf(lines, style);
      if (top + own > margin + height) break;
      pen.write(lines, style, { start: margin, top, width });
      top += own;
    }
    return;
  }
}

/** What it names is in the direction of its own. */
const inOneLine = (labelled: string, label: string, value: string): string =>
  labelled.replace(/\{\{(label|value)\}\}/g, (_, part) => (part === 'label' ? label : `\u2068${value}\u2069`));

function textsOf(
  { title, number, mark, blocks }: DocumentSheet,
  labelled: string,
): { text: string; style: Style; most: number }[] {
  const plain: Style = { size: 8 };
  const strong: Style = { size: 8, bold: true };
  const grey: Style = { size: 6.5, color: faint };
  const texts: { text: string; style: Style; most: number }[] = [
    { text: title, style: { size: 12, bold: true }, most: 3 },
  ];
  const add = (text: string | undefined, style: Style, most = 3): void => {
    if (text) texts.push({ text, style, most });
  };
  add(number, { size: 10, bold: true }, 2);
  add(mark, strong, 1);
  for (const block of blocks) {
    if ('title' in block) add(block.title, strong);
    if (block.kind === 'facts' || block.kind === 'totals') {
      const rows = block.kind === 'facts' ? block.facts : block.rows;
      for (const { label, value } of rows) add(inOneLine(labelled, label, value), plain);
    } else if (block.kind === 'parties') {
      for (const party of block.parties) {
        add(party.title, grey, 1);
        party.lines.forEach((line, index) => add(line, index === 0 ? strong : plain));
      }
    } else if (block.kind === 'notes') for (const paragraph of block.paragraphs) add(paragraph, plain, 6);
    else if (block.kind === 'table') for (const { cells } of block.rows) add(cells.filter(Boolean).join(' · '), plain);
  }
  return texts;
}
