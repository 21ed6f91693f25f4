import { GeometryError } from '../errors.ts';
import { say } from '../say.ts';

/** A longer text does not fit into a string. */
export const maxTextBytes = 400_000_000;

/**
 * The text as UTF-8 bytes without byte-order mark and without padding at its end. UTF-16 files with a mark are
 * converted, and lines that end in a carriage return alone get line feeds.
 */
export function utf8Bytes(bytes: Uint8Array): Uint8Array {
  const text = withoutPadding(decoded(bytes));
  if (text.includes(10) || !text.includes(13)) return text;
  return text.map((byte) => (byte === 13 ? 10 : byte));
}

/** Removes padding: old tapes and disks end a text with NULs, CP/M and DOS with Ctrl-Z. */
function withoutPadding(text: Uint8Array): Uint8Array {
  let end = text.length;
  while (end > 0 && (text[end - 1] === 0 || text[end - 1] === 26)) end--;
  return text.subarray(0, end);
}

function decoded(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3);
  const little = bytes[0] === 0xff && bytes[1] === 0xfe;
  const big = bytes[0] === 0xfe && bytes[1] === 0xff;
  if (!little && !big) return bytes;
  if (bytes.length > maxTextBytes * 2) {
    throw new GeometryError('TOO_LARGE', say('utf16TooLarge'));
  }
  let even = bytes.subarray(2);
  if (big) {
    even = even.slice();
    for (let i = 0; i + 1 < even.length; i += 2) {
      const high = even[i] ?? 0;
      even[i] = even[i + 1] ?? 0;
      even[i + 1] = high;
    }
  }
  return new TextEncoder().encode(new TextDecoder('utf-16le').decode(even));
}

const powersOfTen = Float64Array.from({ length: 23 }, (_, i) => 10 ** i);

const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57;

/** True for the characters that separate words in the text formats (space, tab, line ends). */
export const isSpace = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13);

/** Reads the bytes of a text file: words, numbers, lines. */
export class ByteCursor {
  readonly bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get atEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  /** The byte at the cursor, 0 at the end. */
  peek(): number {
    return this.bytes[this.at] ?? 0;
  }

  /** Skips white space, line ends included. */
  skipSpace(): void {
    while (this.at < this.bytes.length && isSpace(this.bytes[this.at] ?? 0)) this.at++;
  }

  /** Skips blanks, but stays on the line. */
  skipBlanks(): void {
    for (;;) {
      const byte = this.peek();
      if (!isSpace(byte) || byte === 10 || byte === 13) return;
      this.at++;
    }
  }

  /** Moves to the first byte of the next line. */
  skipLine(): void {
    const end = this.bytes.indexOf(10, this.at);
    this.at = end < 0 ? this.bytes.length : end + 1;
  }

  skipWord(): void {
    while (this.at < this.bytes.length && !isSpace(this.bytes[this.at] ?? 0)) this.at++;
  }

  /** The word at the cursor, without moving. */
  word(): string {
    let end = this.at;
    while (end < this.bytes.length && end < this.at + 64 && !isSpace(this.bytes[end] ?? 0)) end++;
    return String.fromCharCode(...this.bytes.subarray(this.at, end));
  }

  /** The line number of the cursor, from 1, for messages. */
  line(): number {
    let line = 1;
    for (let i = this.bytes.indexOf(10); i >= 0 && i < this.at; i = this.bytes.indexOf(10, i + 1)) line++;
    return line;
  }

  /**
   * Reads the decimal number at the cursor and moves past it. Words such as `nan`, `inf` and `1.#IND`, which
   * exporters print for lost values, give NaN. Returns undefined without moving when there is no number.
   */
  number(): number | undefined {
    const { bytes } = this;
    const start = this.at;
    let at = start;
    let byte = bytes[at] ?? 0;
    const negative = byte === 45;
    if (byte === 45 || byte === 43) byte = bytes[++at] ?? 0;
    let mantissa = 0;
    let digits = 0;
    let scale = 0;
    const first = at;
    while (isDigit(byte)) {
      mantissa = mantissa * 10 + (byte - 48);
      if (mantissa !== 0) digits++;
      byte = bytes[++at] ?? 0;
    }
    let seen = at - first;
    if (byte === 46) {
      byte = bytes[++at] ?? 0;
      while (isDigit(byte)) {
        mantissa = mantissa * 10 + (byte - 48);
        if (mantissa !== 0) digits++;
        scale--;
        seen++;
        byte = bytes[++at] ?? 0;
      }
    }
    if (seen === 0 || byte === 35) return this.#lostValue(start);
    if (byte === 101 || byte === 69) {
      let exponentAt = at + 1;
      let sign = 1;
      if (bytes[exponentAt] === 45 || bytes[exponentAt] === 43) {
        if (bytes[exponentAt] === 45) sign = -1;
        exponentAt++;
      }
      let exponent = 0;
      const exponentStart = exponentAt;
      while (isDigit(bytes[exponentAt] ?? 0)) {
        exponent = Math.min(9999, exponent * 10 + (bytes[exponentAt] ?? 0) - 48);
        exponentAt++;
      }
      if (exponentAt > exponentStart) {
        scale += sign * exponent;
        at = exponentAt;
      }
    }
    this.at = at;
    let value: number;
    // Up to 15 digits with an exact power of ten give the correctly rounded value.
    if (digits <= 15 && scale >= -22 && scale <= 22) {
      value = scale < 0 ? mantissa / (powersOfTen[-scale] ?? 1) : mantissa * (powersOfTen[scale] ?? 1);
      return negative ? -value : value;
    }
    value = Number(String.fromCharCode(...bytes.subarray(start, Math.min(at, start + 400))));
    return value;
  }

  #lostValue(start: number): number | undefined {
    this.at = start;
    const word = this.word();
    if (!/^[-+]?(nan|inf|infinity|\d+\.#\w+|nan\(\w+\))$/i.test(word)) return undefined;
    this.at = start + word.length;
    return Number.NaN;
  }

  /** The error for a word where a number was expected, with the cause when it is a known one. */
  badNumber(expected: 'coordinateExpected' | 'indexExpected' | 'keywordExpected'): GeometryError {
    const line = String(this.line());
    const word = this.word();
    if (/^[-+]?\d*,\d+/.test(word)) {
      return new GeometryError('NOT_READABLE', say('decimalComma', { line, word }));
    }
    return new GeometryError('NOT_READABLE', say(expected, { line, word: word.slice(0, 24) }));
  }
}
