import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { drawBlock } from './blocks.ts';
import { Flow, TooLong } from './flow.ts';
import { drawLabel } from './label.ts';
import type { Style } from './lines.ts';
import { faint, heightOf, millimetre, Pen } from './pen.ts';
import { type Drawing, type Drawn, mostPages } from './task.ts';

const sheets = { A4: { width: 210, height: 297 }, LETTER: { width: 215.9, height: 279.4 } };

/** A document as PDF. Nothing in it depends on when or where it is made. `onSheet` is told how many sheets are drawn. */
export async function draw(drawing: Drawing, onSheet: (drawn: number) => void = () => {}): Promise<Drawn> {
  const { model, brand, locale, rightToLeft, foot } = drawing;
  const pdf = new PDFDocument({
    ...{ autoFirstPage: false, bufferPages: true, font: '', lang: locale, displayTitle: true },
    info: {
      Title: [model.sheets[0]?.title, model.sheets[0]?.number].filter(Boolean).join(' '),
      ...{ Author: brand.name, Creator: 'Sinter', Producer: 'Sinter', CreationDate: new Date(model.at) },
    },
  });
  const bytes = buffer(pdf);
  const paper = typeof model.paper === 'string' ? sheets[model.paper] : model.paper;
  const pen = new Pen(pdf, rightToLeft, { width: paper.width * millimetre, height: paper.height * millimetre });
  try {
    if (typeof model.paper === 'string') drawSheets(pen, drawing, onSheet);
    else drawLabels(pen, drawing);
  } catch (error) {
    // What was begun has to end, or it would wait for ever.
    pdf.end();
    await bytes;
    if (error instanceof TooLong) return { tooLong: true };
    throw error;
  }
  const { count } = pdf.bufferedPageRange();
  pdf.end();
  return { bytes: await bytes, pages: count };

  function drawLabels(on: Pen, { model: { sheets }, labelled }: Drawing): void {
    if (sheets.length > mostPages) throw new TooLong();
    for (const [index, sheet] of sheets.entries()) {
      drawLabel(on, sheet, labelled);
      drawFoot(
        on,
        { left: leftOf(foot, index), right: '' },
        { size: 4, color: faint },
        { edge: 2.5 * millimetre, up: 8 },
      );
    }
  }
}

/** How many pages a sheet has is known once it is drawn: the feet come last. */
function drawSheets(pen: Pen, { model, brand, pictures, foot }: Drawing, onSheet: (drawn: number) => void): void {
  const counted = { pages: 0 };
  const pages: { sheet: number; page: number; pages: number }[] = [];
  for (const [index, sheet] of model.sheets.entries()) {
    const flow = new Flow(pen, sheet, brand, counted);
    for (const block of sheet.blocks) drawBlock(flow, block, pictures);
    for (let page = 1; page <= flow.pages; page += 1) pages.push({ sheet: index, page, pages: flow.pages });
    onSheet(index + 1);
  }
  pages.forEach((of, index) => {
    pen.pdf.switchToPage(index);
    const right = foot.right.replace('{{page}}', String(of.page)).replace('{{pages}}', String(of.pages));
    const place = { edge: 16 * millimetre, up: 11 * millimetre };
    pen.rule({ start: place.edge, top: pen.pageHeight - place.up - 4, width: pen.pageWidth - 2 * place.edge });
    drawFoot(pen, { left: leftOf(foot, of.sheet), right }, { size: 7.5, color: faint }, place);
  });
}

const leftOf = ({ left }: Drawing['foot'], sheet: number): string => left[sheet] ?? left.at(-1) ?? '';

function drawFoot(
  pen: Pen,
  { left, right }: { left: string; right: string },
  style: Style,
  { edge, up }: { edge: number; up: number },
): void {
  const width = pen.pageWidth - 2 * edge;
  const ending = pen.lines(right, style, width * 0.3, 1);
  const box = { start: edge, top: pen.pageHeight - up, width };
  pen.write(pen.lines(left, style, right ? width * 0.68 : width, 1), style, box);
  if (heightOf(ending, style) > 0) pen.write(ending, style, { ...box, align: 'end' });
}
