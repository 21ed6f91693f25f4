import type { DocumentSheet } from '@sinter/sdk/server/documents';
import { printedCode } from '@sinter/sdk/contract/codes';
import { drawCode } from './code.ts';
import { faint, heightOf, ink, millimetre, type Pen } from './pen.ts';
import { type Style } from './lines.ts';
import { type Drawing, mostPages } from './task.ts';

export class TooLong extends Error {}

const margin = 16 * millimetre;
const footRoom = 18 * millimetre;
const title: Style = { size: 19, bold: true };
const number: Style = { size: 11, color: faint };
const small: Style = { size: 8, color: faint };

/** The pages of one sheet, from top to bottom: what does not fit any more goes to the next. */
export class Flow {
  readonly pen: Pen;
  readonly color: string;
  readonly start = margin;
  readonly width: number;
  /** Of this sheet. */
  pages = 1;
  top = 0;
  readonly #sheet: DocumentSheet;
  readonly #bottom: number;
  readonly #counted: { pages: number };

  constructor(pen: Pen, sheet: DocumentSheet, brand: Drawing['brand'], counted: { pages: number }) {
    this.pen = pen;
    this.color = brand.color;
    this.width = pen.pageWidth - 2 * margin;
    this.#sheet = sheet;
    this.#bottom = pen.pageHeight - footRoom;
    this.#counted = counted;
    this.#page();
    this.#head(brand);
  }

  #page(): void {
    this.#counted.pages += 1;
    if (this.#counted.pages > mostPages) throw new TooLong();
    this.pen.pdf.addPage({ size: [this.pen.pageWidth, this.pen.pageHeight], margin: 0 });
    this.top = 12 * millimetre;
  }

  #head(brand: Drawing['brand']): void {
    const { pen, start, width } = this;
    const { code } = this.#sheet;
    const codeSize = code ? 24 * millimetre : 0;
    const beside = width - codeSize - (code ? 6 : 0);
    let below = this.top;
    if (code) {
      const at = start + width - codeSize;
      drawCode(pen, code.link ?? printedCode(code), { start: at, top: this.top, size: codeSize });
      const letters = pen.lines(code.letters ?? printedCode(code), small, codeSize, 1);
      pen.write(letters, small, { start: at, top: this.top + codeSize, width: codeSize, align: 'center' });
      below = this.top + codeSize + heightOf(letters, small);
    }
    this.#brand(brand, beside);
    const heading = pen.lines(this.#sheet.title, title, beside, 3);
    pen.write(heading, title, { start, top: this.top, width: beside });
    this.#mark(heading[0]?.width ?? 0);
    this.top += heightOf(heading, title);
    if (this.#sheet.number) {
      const shown = pen.lines(this.#sheet.number, number, beside, 2);
      pen.write(shown, number, { start, top: this.top, width: beside });
      this.top += heightOf(shown, number);
    }
    this.top = Math.max(this.top, below) + 5;
    pen.rule({ start, top: this.top, width, color: this.color, weight: 1.5 });
    this.top += 12;
  }

  #brand({ logo, name, color }: Drawing['brand'], width: number): void {
    const { pen, start } = this;
    const height = 14 * millimetre;
    if (logo) {
      const fit = Math.min(width, 60 * millimetre);
      const left = pen.left(start, fit);
      const align = pen.rightToLeft ? 'right' : undefined;
      pen.pdf.image(Buffer.from(logo), left, this.top, { fit: [fit, height], ...(align && { align }) });
    } else {
      const style: Style = { size: 13, bold: true, color };
      pen.write(pen.lines(name, style, width, 2), style, { start, top: this.top, width });
    }
    this.top += height + 10;
  }

  #mark(after: number): void {
    const { mark } = this.#sheet;
    if (!mark) return;
    const { pen } = this;
    const style: Style = { size: 10, bold: true, color: this.color };
    const lines = pen.lines(mark, style, 200, 1);
    const width = (lines[0]?.width ?? 0) + 14;
    const box = { start: this.start + after + 12, top: this.top + 5, width };
    pen.pdf
      .roundedRect(pen.left(box.start, width), box.top, width, 18, 3)
      .lineWidth(1)
      .strokeColor(this.color)
      .stroke();
    pen.write(lines, style, { ...box, top: box.top + 2, align: 'center' });
  }

  /** What is left of this page. */
  get room(): number {
    return this.#bottom - this.top;
  }

  /** Height of a page that has nothing on it yet. */
  get wholePage(): number {
    return this.#bottom - 26 * millimetre;
  }

  nextPage(): void {
    this.#page();
    this.pages += 1;
    const style: Style = { size: 9, color: ink };
    const { title: what, number: which } = this.#sheet;
    const lines = this.pen.lines([what, which].filter(Boolean).join(' · '), style, this.width, 1);
    this.pen.write(lines, style, { start: this.start, top: this.top, width: this.width });
    this.top += heightOf(lines, style) + 3;
    this.pen.rule({ start: this.start, top: this.top, width: this.width, color: this.color, weight: 1 });
    this.top += 10;
  }

  /** Opens the next page unless so much fits on this one. What is higher than a page begins where it stands. */
  need(height: number): void {
    if (height > this.room && height <= this.wholePage) this.nextPage();
  }
}
