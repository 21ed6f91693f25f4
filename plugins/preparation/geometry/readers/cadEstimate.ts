export type CadFormat = 'STEP' | 'IGES' | 'BREP';

/** What a CAD file is likely to become, and how long the importer is likely to take. */
export interface CadEstimate {
  facets: number;
  seconds: number;
}

/** Of one face at our chord error: from 50 to 220 on parts of machines. */
const facetsPerFace = 100;
/** What the importer does in a second on the machine that this was measured on. */
const bytesPerSecond = 1e6;
const facetsPerSecond = 60_000;
/** Deeper assemblies are counted no further. */
const mostLevels = 64;

/** From the text of the file alone: its faces, and for STEP how often its parts are used. */
export function estimateOf(bytes: Uint8Array, format: CadFormat): CadEstimate {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const facets = Math.ceil(facesOf(text, format) * facetsPerFace);
  return { facets, seconds: bytes.length / bytesPerSecond + facets / facetsPerSecond };
}

function facesOf(text: Buffer, format: CadFormat): number {
  if (format === 'BREP') return count(text, '\nFa');
  if (format === 'IGES') return igesFaces(text);
  return (count(text, 'ADVANCED_FACE') + count(text, 'FACE_SURFACE')) * usesPerPart(text);
}

function count(text: Buffer, word: string): number {
  let found = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) found++;
  return found;
}

/** Trimmed surfaces and faces, by the first line of each entity in the directory. */
function igesFaces(text: Buffer): number {
  let faces = 0;
  for (let from = 0; from < text.length;) {
    const end = text.indexOf(10, from);
    const line = text.toString('latin1', from, end < 0 ? text.length : end);
    if (line[72] === 'D' && Number(line.slice(73, 80)) % 2 === 1 && /^ *(143|144|510)$/.test(line.slice(0, 8))) faces++;
    from = end < 0 ? text.length : end + 1;
  }
  return faces;
}

const usage = 'NEXT_ASSEMBLY_USAGE_OCCURRENCE';
/** Three texts, the assembly, and what it uses. */
const usageArguments = /^\s*\(\s*(?:(?:'(?:[^']|'')*'|\$)\s*,\s*){3}#(\d+)\s*,\s*#(\d+)/;

/** How often an assembly uses its parts, on average; 1 where nothing is used by anything. */
function usesPerPart(text: Buffer): number {
  const usedBy = new Map<string, string[]>();
  const assemblies = new Set<string>();
  for (let at = text.indexOf(usage); at >= 0; at = text.indexOf(usage, at + usage.length)) {
    const start = at + usage.length;
    const [, assembly, part] = usageArguments.exec(text.toString('latin1', start, start + 2000)) ?? [];
    if (assembly === undefined || part === undefined) continue;
    assemblies.add(assembly);
    const places = usedBy.get(part);
    if (places) places.push(assembly);
    else usedBy.set(part, [assembly]);
  }
  const known = new Map<string, number>();
  const usesOf = (product: string, level: number): number => {
    const uses = known.get(product);
    if (uses !== undefined) return uses;
    // Products that use each other are no assembly: the importer says what it makes of them.
    if (level > mostLevels) return 1;
    known.set(product, 1);
    const total = usedBy.get(product)?.reduce((sum, assembly) => sum + usesOf(assembly, level + 1), 0) ?? 1;
    known.set(product, total);
    return total;
  };
  const parts = [...usedBy.keys()].filter((product) => !assemblies.has(product));
  if (parts.length === 0) return 1;
  return parts.reduce((sum, part) => sum + usesOf(part, 0), 0) / parts.length;
}
