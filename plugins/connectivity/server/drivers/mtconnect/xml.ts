/** An element as MTConnect has them. `name` is without its prefix; `text` is its own text. */
export interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: Element[];
  text: string;
}

const deepest = 64;
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const decoded = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (_, hex: string, digits: string, name: string) => {
    if (name) return entities[name] ?? '';
    const code = hex ? Number.parseInt(hex, 16) : Number(digits);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads a document; `null` for what is none. A document type is refused, so nobody declares entities: the five of XML and characters
 * by number are all that there is.
 */
export function readXml(text: string): Element | null {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open: Element[] = [root];
  const token =
    /<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[([^]*?)\]\]>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/gy;
  while (token.lastIndex < text.length) {
    const found = token.exec(text);
    if (!found) return null;
    const [, data, closing, name, attributes = '', empty, plain] = found;
    const top = open.at(-1);
    if (!top) return null;
    if (data !== undefined) top.text += data;
    else if (plain !== undefined) top.text += decoded(plain);
    else if (name !== undefined && closing === '/') {
      if (open.length < 2 || top.name !== local(name)) return null;
      open.pop();
    } else if (name !== undefined) {
      const element = { name: local(name), attributes: attributesOf(attributes), children: [], text: '' };
      top.children.push(element);
      if (empty !== '/') open.push(element);
      if (open.length > deepest) return null;
    }
  }
  return open.length === 1 ? (root.children[0] ?? null) : null;
}

function attributesOf(text: string): Record<string, string> {
  const found = text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  return Object.fromEntries(
    [...found].map(([, name = '', double, single]) => [local(name), decoded(double ?? single ?? '')]),
  );
}

/** All below it of that name, in their order. */
export const allOf = (element: Element, name: string): Element[] =>
  element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...allOf(child, name)]);
