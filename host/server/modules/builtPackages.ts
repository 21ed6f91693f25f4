import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { type Descriptor, descriptorSchema } from '#registry/descriptor';
import {
  languageOf,
  packageFilesOf,
  type PackageSignature,
  packageSignatureSchema,
  type PackageFiles,
} from '#registry/packages';
import type { BrokenPlugin, InstalledPlugin, PackageState } from '#registry/resolve';
import { fileIntegrity, keyIdOf, publicKeyOf, verifyPackage } from '#registry/signing';
import { webBuildSchema } from './buildOutput.ts';

/** Where the build leaves its public key: beside the folder that is served, never in it. */
export const buildKeyFile = (webDir: string): string => join(dirname(webDir), 'signing', 'public-key');

/** A plugin whose code came with the server. */
export interface BuiltPackage {
  plugin: InstalledPlugin;
  /** Path below `/plugins/<id>/` to hash. */
  files: ReadonlyMap<string, string>;
}

export interface BuiltPackages {
  byId: Map<string, BuiltPackage>;
  broken: readonly BrokenPlugin[];
}

export async function readBuiltPackages(pluginsDir: string, webDir: string): Promise<BuiltPackages> {
  const [{ descriptors, broken }, folders, publicKey] = await Promise.all([
    readDescriptors(pluginsDir),
    readFolders(webDir),
    readFile(buildKeyFile(webDir), 'utf8').then(
      (text) => text.trim(),
      () => null,
    ),
  ]);
  const byId = new Map<string, BuiltPackage>();
  for (const { descriptor } of descriptors) {
    const { id } = descriptor;
    if (byId.has(id)) continue;
    const found = descriptors.filter((other) => other.descriptor.id === id);
    byId.set(
      id,
      found.length > 1
        ? without(descriptor, { state: 'twice', folders: found.map(({ folder }) => `plugins/${folder}`) })
        : await readPackage({ descriptor, folder: folders[id], webDir, publicKey }),
    );
  }
  return { byId, broken };
}

const textsSchema = z.record(z.string(), z.string());

export const changed = (path: string): PackageState => ({ state: 'not-verified', changedFile: path });
const without = (descriptor: Descriptor, state: PackageState): BuiltPackage => ({
  plugin: { descriptor, package: state },
  files: new Map(),
});

async function readDescriptors(pluginsDir: string) {
  const descriptors: { folder: string; descriptor: Descriptor }[] = [];
  const broken: BrokenPlugin[] = [];
  for (const folder of (await readdir(pluginsDir).catch(() => [])).sort()) {
    const text = await readFile(join(pluginsDir, folder, 'plugin.json'), 'utf8').catch(() => null);
    if (text === null) continue;
    const file = `plugins/${folder}/plugin.json`;
    const json = parseJson(text);
    if ('problem' in json) {
      broken.push({ file, problem: json.problem });
      continue;
    }
    const parsed = descriptorSchema.safeParse(json.value);
    if (parsed.success) descriptors.push({ folder, descriptor: parsed.data });
    else broken.push({ file, problem: z.prettifyError(parsed.error) });
  }
  return { descriptors, broken };
}

/** Plugin id to its folder below `.build/web`; empty where nothing was built. */
async function readFolders(webDir: string): Promise<Record<string, string>> {
  const text = await readFile(join(webDir, 'index.json'), 'utf8').catch(() => null);
  return text === null ? {} : webBuildSchema.parse(JSON.parse(text)).plugins;
}

interface Placed {
  descriptor: Descriptor;
  folder: string | undefined;
  webDir: string;
  publicKey: string | null;
}

async function readPackage({ descriptor, folder, webDir, publicKey }: Placed): Promise<BuiltPackage> {
  if (!descriptor.client) return without(descriptor, { state: 'server-only' });
  if (folder === undefined) return without(descriptor, { state: 'not-built' });
  const record = async (name: string): Promise<unknown> => {
    const json = parseJson(await readFile(join(webDir, folder, name), 'utf8').catch(() => ''));
    return 'value' in json ? json.value : undefined;
  };
  const built = packageFilesOf(await record('files.json'));
  if (!built) return without(descriptor, { state: 'not-verified', changedFile: null });
  const signature = packageSignatureSchema.safeParse(await record('signature.json')).data;
  if (!signature || publicKey === null) return without(descriptor, { state: 'not-signed' });
  if (!isSigned(built, signature, publicKey)) return without(descriptor, changed('files.json'));
  const texts: Record<string, Record<string, string>> = {};
  for (const [path, integrity] of Object.entries(built.files)) {
    const content = await readFile(join(webDir, folder, path)).catch(() => null);
    if (!content || fileIntegrity(content) !== integrity) return without(descriptor, changed(path));
    const language = languageOf(path);
    const json = language === undefined ? null : parseJson(content.toString('utf8'));
    const own = json && 'value' in json ? textsSchema.safeParse(json.value).data : undefined;
    if (language !== undefined && own) texts[language] = own;
  }
  const below = folder.replace(/^plugins\/[^/]+\//, '');
  return {
    plugin: {
      descriptor,
      package: { state: 'ready', baseUrl: `/${folder}/`, files: built, texts, signed: { signature, publicKey } },
    },
    files: new Map(Object.entries(built.files).map(([path, integrity]) => [`${below}/${path}`, integrity])),
  };
}

function isSigned(files: PackageFiles, signature: PackageSignature, publicKey: string): boolean {
  try {
    return signature.keyId === keyIdOf(publicKey) && verifyPackage(files, signature, publicKeyOf(publicKey));
  } catch {
    // The file of the key holds something else.
    return false;
  }
}

function parseJson(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
