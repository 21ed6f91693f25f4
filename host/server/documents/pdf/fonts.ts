import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { unpacked } from './woff.ts';

/**
 * The fonts of documents: Noto Sans for what is written in Latin, Greek and Cyrillic letters, its Japanese kin, and Vazirmatn
 * for Arabic: Noto puts Arabic letters together from parts, so that what is copied out of a PDF lacks their dots.
 */

const files = {
  latin: 'noto-sans/files/noto-sans-latin',
  more: 'noto-sans/files/noto-sans-latin-ext',
  arabic: 'vazirmatn/files/vazirmatn-arabic',
  greek: 'noto-sans/files/noto-sans-greek',
  cyrillic: 'noto-sans/files/noto-sans-cyrillic',
  vietnamese: 'noto-sans/files/noto-sans-vietnamese',
  japanese: 'noto-sans-jp/files/noto-sans-jp-japanese',
} as const;
export type FaceName = keyof typeof files;
export const faceNames: readonly FaceName[] = [
  'latin',
  'more',
  'arabic',
  'greek',
  'cyrillic',
  'vietnamese',
  'japanese',
];

export interface Face {
  name: FaceName;
  /** What the file is called within a document. */
  key: string;
  bytes: Buffer;
  font: Font;
  widths: Map<string, number>;
}

const packages = createRequire(import.meta.url);
const opened = new Map<string, Face>();

/** Reads its file when it is first needed. */
export function face(name: FaceName, bold: boolean): Face {
  const key = `${name}${bold ? '-bold' : ''}`;
  const known = opened.get(key);
  if (known) return known;
  const bytes = unpacked(readFileSync(packages.resolve(`@fontsource/${files[name]}-${bold ? 700 : 400}-normal.woff`)));
  const font = create(bytes);
  if ('fonts' in font) throw new Error(`${files[name]} is a collection.`);
  const made = { name, key, bytes, font, widths: new Map<string, number>() };
  opened.set(key, made);
  return made;
}

const mostKept = 20_000;

/** In units of one em. */
export function widthOf({ font, widths }: Face, text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  const width = font.layout(text).advanceWidth / font.unitsPerEm;
  if (widths.size >= mostKept) widths.clear();
  widths.set(text, width);
  return width;
}

const arabic = /\p{Script_Extensions=Arabic}/u;
const kanaOrHan = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}　-〿！-￯]/u;

/** That which has the character; the first one, which then shows an empty box, where none has it. `before`: of the character before. */
export function faceOf(character: string, before: FaceName | null, bold: boolean): FaceName {
  const point = character.codePointAt(0) ?? 0;
  const has = (name: FaceName): boolean => face(name, bold).font.hasGlyphForCodePoint(point);
  if (character === ' ' && before !== null && has(before)) return before;
  if (arabic.test(character) && has('arabic')) return 'arabic';
  if (kanaOrHan.test(character) && has('japanese')) return 'japanese';
  return faceNames.find(has) ?? 'latin';
}
