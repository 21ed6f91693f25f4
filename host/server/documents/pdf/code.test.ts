import PDFDocument from 'pdfkit';
import decodeQR from 'qr/decode.js';
import { expect, it, vi } from 'vitest';
import { drawCode } from './code.ts';
import { Pen } from './pen.ts';

const size = 200;

/** What a scanner reads of the squares that are drawn. */
function readBack(text: string, rightToLeft: boolean): string {
  const pdf = new PDFDocument({ size: [size, size] });
  const drawn = vi.spyOn(pdf, 'rect');
  drawCode(new Pen(pdf, rightToLeft, { width: size, height: size }), text, { start: 0, top: 0, size });
  const data = new Uint8Array(size * size * 4).fill(255);
  for (const [left, top, width, height] of drawn.mock.calls) {
    for (let y = Math.round(top); y < Math.round(top + height); y += 1) {
      for (let x = Math.round(left); x < Math.round(left + width); x += 1)
        data.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
    }
  }
  return decodeQR({ width: size, height: size, data });
}

it('is read as it was written, in either direction of the sheet', () => {
  for (const text of ['ORDER-1007', 'https://parts.example.com/c/ORDER-1007?from=label']) {
    for (const rightToLeft of [false, true]) expect(readBack(text, rightToLeft)).toBe(text);
  }
});
