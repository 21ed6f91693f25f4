import { inflateSync } from 'node:zlib';

/**
 * The font within a WOFF file (W3C WOFF 1.0), each of its tables unpacked. Fontkit unpacks a table anew whenever it looks for
 * a glyph, which takes a hundred times as long as drawing it.
 */
export function unpacked(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is no WOFF file.');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = 44 + index * 20;
    const [offset, packed, size] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at));
    if (offset === undefined || packed === undefined || size === undefined) throw new Error('A table has no place.');
    const stored = woff.subarray(offset, offset + packed);
    const content = packed < size ? inflateSync(stored, { maxOutputLength: size }) : stored;
    return { tag: woff.subarray(entry, entry + 4), checksum: woff.readUInt32BE(entry + 16), content };
  });
  const power = 2 ** Math.floor(Math.log2(count));
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((count - power) * 16, 10);
  const parts: Buffer[] = [head];
  let next = head.length;
  tables.forEach(({ tag, checksum, content }, index) => {
    const entry = 12 + index * 16;
    tag.copy(head, entry);
    head.writeUInt32BE(checksum, entry + 4);
    head.writeUInt32BE(next, entry + 8);
    head.writeUInt32BE(content.length, entry + 12);
    const padding = (4 - (content.length % 4)) % 4;
    parts.push(content, Buffer.alloc(padding));
    next += content.length + padding;
  });
  return Buffer.concat(parts);
}
