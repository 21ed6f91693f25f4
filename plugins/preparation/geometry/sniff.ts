/** What the content of a file is, whatever its name says. */
export type Format =
  | 'STL'
  | 'OBJ'
  | '3MF'
  | 'WRL'
  | 'STEP'
  | 'IGES'
  | 'BREP'
  | 'JT'
  | 'CATIA'
  | 'NX'
  | 'CREO'
  | 'PARASOLID'
  | 'OLE'
  | 'HTML'
  | 'UNKNOWN';

const proprietaryExtensions: ReadonlySet<string> = new Set([
  'sldasm',
  'sldprt',
  'ipt',
  'iam',
  'catpart',
  'catproduct',
  'prt',
  'asm',
  'x_b',
  'x_t',
  'jt',
]);

const proprietaryFormats: ReadonlySet<Format> = new Set<Format>(['JT', 'CATIA', 'NX', 'CREO', 'PARASOLID', 'OLE']);

/** The extension of a file name in lower case, without the dot; empty when there is none. */
export function extensionOf(fileName: string): string {
  const name = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
  const dot = name.lastIndexOf('.');
  return dot < 1 ? '' : name.slice(dot + 1).toLowerCase();
}

/** True when files of this extension can only be read by a vendor's converter. */
export function isProprietaryExtension(extension: string): boolean {
  return proprietaryExtensions.has(extension.toLowerCase());
}

/** True when content of this format can only be read by a vendor's converter. */
export function isProprietaryFormat(format: Format): boolean {
  return proprietaryFormats.has(format);
}

const headBytes = 4096;

/** Bytes as text, one character per byte, without a byte-order mark; UTF-16 loses its zero bytes. */
function headText(bytes: Uint8Array): string {
  const head = bytes.subarray(0, headBytes);
  const wide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  const mark = wide ? 2 : head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  let text = '';
  for (const byte of head.subarray(mark)) {
    if (!wide || byte !== 0) text += String.fromCharCode(byte);
  }
  return text;
}

/** The number of facets a binary STL of this size can hold, and the number it declares. */
export function binaryStlCounts(bytes: Uint8Array): { declared: number; fitting: number; exact: boolean } {
  if (bytes.length < 84) return { declared: 0, fitting: 0, exact: false };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const declared = view.getUint32(80, true);
  return {
    declared,
    fitting: Math.floor((bytes.length - 84) / 50),
    exact: 84 + 50 * declared === bytes.length,
  };
}

/**
 * Names the format of a file from its content; the extension only decides where the content does not
 * (a binary STL with a wrong facet count has no mark of its own).
 */
export function sniff(bytes: Uint8Array, fileName = ''): Format {
  const extension = extensionOf(fileName);
  const text = headText(bytes);
  const start = text.trimStart();

  if (binaryStlCounts(bytes).exact && bytes.length > 84) return 'STL';
  if (text.startsWith('PK\x03\x04') || text.startsWith('PK\x05\x06')) {
    return extension === '3mf' || text.includes('3D/') || text.includes('[Content_Types].xml') ? '3MF' : 'UNKNOWN';
  }
  if (text.startsWith('\xd0\xcf\x11\xe0')) return 'OLE';
  if (text.startsWith('V5_CFV2')) return 'CATIA';
  if (/^Version (8|9|10)\.\d.{0,40}JT/.test(text)) return 'JT';
  if (text.includes('SPLMSSTR')) return 'NX';
  if (text.startsWith('#UGC:2')) return 'CREO';
  if (text.startsWith('**ABCDEF') || text.startsWith('PS\0\0\0')) return 'PARASOLID';
  if (start.startsWith('ISO-10303-21')) return 'STEP';
  if (/^#VRML V[12]\.0/.test(start)) return 'WRL';
  if (/^(DBRep_DrawableShape|CASCADE Topology)/.test(start)) return 'BREP';
  if (/^.{72}S {0,6}0{0,6}1\s/.test(text)) return 'IGES';
  if (/^(<!doctype html|<html|<\?xml|<head)/i.test(start)) return 'HTML';
  if (/^solid\b/i.test(start) && /\b(facet|endsolid)\b/i.test(start)) return 'STL';
  if (/^\s*(v|vn|vt|f)\s+[-+\d./]/m.test(text) && !text.includes('\0')) return 'OBJ';
  if (extension === 'stl' && bytes.length >= 84) return 'STL';
  return 'UNKNOWN';
}
