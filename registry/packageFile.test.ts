import { generateKeyPairSync } from 'node:crypto';
import { zipSync, type Zippable } from 'fflate';
import { describe, expect, it } from 'vitest';
import { packageLimits, readPackageFile, writePackageFile } from './packageFile.ts';
import type { PackageFiles } from './packages.ts';
import { fileIntegrity, keyIdOf, publicKeyOf, publicKeyText, signPackage, verifyPackage } from './signing.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const about = { id: 'acme.nesting', version: '1.0.0', publisher: 'Acme', title: 'Nesting', sdk: '^1.0.0' };
const inside: Readonly<Record<string, Uint8Array>> = {
  'plugin.json': bytes(JSON.stringify(about)),
  'index.js': bytes('System.register([], () => ({}));'),
  'locales/en_US.json': bytes('{}'),
};
const listOf = (contents: Readonly<Record<string, Uint8Array>>, more: Partial<PackageFiles> = {}): PackageFiles => ({
  id: about.id,
  version: about.version,
  entry: 'index.js',
  styles: [],
  files: Object.fromEntries(Object.entries(contents).map(([path, content]) => [path, fileIntegrity(content)])),
  depcache: {},
  ...more,
});
const json = (value: unknown) => bytes(JSON.stringify(value));
/** A package as somebody might make it by hand. */
const handmade = (entries: Zippable, listed: PackageFiles = listOf(inside)): Uint8Array =>
  zipSync({ 'files.json': json(listed), ...inside, ...entries });
const replaced = (file: Uint8Array, from: string, to: string): Uint8Array =>
  Uint8Array.from(Buffer.from(Buffer.from(file).toString('latin1').replaceAll(from, to), 'latin1'));
const refusedWith = (rule: string, file?: string) =>
  expect.objectContaining({ name: 'PackageFileError', rule, ...(file === undefined ? {} : { file }) });
function refusal(file: Uint8Array): unknown {
  try {
    readPackageFile(file);
    return null;
  } catch (error) {
    return error;
  }
}

