import { inflateRawSync } from 'node:zlib';
import { zipSync, type Zippable } from 'fflate';
import * as z from 'zod';
import { type Descriptor, descriptorSchema } from './descriptor.ts';
import { type PackageFiles, packageFilesSchema, packagePathSchema } from './packages.ts';
import { type PackageSignature, packageSignatureSchema } from './packages.ts';
import { fileIntegrity } from './signing.ts';
import { isVendor } from './terms.ts';
import { PackageFileError, readEntries, type ZipEntry } from './zipEntries.ts';

/**
 * A package as one file, `<id>-<version>.sinterplugin`: a zip with `plugin.json`, `files.json`, every file that is listed there, and
 * `signature.json` once it is signed. Only Node imports this file.
 */
export interface PackageFile {
  descriptor: Descriptor;
  files: PackageFiles;
  /** `null`: nobody has signed it. */
  signature: PackageSignature | null;
  /** Path to content, of all that is listed. */
  contents: ReadonlyMap<string, Uint8Array>;
}

export const packageLimits = { files: 2_000, bytes: 50 * 1024 * 1024, fileBytes: 10 * 1024 * 1024 } as const;

const [listName, signatureName, descriptorName] = ['files.json', 'signature.json', 'plugin.json'] as const;
const notListed: readonly string[] = [listName, signatureName];

/** @throws PackageFileError, which names file and rule. No more than `packageLimits` is ever unpacked, whatever the file says of itself. */
export function readPackageFile(file: Uint8Array): PackageFile {
  const entries = readEntries(file, packageLimits.files + notListed.length);
  checkNames(entries.map(({ name }) => name));
  const unpacked = unpack(entries);
  const contents = new Map([...unpacked].filter(([name]) => !notListed.includes(name)));

  const files = parsed(packageFilesSchema, unpacked, listName);
  for (const path of contents.keys()) {
    if (!Object.hasOwn(files.files, path)) throw new PackageFileError('unlisted', path);
  }
  for (const [path, integrity] of Object.entries(files.files)) {
    const content = contents.get(path);
    if (!content) throw new PackageFileError('missing', path);
    if (fileIntegrity(content) !== integrity) throw new PackageFileError('changed', path);
  }
  if (!contents.has(descriptorName)) throw new PackageFileError('missing', descriptorName);
  const descriptor = parsed(descriptorSchema, unpacked, descriptorName);
  if (descriptor.id !== files.id || descriptor.version !== files.version) {
    throw new PackageFileError('mismatch', descriptorName);
  }
  if (!isVendor(descriptor.id)) throw new PackageFileError('own-name', descriptorName, descriptor.id);
  const signature = unpacked.has(signatureName) ? parsed(packageSignatureSchema, unpacked, signatureName) : null;
  return { descriptor, files, signature, contents };
}

/** The same content gives the same bytes. */
export function writePackageFile({ files, signature, contents }: Omit<PackageFile, 'descriptor'>): Uint8Array {
  const json = (value: unknown) => new TextEncoder().encode(`${JSON.stringify(value, null, 1)}\n`);
  const entries: Zippable = { [listName]: json(files) };
  if (signature) entries[signatureName] = json(signature);
  for (const path of Object.keys(files.files).sort()) {
    const content = contents.get(path);
    if (!content) throw new PackageFileError('missing', path);
    entries[path] = content;
  }
  return zipSync(entries, { level: 9, mtime: '1980-01-02T00:00:00' });
}

function checkNames(names: readonly string[]): void {
  const known = new Map<string, string>();
  for (const name of names) {
    if (!packagePathSchema.safeParse(name).success) throw new PackageFileError('bad-path', name);
    // One file for a file system that does not tell small letters from capitals.
    const other = known.get(name.toLowerCase());
    if (other !== undefined) throw new PackageFileError(other === name ? 'twice' : 'same-but-case', name);
    known.set(name.toLowerCase(), name);
  }
  for (const name of known.keys()) {
    const parts = name.split('/');
    for (let end = 1; end < parts.length; end += 1) {
      if (known.has(parts.slice(0, end).join('/'))) throw new PackageFileError('twice', name);
    }
  }
}

function unpack(entries: readonly ZipEntry[]): Map<string, Uint8Array> {
  const contents = new Map<string, Uint8Array>();
  let left: number = packageLimits.bytes;
  for (const { name, packed, deflated } of entries) {
    const most = Math.min(left, packageLimits.fileBytes);
    const content = deflated ? inflated(name, packed, most) : packed;
    if (content.length > packageLimits.fileBytes) throw new PackageFileError('file-too-large', name);
    if (content.length > left) throw new PackageFileError('too-large', name);
    left -= content.length;
    contents.set(name, content);
  }
  return contents;
}

/** Stops as soon as there is one byte too much. */
function inflated(name: string, packed: Uint8Array, most: number): Uint8Array {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(most, 1) });
  } catch (error) {
    if (!(error instanceof RangeError)) throw new PackageFileError('broken', name);
    throw new PackageFileError(most < packageLimits.fileBytes ? 'too-large' : 'file-too-large', name);
  }
}

function parsed<T extends z.ZodType>(schema: T, contents: ReadonlyMap<string, Uint8Array>, name: string): z.output<T> {
  const content = contents.get(name);
  if (!content) throw new PackageFileError('missing', name);
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content));
  } catch (error) {
    throw new PackageFileError('bad-json', name, error instanceof Error ? error.message : String(error));
  }
  const result = schema.safeParse(json);
  if (!result.success) throw new PackageFileError('bad-json', name, z.prettifyError(result.error));
  return result.data;
}
