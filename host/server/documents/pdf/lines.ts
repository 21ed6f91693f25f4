import bidiFactory from 'bidi-js';
import LineBreaker from 'linebreak';
import { face, faceOf, widthOf, type FaceName } from './fonts.ts';

/** Text in lines of a width: broken where its language breaks them, each line in the order in which it is seen. */

const bidi = bidiFactory();

export interface Style {
  size: number;
  bold?: boolean;
  color?: string;
}

/** Characters of one font and one direction, in the order in which the font has to be given them. */
export interface Run {
  text: string;
  face: FaceName;
  width: number;
}
export interface Line {
  /** From left to right. */
  runs: Run[];
  width: number;
}

/** Overrides and embeddings turn the order of what comes after them, prices among it; nobody needs them in a name. */
const overrides = /[\u202A-\u202E]/g;
const controls = /[^\P{Cc}\n]|[\uFEFF\uFFF0-\uFFFB\u00AD]/gu;
/** Without a shape of their own. */
const shapeless = /[\p{Variation_Selector}\u200B-\u200F\u2060-\u206F\u{E0000}-\u{E007F}]/u;
/** French has it in numbers and before its marks, and no font does. */
const narrowSpace = '\u202F';
const thinSpace = '\u2009';
const rightToLeftLetter = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC]/;
const arabicScript = /\p{Script=Arabic}/u;

export interface Setting {
  /** The direction of the document. */
  rightToLeft: boolean;
  width: number;
  /** The rest is left out, which three dots show. */
  mostLines?: number;
}

export function linesOf(text: string, style: Style, { rightToLeft, width, mostLines = Infinity }: Setting): Line[] {
  const lines: Line[] = [];
  const clean = text.replaceAll('\r\n', '\n').replaceAll('\t', ' ').replace(overrides, '').replace(controls, '');
  for (const paragraph of clean.split('\n')) {
    const set = new Paragraph(paragraph, style, rightToLeft);
    for (const [start, end] of set.breaks(width)) {
      if (lines.length === mostLines) return [...lines.slice(0, -1), ellipsis(lines.at(-1), style)];
      lines.push(set.line(start, end));
    }
  }
  return lines;
}

function ellipsis(line: Line | undefined, style: Style): Line {
  const width = widthOf(face('latin', style.bold === true), '…') * style.size;
  const runs = [...(line?.runs ?? []), { text: '…', face: 'latin', width } satisfies Run];
  return { runs, width: (line?.width ?? 0) + width };
}

/** One paragraph: directions and fonts of its characters. */
class Paragraph {
  readonly #text: string;
  /** The same, of characters that the fonts have. */
  readonly #drawn: string;
  readonly #style: Style;
  readonly #levels: Uint8Array;
  readonly #mirrored: Map<number, string>;
  /** Of each code unit; `null` where it has no shape. */
  readonly #faces: (FaceName | null)[];
  readonly #base: number;

  constructor(text: string, style: Style, rightToLeft: boolean) {
    this.#text = text;
    this.#drawn = text.replaceAll(narrowSpace, thinSpace);
    this.#style = style;
    const right = rightToLeftLetter.test(text);
    const embedding = bidi.getEmbeddingLevels(text, !right ? 'ltr' : rightToLeft ? 'rtl' : undefined);
    this.#levels = embedding.levels.map((level, at, levels) =>
      isSecondHalf(text, at) ? (levels[at - 1] ?? level) : level,
    );
    this.#base = embedding.paragraphs[0]?.level ?? 0;
    this.#mirrored = right ? bidi.getMirroredCharactersMap(text, embedding.levels) : new Map<number, string>();
    this.#faces = [];
    let before: FaceName | null = null;
    for (const character of this.#drawn) {
      const own: FaceName | null = shapeless.test(character) ? null : faceOf(character, before, style.bold === true);
      for (let at = 0; at < character.length; at += 1) this.#faces.push(own);
      before = own ?? before;
    }
  }

  /** Start and end of each line. */
  breaks(width: number): [number, number][] {
    const lines: [number, number][] = [];
    const breaker = new LineBreaker(this.#text);
    let [start, end, filled] = [0, 0, 0];
    for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
      const piece = this.#widthOf(end, this.#trimmed(end, next.position));
      if (filled + piece > width && end > start) {
        lines.push([start, end]);
        [start, filled] = [end, 0];
      }
      if (piece > width) {
        for (const cut of this.#cuts(end, next.position, width)) {
          lines.push([start, cut]);
          start = cut;
        }
        filled = 0;
        end = start;
      }
      filled += this.#widthOf(end, next.position);
      end = next.position;
    }
    return [...lines, [start, this.#text.length]];
  }

  /** Of a word that is longer than a line: where it is cut. */
  #cuts(start: number, end: number, width: number): number[] {
    const cuts: number[] = [];
    let filled = 0;
    for (let at = start; at < end;) {
      const next = at + String.fromCodePoint(this.#text.codePointAt(at) ?? 0).length;
      const own = this.#widthOf(at, next);
      if (filled + own > width && filled > 0) {
        cuts.push(at);
        filled = 0;
      }
      filled += own;
      at = next;
    }
    return cuts;
  }

  #trimmed(start: number, end: number): number {
    let at = end;
    while (at > start && this.#text[at - 1] === ' ') at -= 1;
    return at;
  }

  #widthOf(start: number, end: number): number {
    return this.#runs(start, end).reduce((sum, { width }) => sum + width, 0);
  }

  line(start: number, end: number): Line {
    const runs = this.#runs(start, this.#trimmed(start, end));
    const highest = Math.max(0, ...runs.map(({ level }) => level));
    const lowestOdd = Math.min(...runs.map(({ level }) => (level % 2 ? level : Infinity)));
    for (let level = highest; level >= lowestOdd; level -= 1) reverseFrom(runs, level);
    return {
      runs: runs.map(({ level: _, ...run }) => run),
      width: runs.reduce((sum, { width }) => sum + width, 0),
    };
  }

  /** As the text has them, one after the other. */
  #runs(start: number, end: number): (Run & { level: number })[] {
    const runs: (Run & { level: number })[] = [];
    for (let at = start; at < end;) {
      const [name, level] = [this.#faces[at] ?? null, this.#levels[at] ?? this.#base];
      let text = '';
      let next = at;
      while (next < end && (this.#faces[next] ?? null) === name && (this.#levels[next] ?? this.#base) === level) {
        text += this.#mirrored.get(next) ?? this.#drawn[next];
        next += 1;
      }
      at = next;
      if (name === null) continue;
      // Fonts set what begins in Arabic letters from right to left, and everything else from left to right.
      const set = arabicScript.test(text) === (level % 2 === 1) ? text : [...text].toReversed().join('');
      const width = widthOf(face(name, this.#style.bold === true), set) * this.#style.size;
      runs.push({ text: set, face: name, width, level });
    }
    return runs;
  }
}

const isSecondHalf = (text: string, at: number): boolean => /[\uDC00-\uDFFF]/.test(text[at] ?? '');

/** Turns the order of each stretch of at least this level. */
function reverseFrom(runs: { level: number }[], level: number): void {
  for (let at = 0; at < runs.length;) {
    let end = at;
    while (end < runs.length && (runs[end]?.level ?? 0) >= level) end += 1;
    if (end > at) runs.splice(at, end - at, ...runs.slice(at, end).toReversed());
    at = Math.max(end, at + 1);
  }
}
