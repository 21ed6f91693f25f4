/** XML from others, read by the parser that signatures are checked with: both see the same document. */

const reader = () => import('@node-saml/node-saml/lib/xml.js');

/** Responses and metadata have some hundreds. Time to read them grows by the square: of fifty thousand, half a minute. */
const mostTags = 2_000;

/** Throws for a document that is too large, or has declarations: entities are how XML is made to read files and to fill memory. */
export async function parseXml(text: string): Promise<Document> {
  if (/<!(?!--|\[CDATA\[)/.test(text)) throw new Error('The document has a document type or entities.');
  if (text.split('<', mostTags + 2).length > mostTags + 1) throw new Error('The document has too many elements.');
  const { default: lib } = await reader();
  return lib.parseDomFromString(text);
}

/** Elements by name, directly below the node or anywhere in it; documents name their namespaces as they like. */
export async function elements(node: Node, name: string, depth: 'below' | 'anywhere' = 'below'): Promise<Element[]> {
  const { default: lib } = await reader();
  return lib.xpath.selectElements(node, `.${depth === 'below' ? '/' : '//'}*[local-name()='${name}']`);
}
