import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonicalJson, contentHash } from './canonical.ts';
import { defineFlag } from '@sinter/sdk/contract/flags';
import { platformFlags, readFlag } from './flags.ts';
import { menuConfigSchema, profileMenu, sideMenu, topNavigation } from './menu.ts';
import { packageFilesSchema } from './packages.ts';
import { bySpecificity, matchPath } from './paths.ts';
import { packageOf } from './samples.ts';
import { fileIntegrity, signPackage, verifyPackage } from './signing.ts';
import { isRange, satisfies } from './versions.ts';

describe('paths', () => {
  it.each([
    ['/orders/:id', '/orders/7', { id: '7' }],
    ['/orders/:id', '/orders/a%20b/?tab=1#x', { id: 'a b' }],
    ['/orders/:id', '/orders', null],
    ['/orders/:id', '/orders/%E0%A4%A', null],
    ['/orders', '/orders/', {}],
    ['/orders', '/order', null],
    ['/', '/', {}],
  ])('%s on %s', (pattern, pathname, params) => expect(matchPath(pattern, pathname)).toEqual(params));

  it('tries text before parameters', () => {
    expect(['/a/:b/c', '/:x/b', '/a/b/:c'].sort(bySpecificity)).toEqual(['/a/b/:c', '/a/:b/c', '/:x/b']);
  });
});

it.each([
  ['1.2.3', '^1.0.0', true],
  ['2.0.0', '^1.0.0', false],
  ['0.2.5', '^0.2.1', true],
  ['0.3.0', '^0.2.1', false],
  ['1.2.9', '~1.2.3', true],
  ['1.3.0', '~1.2.3', false],
  ['1.5.0', '>=1.2 <2', true],
  ['3.0.0', '^1 || ^3', true],
  ['1.0.0', '1.0.0', true],
  ['1.0.1', '1.0.0', false],
  ['9.9.9', '*', true],
  ['nonsense', '*', false],
  ['1.2.3-beta.1', '^1.2.3', true],
  ['1.2.3', '', false],
  ['1.2.3', 'latest', false],
])('version %s in %s: %s', (version, range, expected) => expect(satisfies(version, range)).toBe(expected));

it.each([
  ['^1.2', true],
  ['~1.2.3 || >=2 <3', true],
  ['*', true],
  ['', false],
  [' ', false],
  ['latest', false],
  ['1.2.3.4', false],
])('%j is a range of versions: %s', (range, expected) => expect(isRange(range)).toBe(expected));

it('makes the same text and hash of equal content in another order', () => {
  expect(canonicalJson({ b: [{ d: 1, c: undefined }], a: 2 })).toBe('{"a":2,"b":[{"d":1}]}');
  expect(contentHash({ a: 1, b: 2 })).toBe(contentHash({ b: 2, a: 1 }));
  expect(contentHash({ a: 1 })).not.toBe(contentHash({ a: 2 }));
});

const [quality = defineFlag({ key: 'test/NONE', title: '', default: false })] = platformFlags.filter(
  ({ key }) => key === 'QUALITY_MANAGEMENT',
);
it.each([
  [undefined, true],
  [{ qmsEnabled: true }, true],
  [{ qmsEnabled: 'true' }, true],
  [{ qmsEnabled: false }, false],
  [{ other: 1 }, false],
  ['garbage', false],
])('reads a flag from %o as %s', (value, expected) => expect(readFlag(quality, value)).toBe(expected));

it('has no menu entry twice, and no path under two entries for one kind of user', () => {
  const ids = [...sideMenu, ...profileMenu, ...topNavigation].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const kind of ['provider', 'engineer', 'third-party'] as const) {
    const paths = sideMenu.filter(({ kinds }) => kinds.includes(kind)).map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  }
});

it.each(['javascript:alert(1)', '//evil.test', 'http://plain.test'])(
  'refuses %s as the address of a menu entry',
  (url) => {
    expect(menuConfigSchema.safeParse({ 'sp.partOrders': { url } }).success).toBe(false);
  },
);

describe('packages', () => {
  const files = packageOf('orders');
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');

  it.each([
    ['an entry that is not among the files', { entry: 'other.js' }],
    ['a way out of the folder', { files: { ...files.files, '../x.js': fileIntegrity(Buffer.from('x')) } }],
    ['an absolute address', { entry: 'https://evil.test/x.js' }],
    ['a weak hash', { files: { ...files.files, 'x.js': 'sha256-AAAA' } }],
  ])('refuses %s', (_, change) => expect(packageFilesSchema.safeParse({ ...files, ...change }).success).toBe(false));

  it('verifies a signed package in any order of its members, and refuses any other', () => {
    expect(packageFilesSchema.parse(files)).toEqual(files);
    const signature = signPackage(files, 'us', privateKey);
    const reordered = Object.fromEntries(Object.entries(files).toReversed());
    expect(verifyPackage(packageFilesSchema.parse(reordered), signature, publicKey)).toBe(true);
    const changed = { ...files, files: { ...files.files, 'entry.js': fileIntegrity(Buffer.from('evil')) } };
    expect(verifyPackage(changed, signature, publicKey)).toBe(false);
    expect(verifyPackage(files, signature, generateKeyPairSync('ed25519').publicKey)).toBe(false);
    expect(verifyPackage(files, signature, generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey)).toBe(false);
  });
});
