import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { passportVerifier, type Entry } from './verifier.ts';

const verifier = passportVerifier();
const { canonical, chain, verify, written } = verifier;

const salted = (name: string, content: unknown): Entry => ({ name, salt: randomBytes(16).toString('hex'), content });
const head = { format: verifier.format, lot: 12, version: 1, note: 'Größe ✓' };
const given = [
  salted('part', { name: 'Bracket.stl', sizeMm: [1.5, 1e-7, 20] }),
  salted('people', { P1: 'Eva Gruber' }),
  salted('shipments', []),
];

let keys: { publicKey: KeyObject; privateKey: KeyObject };
let whole: string;
let redacted: string;

async function signed(entries: readonly Entry[], leaves: (name: string) => boolean): Promise<string> {
  const { linked, seal } = await chain(head, entries);
  const publicKey = Buffer.from(keys.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');
  const keyId = await verifier.keyIdOf(publicKey);
  const value = sign(null, verifier.signedBytes(keyId, seal), keys.privateKey).toString('hex');
  return written(head, linked, { algorithm: 'Ed25519', keyId, publicKey, seal, value }, leaves);
}
const check = (text: string) => verify(new TextEncoder().encode(text));

beforeAll(async () => {
  keys = generateKeyPairSync('ed25519');
  whole = await signed(given, () => false);
  redacted = await signed(given, (name) => name === 'people');
});

describe('canonical JSON', () => {
  // RFC 8785, 3.2.2 and 3.2.3.
  test.each([
    [
      { numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27], literals: [null, true, false] },
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27]}',
    ],
    [{ string: '€$\u000F\nA\'B"\\\\"/' }, '{"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'],
    [
      { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 },
      '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
    ],
    [-0, '0'],
  ])('of %o', (value, expected) => expect(canonical(value)).toBe(expected));

  test.each([[Number.NaN], [undefined], [[undefined]], [{ a: Infinity }]])('refuses %o', (value) => {
    expect(() => canonical(value)).toThrow();
  });
});

describe('a passport', () => {
  test('is JSON, verifies, and gives its contents', async () => {
    expect(JSON.parse(whole)).toMatchObject({ head, entries: [{ index: 1, name: 'part' }, {}, {}] });
    expect(await check(whole)).toMatchObject({
      ok: true,
      head,
      entries: given.map(({ name, content }) => ({ name, content })),
    });
  });

  test('verifies without what was left out, and tells nothing of it', async () => {
    const verdict = await check(redacted);
    expect(verdict).toMatchObject({ ok: true, entries: [{ name: 'part' }, { name: 'people' }, { name: 'shipments' }] });
    expect(verdict.ok && verdict.entries[1]).toEqual({ name: 'people' });
    expect(redacted).not.toContain('Eva');
    expect(redacted).not.toContain(given[1]?.salt);
    // The signature is the same one.
    expect(redacted.split('\n').at(-2)).toBe(whole.split('\n').at(-2));
  });

  test('does not verify with one altered byte, wherever it is, and the line is told', async () => {
    for (const text of [whole, redacted]) {
      const bytes = new TextEncoder().encode(text);
      let line = 1;
      for (let at = 0; at < bytes.length; at += 1) {
        const own = bytes[at] ?? 0;
        // Upper and lower case, the next sign, or anything else.
        const flip = [1, 0x20, 1 + Math.floor(Math.random() * 255)][at % 3] ?? 1;
        const altered = bytes.slice();
        altered[at] = own ^ flip;
        const verdict = await verify(altered);
        const where = `byte ${at} of line ${line}, ${own} as ${own ^ flip}`;
        expect(verdict.ok, where).toBe(false);
        // A line that became two, or two that became one, moves those after it.
        if (!verdict.ok && own !== 10 && (own ^ flip) !== 10) expect(verdict.line, where).toBe(line);
        if (own === 10) line += 1;
      }
    }
  }, 60_000);

  test('names the entry', async () => {
    expect(await check(whole.replace('Bracket', 'Brackel'))).toMatchObject({ fault: 'ENTRY', line: 2, entry: 'part' });
    expect(await check(whole.replace('Eva', 'Ida'))).toMatchObject({ fault: 'ENTRY', line: 3, entry: 'people' });
    expect(await check(whole.replace('"lot":12', '"lot":13'))).toMatchObject({ fault: 'HEAD', line: 1 });
    expect(await check('{}')).toMatchObject({ fault: 'FORM' });
    expect(await check('')).toMatchObject({ fault: 'FORM' });
  });

  test('does not verify with entries taken out, added, moved, or from elsewhere', async () => {
    const lines = whole.split('\n');
    const without = (at: number) => lines.filter((_, line) => line !== at).join('\n');
    const swapped = [lines[0], lines[2], lines[1], ...lines.slice(3)].join('\n');
    const other = (await signed([salted('part', { name: 'Other.stl' }), ...given.slice(1)], () => false)).split('\n');
    const mixed = [lines[0], other[1], ...lines.slice(2)].join('\n');
    const more = whole.replace('"index":2', '"index":2,"more":1');
    for (const text of [
      without(1),
      without(2),
      without(3),
      swapped,
      mixed,
      more,
      `${whole} `,
      ` ${whole}`,
      whole + whole,
    ]) {
      expect((await check(text)).ok).toBe(false);
    }
  });

  test('runs from its own text alone', async () => {
    // As it stands in the page and in the command.
    const alone: unknown = new Function(`return (${passportVerifier.toString()})()`)();
    expect(alone).toHaveProperty('verify');
  });
});
