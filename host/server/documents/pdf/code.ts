import encodeQR from 'qr';
import type { Pen } from './pen.ts';

/** A QR code as squares; each row's neighbours in one piece. `border`: the quiet zone that scanners need, within `size`. */
export function drawCode(pen: Pen, text: string, box: { start: number; top: number; size: number }): void {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 2 });
  const square = box.size / rows.length;
  const left = pen.left(box.start, box.size);
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x += 1;
      pen.pdf.rect(left + from * square, box.top + y * square, (x + 1 - from) * square, square);
    }
  });
  pen.pdf.fillColor('#000000').fill();
}
