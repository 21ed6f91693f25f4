/** What is known of a file that was checked. */
export type Verdict =
  | {
      ok: true;
      head: Readonly<Record<string, unknown>>;
      /** In their order; `content` is missing where it was left out. */
      entries: readonly { name: string; content?: unknown }[];
      publicKey: string;
      keyId: string;
    }
  | {
      ok: false;
      /** FORM: it is no passport. SIGNATURE: of the last line. HEAD: of the first one. ENTRY: that one was altered, or what stands for it. */
      fault: 'FORM' | 'SIGNATURE' | 'HEAD' | 'ENTRY';
      /** Of the file, from 1. */
      line: number;
      /** Its name as far as it can be read. */
      entry: string;
    };

export interface Entry {
  name: string;
  /** 32 hex digits: nobody can guess what was left out by trying. */
  salt: string;
  content: unknown;
}

/**
 * Everything that a passport's file is written and checked by. It is one function that uses nothing outside of itself, because its
 * text stands in the page and in the command that people take away: what they run is what the server runs.
 *
 * The file is JSON of one canonical form (RFC 8785), a line for the head, for each entry and for the signature. An entry
 * carries the hash of the one before, and the signature the hash of the last one. What is hashed of a content is a salted
 * commitment, so that a content can be left out and all the hashes stay.
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- its text is taken as a whole
export function passportVerifier() {
  const format = 'sinter.passport/1';
  const encoder = new TextEncoder();

  /** RFC 8785: no space, members in the order of their UTF-16 code units, numbers and texts as ECMAScript writes them. */
  function canonical(value: unknown): string {
    if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
    if (isObject(value)) {
      const members = Object.keys(value).sort();
      return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
    }
    const written = typeof value === 'number' && !Number.isFinite(value) ? undefined : JSON.stringify(value);
    if (written === undefined) throw new TypeError('This is not JSON.');
    return written;
  }

  function isObject(value: unknown): value is Record<string, unknown> {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  }

  const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from({ length: hex.length / 2 }, (_, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16));
  const isHex = (value: unknown, digits: number): value is string =>
    typeof value === 'string' && value.length === digits && /^[0-9a-f]*$/.test(value);

  /** What it is a hash of is part of it, so that none stands for another. */
  async function hash(what: string, value: unknown): Promise<string> {
    const bytes = encoder.encode(`${format} ${what}\n${canonical(value)}`);
    return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  }
  const keyIdOf = async (publicKey: string): Promise<string> =>
    hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(publicKey))));
  const commitmentOf = ({ name, salt, content }: Entry): Promise<string> => hash('content', [name, salt, content]);
  const signedBytes = (keyId: string, seal: string): Uint8Array<ArrayBuffer> =>
    encoder.encode(`${format} signature\n${canonical({ keyId, seal })}`);

  interface Linked extends Partial<Pick<Entry, 'salt' | 'content'>> {
    index: number;
    name: string;
    previous: string;
    commitment: string;
  }
  const linkOf = ({ index, name, previous, commitment }: Linked): Promise<string> =>
    hash('entry', { index, name, previous, commitment });

  /** The chain over head and entries, and the hash of its end, which is what is signed. */
  async function chain(head: object, entries: readonly Entry[]): Promise<{ linked: (Linked & Entry)[]; seal: string }> {
    const linked: (Linked & Entry)[] = [];
    let seal = await hash('head', head);
    for (const [at, entry] of entries.entries()) {
      const link = { index: at + 1, previous: seal, commitment: await commitmentOf(entry), ...entry };
      linked.push(link);
      seal = await linkOf(link);
    }
    return { linked, seal };
  }

  /** The file; without the contents of those that `leaves` names. */
  function written(
    head: object,
    linked: readonly Linked[],
    signature: object,
    leaves: (name: string) => boolean,
  ): string {
    const lines = linked.map(({ content, salt, ...link }) =>
      canonical(leaves(link.name) ? link : { ...link, content, salt }),
    );
    return `{"head":${canonical(head)},"entries":[\n${lines.join(',\n')}\n],"signature":${canonical(signature)}}\n`;
  }

  const names = (value: object): string => Object.keys(value).sort().join(' ');

  /** One line between these texts, in the one form that it can have. */
  function lineOf(line: string, before: string, after: string): Record<string, unknown> | null {
    if (!line.startsWith(before) || !line.endsWith(after)) return null;
    const text = line.slice(before.length, line.length - after.length);
    try {
      const value: unknown = JSON.parse(text);
      return isObject(value) && canonical(value) === text ? value : null;
    } catch {
      return null;
    }
  }

  async function signatureOf(line: string): Promise<{ publicKey: string; keyId: string; seal: string } | null> {
    const read = lineOf(line, '],"signature":', '}');
    if (!read || names(read) !== 'algorithm keyId publicKey seal value') return null;
    const { algorithm, keyId, publicKey, seal, value } = read;
    if (algorithm !== 'Ed25519' || !isHex(keyId, 64) || !isHex(publicKey, 64) || !isHex(seal, 64)) return null;
    if (!isHex(value, 128) || (await keyIdOf(publicKey)) !== keyId) return null;
    try {
      const key = await crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify']);
      const good = await crypto.subtle.verify('Ed25519', key, bytesOf(value), signedBytes(keyId, seal));
      return good ? { publicKey, keyId, seal } : null;
    } catch (error) {
      // A point that is none is a bad key; a browser that has no Ed25519 says so.
      if (error instanceof DOMException && error.name === 'NotSupportedError') throw error;
      return null;
    }
  }

  function linkedOf(read: Record<string, unknown>): Linked | null {
    const { index, name, previous, commitment, salt, content } = read;
    const isWhole = names(read) === 'commitment content index name previous salt';
    if (!isWhole && names(read) !== 'commitment index name previous') return null;
    if (typeof index !== 'number' || typeof name !== 'string' || !isHex(previous, 64) || !isHex(commitment, 64)) {
      return null;
    }
    if (!isWhole) return { index, name, previous, commitment };
    return isHex(salt, 32) ? { index, name, previous, commitment, salt, content } : null;
  }

  /** From the signature backwards: each hash that holds vouches for the one before, so that the line that was altered is found. */
  async function verify(bytes: Uint8Array<ArrayBuffer>): Promise<Verdict> {
    let lines: string[];
    try {
      lines = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).split('\n');
    } catch {
      // Bytes that are no text: which line they are in is still told.
      lines = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split('\n');
    }
    const last = lines.length - 2;
    const [top = ''] = lines;
    const end = lines[last] ?? '';
    if (!top.startsWith('{"head":') && !end.startsWith('],"signature":')) {
      return { ok: false, fault: 'FORM', line: 1, entry: '' };
    }
    const signature = lines[lines.length - 1] === '' ? await signatureOf(end) : null;
    if (!signature) return { ok: false, fault: 'SIGNATURE', line: Math.max(last, 0) + 1, entry: '' };

    let expected = signature.seal;
    let index: number | null = null;
    const entries: { name: string; content?: unknown }[] = [];
    for (let at = last - 1; at >= 1; at -= 1) {
      const read = lineOf(lines[at] ?? '', '', at === last - 1 ? '' : ',');
      const link = read && linkedOf(read);
      const holds =
        link !== null &&
        (index === null || link.index === index - 1) &&
        (link.salt === undefined ||
          (await commitmentOf({ name: link.name, salt: link.salt, content: link.content })) === link.commitment) &&
        (await linkOf(link)) === expected;
      if (!holds) {
        const name = read?.['name'] ?? /"name":"([^"]{1,80})"/.exec(lines[at] ?? '')?.[1];
        return { ok: false, fault: 'ENTRY', line: at + 1, entry: typeof name === 'string' ? name : '' };
      }
      entries.unshift({ name: link.name, ...(link.salt !== undefined && { content: link.content }) });
      expected = link.previous;
      index = link.index;
    }
    const head = lineOf(top, '{"head":', ',"entries":[');
    if (!head || head['format'] !== format || index !== 1 || (await hash('head', head)) !== expected) {
      return { ok: false, fault: 'HEAD', line: 1, entry: '' };
    }
    return { ok: true, head, entries, publicKey: signature.publicKey, keyId: signature.keyId };
  }

  return { format, canonical, chain, written, signedBytes, keyIdOf, verify };
}

export type Verifier = ReturnType<typeof passportVerifier>;
