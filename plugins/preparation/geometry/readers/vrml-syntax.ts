import { GeometryError } from '../errors.ts';

/** A node of a VRML scene, of either version: fields by name, and the nodes that stand in it without a field (VRML 1.0). */
export interface VrmlNode {
  type: string;
  fields: Map<string, VrmlValue>;
  children: VrmlNode[];
}

/** Everything a field may hold; a single value is a list of one. */
export interface VrmlValue {
  numbers: number[];
  words: string[];
  nodes: VrmlNode[];
}

const MAX_DEPTH = 200;
const TOKEN = /#[^\n\r]*|"(?:[^"\\]|\\.)*"|[[\]{}()|]|[^\s,[\]{}()|"#]+/g;
const NUMBER = /^[-+]?(\d+\.?\d*([eE][-+]?\d+)?|\.\d+([eE][-+]?\d+)?|0[xX][0-9a-fA-F]+)$/;

const broken = (): GeometryError => new GeometryError('INVALID_CONTENT', 'The VRML file is cut off or damaged.');

/** Parses the whole file without knowing node types: the syntax alone tells fields, values and nodes apart. */
export function parseVrml(text: string): VrmlNode[] {
  const parser = new Parser(text);
  return parser.scene();
}

class Parser {
  private readonly pattern = new RegExp(TOKEN);
  private readonly text: string;
  private readonly defined = new Map<string, VrmlNode>();
  private token: string | undefined;
  private following: string | undefined;
  private depth = 0;

  constructor(text: string) {
    this.text = text;
    this.token = this.scan();
    this.following = this.scan();
  }

  scene(): VrmlNode[] {
    const nodes: VrmlNode[] = [];
    while (this.token !== undefined) {
      if (this.skipDeclaration()) continue;
      const node = this.node();
      if (node) nodes.push(node);
    }
    return nodes;
  }

  private scan(): string | undefined {
    for (;;) {
      const match = this.pattern.exec(this.text);
      if (!match) return undefined;
      if (!match[0].startsWith('#')) return match[0];
    }
  }

  private next(): string {
    const token = this.token;
    if (token === undefined) throw broken();
    this.token = this.following;
    this.following = this.scan();
    return token;
  }

  private expect(token: string): void {
    if (this.next() !== token) throw broken();
  }

  /** Routes and prototypes change nothing that can be printed. */
  private skipDeclaration(): boolean {
    if (this.token === 'ROUTE') {
      for (let i = 0; i < 4; i++) this.next();
      return true;
    }
    if (this.token !== 'PROTO' && this.token !== 'EXTERNPROTO') return false;
    const blocks = this.token === 'PROTO' ? ['[', '{'] : ['['];
    for (const opening of blocks) {
      while (this.token !== opening) this.next();
      this.skipBlock();
    }
    return true;
  }

  private skipBlock(): void {
    let depth = 0;
    do {
      const token = this.next();
      if (token === '[' || token === '{') depth++;
      else if (token === ']' || token === '}') depth--;
    } while (depth > 0);
  }

  private node(): VrmlNode | undefined {
    let name: string | undefined;
    if (this.token === 'USE') {
      this.next();
      return this.defined.get(this.next());
    }
    if (this.token === 'NULL') {
      this.next();
      return undefined;
    }
    if (this.token === 'DEF') {
      this.next();
      name = this.next();
    }
    const node: VrmlNode = { type: this.next(), fields: new Map(), children: [] };
    this.expect('{');
    if (++this.depth > MAX_DEPTH) throw broken();
    while (this.token !== '}') {
      if (this.skipDeclaration()) continue;
      if (this.following === '{' || this.token === 'DEF' || this.token === 'USE') {
        const child = this.node();
        if (child) node.children.push(child);
      } else {
        const field = this.next();
        node.fields.set(field, this.value());
      }
    }
    this.next();
    this.depth--;
    if (name !== undefined) this.defined.set(name, node);
    return node;
  }

  private value(): VrmlValue {
    const value: VrmlValue = { numbers: [], words: [], nodes: [] };
    if (this.token === '[') {
      this.next();
      this.list(value);
    } else if (this.token === '(') {
      while (this.next() !== ')');
    } else if (this.token !== undefined && NUMBER.test(this.token)) {
      while (this.token !== undefined && NUMBER.test(this.token)) value.numbers.push(Number(this.next()));
    } else if (this.token !== '}') {
      this.one(value);
    }
    return value;
  }

  private list(value: VrmlValue): void {
    while (this.token !== ']') this.one(value);
    this.next();
  }

  private one(value: VrmlValue): void {
    const token = this.token ?? '';
    if (NUMBER.test(token)) value.numbers.push(Number(this.next()));
    else if (this.following === '{' || token === 'DEF' || token === 'USE' || token === 'NULL') {
      const node = this.node();
      if (node) value.nodes.push(node);
    } else value.words.push(this.next());
  }
}
