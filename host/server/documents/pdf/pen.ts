import type PDFDocument from 'pdfkit';
import { face, type FaceName } from './fonts.ts';
import { type Line, linesOf, type Style } from './lines.ts';

export type Pdf = InstanceType<typeof PDFDocument>;

export const millimetre = 72 / 25.4;
export const ink = '#16202e';
export const faint = '#627084';
export const hair = '#c9d1db';

/** From a line's top to its letters' feet, and to the next line, in parts of the letters' size. */
const ascent = 1.05;
const leading = 1.4;
export const heightOf = (lines: readonly Line[], { size }: Style): number => lines.length * size * leading;

export interface Box {
  /** From the edge where lines begin: the right one where the language runs from right to left. */
  start: number;
  top: number;
  width: number;
  align?: 'start' | 'end' | 'center';
}

/** Draws on the page that is open. Where the language runs from right to left everything stands the other way round. */
export class Pen {
  readonly pdf: Pdf;
  readonly rightToLeft: boolean;
  readonly pageWidth: number;
  readonly pageHeight: number;
  readonly #registered = new Set<string>();

  constructor(pdf: Pdf, rightToLeft: boolean, page: { width: number; height: number }) {
    this.pdf = pdf;
    this.rightToLeft = rightToLeft;
    this.pageWidth = page.width;
    this.pageHeight = page.height;
  }

  lines(text: string, style: Style, width: number, mostLines?: number): Line[] {
    return linesOf(text, style, { rightToLeft: this.rightToLeft, width, mostLines });
  }

  /** Where a box begins on the paper, from its left edge. */
  left(start: number, width: number): number {
    return this.rightToLeft ? this.pageWidth - start - width : start;
  }

  write(lines: readonly Line[], { size, bold = false, color = ink }: Style, box: Box): void {
    const { align = 'start' } = box;
    const left = this.left(box.start, box.width);
    const toTheRight = align !== 'center' && (align === 'end') !== this.rightToLeft;
    this.pdf.fillColor(color);
    lines.forEach((line, index) => {
      const room = box.width - line.width;
      let x = left + (align === 'center' ? room / 2 : toTheRight ? room : 0);
      const y = box.top + index * size * leading + size * ascent;
      for (const run of line.runs) {
        this.#font(run.face, bold);
        this.pdf.fontSize(size);
        // With a list of features, though empty, the whole run is set at once: word by word would be the wrong way round.
        this.pdf.text(run.text, x, y, { lineBreak: false, baseline: 'alphabetic', features: [] });
        x += run.width;
      }
    });
  }

  /** Each document reads the fonts that it uses, and no others. */
  #font(name: FaceName, bold: boolean): void {
    const { key, bytes } = face(name, bold);
    if (!this.#registered.has(key)) this.pdf.registerFont(key, bytes);
    this.#registered.add(key);
    this.pdf.font(key);
  }

  rule(box: { start: number; top: number; width: number; color?: string; weight?: number }): void {
    const left = this.left(box.start, box.width);
    this.pdf
      .moveTo(left, box.top)
      .lineTo(left + box.width, box.top)
      .lineWidth(box.weight ?? 0.5)
      .strokeColor(box.color ?? hair)
      .stroke();
  }
}
