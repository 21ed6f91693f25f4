import { GeometryError } from '../errors.ts';
import { say } from '../say.ts';

/** A node of a VRML scene of either version: fields by name, and the nodes in it without a field (VRML 1.0). */
export interface VrmlNode {
  type: string;
  fields: Map<string, VrmlValue>;
  children: VrmlNode[];
}

/** The content of a field; a single value is a list of one. */
export interface VrmlValue {
  numbers: number[];
  words: string[];
  nodes: VrmlNode[];
}

const maxDepth = 200;
/** Maximum number of nodes and fields together: each takes some hundred bytes. */
const maxNodes = 1_000_000;
const maxNumbers = 60_000_000;
/** Only the first words of a field are needed. */
const maxWords = 16;
/** The bytes that end a word besides white space: comma, quote, hash, all brackets and the bar. */
const wordMarks: ReadonlySet<string> = new Set(',"#[]{}()|');
const endsWordTable = Uint8Array.from({ length: 128 }, (_, code) =>
  code <= 32 || wordMarks.has(String.fromCharCode(code)) ? 1 : 0,
);
const numberPattern = /^[-+]?((\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?|0[xX][0-9a-fA-F]+)$/;

const broken = (): GeometryError => new GeometryError('INVALID_CONTENT', say('vrmlBroken'));

export interface VrmlFile {
  nodes: VrmlNode[];
  /** Types that the file declares itself (PROTO, EXTERNPROTO). Their content is not read. */
  declared: ReadonlySet<string>;
  /** Names that are used but given to no node before. */
  undefinedNames: ReadonlySet<string>;
}

/** Parses the whole file without knowing node types: syntax alone distinguishes fields, values and nodes. */
export function parseVrml(text: string): VrmlFile {
  const parser = new Parser(text);
  return { nodes: parser.scene(), declared: parser.declared, undefinedNames: parser.undefinedNames };
}

const hashSign = 35;
const quoteSign = 34;
const commaSign = 44;
const backslash = 92;
/** Longer words have no meaning in VRML. */
const maxWord = 400;

const isBlank = (code: number): boolean => code <= 32 || code === 0xa0 || code === 0xfeff;

const endsWord = (code: number): boolean => (code < 128 ? endsWordTable[code] === 1 : isBlank(code));

function endOfLine(text: string, from: number): number {
  let end = from;
  while (end < text.length && text.charCodeAt(end) !== 10 && text.charCodeAt(end) !== 13) end++;
  return end;
}

/** The position after the closing quote; a quote after a backslash does not close. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quoteSign) return at + 1;
    if (code === backslash) at++;
  }
  throw broken();
}

class Parser {
  readonly declared = new Set<string>();
  readonly undefinedNames = new Set<string>();
  readonly #text: string;
  readonly #defined = new Map<string, VrmlNode>();
  #token: string | undefined;
  #following: string | undefined;
  #at = 0;
  #depth = 0;
  #nodes = 0;
  #numbers = 0;

  constructor(text: string) {
    this.#text = text;
    this.#token = this.#scan();
    this.#following = this.#scan();
  }

  scene(): VrmlNode[] {
    const nodes: VrmlNode[] = [];
    while (this.#token !== undefined) {
      if (this.#skipDeclaration()) continue;
      const node = this.#node();
      if (node) nodes.push(node);
    }
    return nodes;
  }

  /** The next token: a word, a string with its quotes, or a single bracket. Skips comments and commas. */
  #scan(): string | undefined {
    const text = this.#text;
    for (;;) {
      const start = this.#at;
      if (start >= text.length) return undefined;
      const code = text.charCodeAt(start);
      if (code === hashSign) {
        this.#at = endOfLine(text, start);
      } else if (code === quoteSign) {
        this.#at = endOfString(text, start);
        return text.slice(start, Math.min(this.#at, start + maxWord));
      } else if (code === commaSign || isBlank(code)) {
        this.#at = start + 1;
      } else {
        let end = start + 1;
        // A bracket stands for itself.
        if (!endsWord(code)) while (end < text.length && !endsWord(text.charCodeAt(end))) end++;
        this.#at = end;
        return text.slice(start, Math.min(end, start + maxWord));
      }
    }
  }

  #next(): string {
    const token = this.#token;
    if (token === undefined) throw broken();
    this.#token = this.#following;
    this.#following = this.#scan();
    return token;
  }

  #expect(token: string): void {
    if (this.#next() !== token) throw broken();
  }

  /** Skips routes, which change nothing that can be printed, and prototypes, of which only the name is kept. */
  #skipDeclaration(): boolean {
    if (this.#token === 'ROUTE') {
      for (let i = 0; i < 4; i++) this.#next();
      return true;
    }
    if (this.#token !== 'PROTO' && this.#token !== 'EXTERNPROTO') return false;
    const blocks = this.#next() === 'PROTO' ? ['[', '{'] : ['['];
    this.declared.add(this.#next());
    for (const opening of blocks) {
      while (this.#token !== opening) this.#next();
      this.#skipBlock();
    }
    return true;
  }

  #skipBlock(): void {
    let depth = 0;
    do {
      const token = this.#next();
      if (token === '[' || token === '{') depth++;
      else if (token === ']' || token === '}') depth--;
    } while (depth > 0);
  }

  #node(): VrmlNode | undefined {
    let name: string | undefined;
    this.#countNode();
    if (this.#token === 'USE') {
      this.#next();
      const used = this.#next();
      if (!this.#defined.has(used)) this.undefinedNames.add(used);
      return this.#defined.get(used);
    }
    if (this.#token === 'NULL') {
      this.#next();
      return undefined;
    }
    if (this.#token === 'DEF') {
      this.#next();
      name = this.#next();
    }
    const node: VrmlNode = { type: this.#next(), fields: new Map(), children: [] };
    this.#expect('{');
    if (++this.#depth > maxDepth) throw broken();
    while (this.#token !== '}') {
      if (this.#skipDeclaration()) continue;
      if (this.#following === '{' || this.#token === 'DEF' || this.#token === 'USE') {
        const child = this.#node();
        if (child) node.children.push(child);
      } else {
        this.#countNode();
        const field = this.#next();
        node.fields.set(field, this.#value());
      }
    }
    this.#next();
    this.#depth--;
    if (name !== undefined) this.#defined.set(name, node);
    return node;
  }

  #value(): VrmlValue {
    const value: VrmlValue = { numbers: [], words: [], nodes: [] };
    if (this.#token === '[') {
      this.#next();
      this.#list(value);
    } else if (this.#token === '(') {
      while (this.#next() !== ')');
    } else if (this.#token !== undefined && numberPattern.test(this.#token)) {
      while (this.#token !== undefined && numberPattern.test(this.#token)) this.#number(value);
    } else if (this.#token !== '}') {
      this.#one(value);
    }
    return value;
  }

  #list(value: VrmlValue): void {
    while (this.#token !== ']') this.#one(value);
    this.#next();
  }

  #one(value: VrmlValue): void {
    const token = this.#token ?? '';
    if (numberPattern.test(token)) this.#number(value);
    else if (this.#following === '{' || token === 'DEF' || token === 'USE' || token === 'NULL') {
      const node = this.#node();
      if (node) value.nodes.push(node);
    } else {
      const word = this.#next();
      if (value.words.length < maxWords) value.words.push(word);
    }
  }

  #number(value: VrmlValue): void {
    if (++this.#numbers > maxNumbers) throw new GeometryError('TOO_LARGE', say('vrmlNumbers'));
    value.numbers.push(Number(this.#next()));
  }

  #countNode(): void {
    if (++this.#nodes > maxNodes) throw new GeometryError('TOO_LARGE', say('vrmlFields'));
  }
}
