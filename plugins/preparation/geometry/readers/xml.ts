import { GeometryError } from '../errors.ts';
import { say } from '../say.ts';

/**
 * The functions that the scanner calls for each tag. `name` has no namespace prefix when the prefix is that of the
 * root element.
 */
export interface XmlHandler {
  open(name: string, attributes: XmlAttributes, selfClosing: boolean): void;
  close(name: string): void;
}

const lessThan = 60;
const greaterThan = 62;
const slash = 47;
const exclamation = 33;
const questionMark = 63;
const equalsSign = 61;
const doubleQuote = 34;
const apostrophe = 39;
const colon = 58;
const maxDepth = 200;
/** No needed value is longer; a longer one could become a string as large as the file. */
const maxValueLength = 65_536;
/** A model has about a dozen names; more than this are not cached. */
const maxNames = 1000;

const isBlank = (byte: number): boolean => byte === 32 || byte === 9 || byte === 10 || byte === 13;

const broken = (): GeometryError => new GeometryError('INVALID_CONTENT', say('xmlBroken'));

const decoder = new TextDecoder();

/** The attributes of the present tag. Valid only during the call that receives them. */
export class XmlAttributes {
  readonly #bytes: Uint8Array;
  readonly #spans: Int32Array = new Int32Array(64 * 4);
  #count = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  clear(): void {
    this.#count = 0;
  }

  add(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    const at = this.#count * 4;
    if (at >= this.#spans.length) throw broken();
    this.#spans[at] = nameStart;
    this.#spans[at + 1] = nameEnd;
    this.#spans[at + 2] = valueStart;
    this.#spans[at + 3] = valueEnd;
    this.#count++;
  }

  /** The value of an attribute; a prefix of its name is ignored. */
  text(name: string): string | undefined {
    const at = this.#find(name);
    if (at < 0) return undefined;
    if ((this.#spans[at + 3] ?? 0) - (this.#spans[at + 2] ?? 0) > maxValueLength) throw broken();
    const raw = decoder.decode(this.#bytes.subarray(this.#spans[at + 2] ?? 0, this.#spans[at + 3] ?? 0));
    return raw.includes('&') ? decodeEntities(raw) : raw;
  }

  /** The value of an attribute as a number; NaN when it is missing or not a number. */
  number(name: string): number {
    const at = this.#find(name);
    if (at < 0) return Number.NaN;
    return parseNumber(this.#bytes, this.#spans[at + 2] ?? 0, this.#spans[at + 3] ?? 0);
  }

  #find(name: string): number {
    const bytes = this.#bytes;
    const spans = this.#spans;
    for (let i = 0; i < this.#count; i++) {
      const at = i * 4;
      const end = spans[at + 1] ?? 0;
      const start = end - name.length;
      const begin = spans[at] ?? 0;
      if (start < begin || (start > begin && bytes[start - 1] !== colon)) continue;
      let same = true;
      for (let j = 0; j < name.length && same; j++) same = bytes[start + j] === name.charCodeAt(j);
      if (same) return at;
    }
    return -1;
  }
}

function decodeEntities(text: string): string {
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => {
    if (name === 'lt') return '<';
    if (name === 'gt') return '>';
    if (name === 'quot') return '"';
    return name === 'apos' ? "'" : '&';
  });
}

/** Reads short decimals, which are most of a model, directly, and all others with JavaScript's own parser. */
function parseNumber(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  const negative = bytes[at] === 45;
  if (negative) at++;
  let mantissa = 0;
  let divisor = 1;
  let point = false;
  let digits = 0;
  for (; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= 48 && byte <= 57) {
      mantissa = mantissa * 10 + (byte - 48);
      if (point) divisor *= 10;
      digits++;
    } else if (byte === 46 && !point) {
      point = true;
    } else {
      digits = 99;
      break;
    }
  }
  if (digits > 0 && digits <= 15) return negative ? -mantissa / divisor : mantissa / divisor;
  const text = String.fromCharCode(...bytes.subarray(start, Math.min(end, start + 400))).trim();
  return text === '' ? Number.NaN : Number(text);
}

/**
 * Scans UTF-8 XML tag by tag. Text between tags is ignored; a document type declaration is refused, as 3MF requires.
 */
export function scanXml(bytes: Uint8Array, handler: XmlHandler): void {
  const attributes = new XmlAttributes(bytes);
  const names = new NameTable();
  const stack: string[] = [];
  let rootPrefix: string | undefined;
  const plain = (raw: string): string => {
    rootPrefix ??= raw.includes(':') ? raw.slice(0, raw.indexOf(':') + 1) : '';
    return rootPrefix !== '' && raw.startsWith(rootPrefix) ? raw.slice(rootPrefix.length) : raw;
  };

  let at = bytes.indexOf(lessThan);
  while (at >= 0) {
    const second = bytes[at + 1] ?? 0;
    if (second === questionMark) {
      at = after(bytes, at + 2, '?>');
    } else if (second === exclamation) {
      if (matches(bytes, at, '<!--')) at = after(bytes, at + 4, '-->');
      else if (matches(bytes, at, '<![CDATA[')) at = after(bytes, at + 9, ']]>');
      else {
        throw new GeometryError('INVALID_CONTENT', say('xmlDoctype'));
      }
    } else if (second === slash) {
      const end = bytes.indexOf(greaterThan, at);
      const open = stack.pop();
      if (end < 0 || open === undefined || !matches(bytes, at + 2, open)) throw broken();
      if (at + 2 + open.length < end && !isBlank(bytes[at + 2 + open.length] ?? 0)) throw broken();
      handler.close(plain(open));
      at = end + 1;
    } else {
      let end = at + 1;
      while (end < bytes.length && !isBlank(bytes[end] ?? 0) && bytes[end] !== greaterThan && bytes[end] !== slash)
        end++;
      const raw = names.get(bytes, at + 1, end);
      attributes.clear();
      at = readAttributes(bytes, end, attributes);
      const selfClosing = bytes[at] === slash;
      if (selfClosing) at++;
      if (bytes[at] !== greaterThan) throw broken();
      at++;
      handler.open(plain(raw), attributes, selfClosing);
      if (!selfClosing && stack.push(raw) > maxDepth) throw broken();
    }
    at = bytes.indexOf(lessThan, at);
  }
  if (stack.length > 0 || rootPrefix === undefined) throw broken();
}

function readAttributes(bytes: Uint8Array, start: number, attributes: XmlAttributes): number {
  let at = start;
  for (;;) {
    while (isBlank(bytes[at] ?? 0)) at++;
    const byte = bytes[at];
    if (byte === undefined) throw broken();
    if (byte === greaterThan || byte === slash) return at;
    const nameStart = at;
    while (at < bytes.length && bytes[at] !== equalsSign && !isBlank(bytes[at] ?? 0) && bytes[at] !== greaterThan) at++;
    const nameEnd = at;
    while (isBlank(bytes[at] ?? 0)) at++;
    if (bytes[at] !== equalsSign) throw broken();
    at++;
    while (isBlank(bytes[at] ?? 0)) at++;
    const quote = bytes[at] ?? 0;
    if (quote !== doubleQuote && quote !== apostrophe) throw broken();
    const valueEnd = endOfValue(bytes, at + 1, quote);
    attributes.add(nameStart, nameEnd, at + 1, valueEnd);
    at = valueEnd + 1;
  }
}

function endOfValue(bytes: Uint8Array, start: number, quote: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== quote) at++;
  if (at >= bytes.length) throw broken();
  return at;
}

function matches(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

function after(bytes: Uint8Array, start: number, text: string): number {
  const first = text.charCodeAt(0);
  for (let at = bytes.indexOf(first, start); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (matches(bytes, at, text)) return at + text.length;
  }
  throw broken();
}

/** Tag names as strings, each made once: a model has millions of tags and a dozen names. */
class NameTable {
  readonly #byHash = new Map<number, string>();

  get(bytes: Uint8Array, start: number, end: number): string {
    if (end - start > 200) throw broken();
    let hash = end - start;
    for (let i = start; i < end; i++) hash = Math.imul(hash, 31) + (bytes[i] ?? 0);
    const known = this.#byHash.get(hash);
    if (known !== undefined && known.length === end - start && matches(bytes, start, known)) return known;
    const name = String.fromCharCode(...bytes.subarray(start, end));
    if (this.#byHash.size < maxNames) this.#byHash.set(hash, name);
    return name;
  }
}
