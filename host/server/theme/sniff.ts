import { buffer } from 'node:stream/consumers';
import type { FileKind, FileRecord, FileStore } from '@sinter/sdk/server';

/** What a file is by its first bytes, whatever its name says. */

export const headBytes = 1024;

const picture = (extension: string, contentType: string): FileKind => ({ kind: 'picture', extension, contentType });
const font = (extension: string): FileKind => ({ kind: 'font', extension, contentType: `font/${extension}` });

const signatures: readonly { at: number; hex: string; is: FileKind; also?: { at: number; hex: string } }[] = [
  { at: 0, hex: '89504e470d0a1a0a', is: picture('png', 'image/png') },
  { at: 0, hex: 'ffd8ff', is: picture('jpeg', 'image/jpeg') },
  { at: 0, hex: '474946383761', is: picture('gif', 'image/gif') },
  { at: 0, hex: '474946383961', is: picture('gif', 'image/gif') },
  { at: 0, hex: '52494646', also: { at: 8, hex: '57454250' }, is: picture('webp', 'image/webp') },
  { at: 0, hex: '00000100', is: picture('ico', 'image/x-icon') },
  { at: 0, hex: '774f4632', is: font('woff2') },
  { at: 0, hex: '774f4646', is: font('woff') },
  { at: 0, hex: '00010000', is: font('ttf') },
  { at: 0, hex: '74727565', is: font('ttf') },
  { at: 0, hex: '4f54544f', is: font('otf') },
];

/** Before the root element: byte order mark, white space, declarations and comments. */
const svgStart = /^\uFEFF?(?:\s|<\?[^>]*\?>|<!--(?:(?!-->)[^])*-->|<!DOCTYPE\s[^>[]*>)*<svg[\s>]/i;

/** `head`: the first 1024 bytes, or all of a smaller file. `null` for anything that is no picture and no font. */
export function sniff(head: Buffer): FileKind | null {
  const has = ({ at, hex }: { at: number; hex: string }): boolean =>
    head.subarray(at, at + hex.length / 2).toString('hex') === hex;
  const found = signatures.find((one) => has(one) && (!one.also || has(one.also)));
  if (found) return found.is;
  return svgStart.test(head.toString('utf8')) ? picture('svg', 'image/svg+xml') : null;
}

/** What a stored file is, read from its first bytes. */
export async function kindOf(files: FileStore, { sha256, size }: FileRecord): Promise<FileKind | null> {
  if (size === 0) return null;
  const range = { start: 0, end: Math.min(size, headBytes) - 1 };
  const { stream } = await files.read(sha256, { controlled: false, range });
  return sniff(await buffer(stream));
}