describe('a package file', () => {
  it('is read as it was written, the same bytes each time, and its signature holds for the list of its files', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const files = listOf(inside);
    const text = publicKeyText(publicKey);
    const signature = signPackage(files, keyIdOf(text), privateKey);
    const whole = { files, signature, contents: new Map(Object.entries(inside)) };
    const file = writePackageFile(whole);
    expect(writePackageFile(whole)).toEqual(file);
    const read = readPackageFile(file);
    expect(read.descriptor).toMatchObject({ id: 'acme.nesting', version: '1.0.0' });
    expect(Object.fromEntries([...read.contents].map(([path, content]) => [path, [...content]]))).toEqual(
      Object.fromEntries(Object.entries(inside).map(([path, content]) => [path, [...content]])),
    );
    expect(read.signature?.keyId).toMatch(/^[0-9a-f]{32}$/);
    expect(verifyPackage(read.files, signature, publicKeyOf(text))).toBe(true);
    expect(verifyPackage({ ...files, version: '1.0.1' }, signature, publicKeyOf(text))).toBe(false);
  });

  it('need not be signed, and may have entries for folders', () => {
    expect(readPackageFile(handmade({ 'locales/': new Uint8Array() })).signature).toBeNull();
  });

  it.each([
    ['../outside.js', '../outside.js'],
    ['folder/../../outside.js', 'folder/../../outside.js'],
    ['/etc/passwd', '/etc/passwd'],
    ['C:\\windows.js', 'C:\\windows.js'],
    ['folder\\file.js', 'folder\\file.js'],
    ['./index2.js', './index2.js'],
    ['a//b.js', 'a//b.js'],
    ['a b.js', 'a b.js'],
    ['ïndex.js', 'ïndex.js'],
  ])('with the path %s is refused', (path) => {
    expect(refusal(handmade({ [path]: bytes('x') }))).toEqual(refusedWith('bad-path', path));
  });

  it('with a link is refused', () => {
    const link = handmade({ 'link.js': [bytes('/etc/passwd'), { os: 3, attrs: (0o120777 << 16) >>> 0 }] });
    expect(refusal(link)).toEqual(refusedWith('link', 'link.js'));
  });

  it('with a name twice, in other letters, or as file and folder is refused', () => {
    const twice = replaced(handmade({ 'indez.js': bytes('x') }), 'indez.js', 'index.js');
    expect(refusal(twice)).toEqual(refusedWith('twice', 'index.js'));
    expect(refusal(handmade({ 'INDEX.js': bytes('x') }))).toEqual(refusedWith('same-but-case', 'INDEX.js'));
    expect(refusal(handmade({ 'index.js/more.js': bytes('x') }))).toEqual(refusedWith('twice', 'index.js/more.js'));
  });

  it('with a file that is not listed, lacks a listed one, or has another one in its place is refused', () => {
    expect(refusal(handmade({ 'more.js': bytes('x') }))).toEqual(refusedWith('unlisted', 'more.js'));
    const lacking = listOf({ ...inside, 'gone.js': bytes('x') });
    expect(refusal(handmade({}, lacking))).toEqual(refusedWith('missing', 'gone.js'));
    expect(refusal(handmade({ 'index.js': bytes('alert(1)') }))).toEqual(refusedWith('changed', 'index.js'));
    const { 'plugin.json': _, ...without } = inside;
    expect(refusal(zipSync({ 'files.json': json(listOf(without)), ...without }))).toEqual(
      refusedWith('missing', 'plugin.json'),
    );
    expect(refusal(zipSync(inside))).toEqual(refusedWith('missing', 'files.json'));
  });

  it('that says of itself what is not so is refused', () => {
    const later = listOf(inside, { version: '2.0.0' });
    expect(refusal(handmade({}, later))).toEqual(refusedWith('mismatch'));
    const ours = { ...inside, 'plugin.json': json({ ...about, id: 'orders' }) };
    const list = listOf(ours, { id: 'orders' });
    expect(refusal(zipSync({ 'files.json': json(list), ...ours }))).toEqual(refusedWith('own-name'));
  });

  it('whose JSON is broken is refused, naming the file', () => {
    const broken = { ...inside, 'plugin.json': bytes('{"id":') };
    expect(refusal(zipSync({ 'files.json': json(listOf(broken)), ...broken }))).toEqual(
      refusedWith('bad-json', 'plugin.json'),
    );
    expect(refusal(handmade({ 'signature.json': bytes('{}') }))).toEqual(refusedWith('bad-json', 'signature.json'));
  });

  it('of 100,000 files is refused before anything is unpacked', () => {
    const many = Object.fromEntries(Array.from({ length: 65_000 }, (_, index) => [`f${index}.js`, new Uint8Array()]));
    expect(refusal(zipSync(many, { level: 0 }))).toEqual(refusedWith('too-many-files'));
    // The directory of a zip counts to 65,535; 100,000 entries say 34,464, which is the rest.
    const hundred = { ...many };
    for (let index = 65_000; index < 100_000; index += 1) hundred[`f${index}.js`] = new Uint8Array();
    expect(refusal(zipSync(hundred, { level: 0 }))).toEqual(refusedWith('too-many-files'));
  }, 60_000);

  it('that unpacks to more than it may is refused at the first byte too much, whatever its headers say', () => {
    const bomb = handmade({ 'bomb.js': new Uint8Array(packageLimits.fileBytes + 1) });
    expect(bomb.length).toBeLessThan(100_000);
    expect(refusal(bomb)).toEqual(refusedWith('file-too-large', 'bomb.js'));
    const size = Buffer.alloc(4);
    size.writeUInt32LE(packageLimits.fileBytes + 1);
    const lying = replaced(bomb, size.toString('latin1'), '\u0001\u0000\u0000\u0000');
    expect(lying).not.toEqual(bomb);
    expect(refusal(lying)).toEqual(refusedWith('file-too-large', 'bomb.js'));
    const parts = Object.fromEntries(
      Array.from({ length: 7 }, (_, index) => [`part${index}.js`, new Uint8Array(8 * 1024 * 1024)]),
    );
    expect(refusal(handmade(parts))).toEqual(refusedWith('too-large'));
  }, 60_000);

  it('that is no zip, or was cut or lengthened, is refused', () => {
    const file = handmade({});
    for (const one of [new Uint8Array(), bytes('PK'), file.subarray(0, -1), file.subarray(20), new Uint8Array(100)]) {
      expect(refusal(one)).toEqual(refusedWith('not-a-zip'));
    }
    expect(refusal(Buffer.concat([file, Buffer.from('more')]))).toEqual(refusedWith('not-a-zip'));
  });

  it('survives any change of one byte: it is read as it was, or refused', () => {
    const file = handmade({});
    for (let at = 0; at < file.length; at += 1) {
      const changed = Uint8Array.from(file);
      changed[at] = (changed[at] ?? 0) ^ 0x41;
      const found = refusal(changed);
      if (found !== null) expect(found).toEqual(expect.objectContaining({ name: 'PackageFileError' }));
    }
  });
});
