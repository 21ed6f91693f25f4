import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod';
import { CallError, type Sentence } from '@sinter/sdk/contract';
import { importFromSource, listSources, type sourceSignatureSchema } from '@sinter/sdk/contract/host/extensionSources';
import { type OfferedPackage } from '@sinter/sdk/contract/host/extensionRegistry';
import { type PackageFile, packageLimits } from '#registry/packageFile';
import { keyIdOf, packageHash } from '#registry/signing';
import { say } from '../say.ts';
import type { Write } from '../work/work.ts';
import { requireSignature } from './keys.ts';
import { askKnown, downloadPackage } from './otherServer.ts';
import { isNewer, packagesOf } from './packageRows.ts';
import type { Parts } from './parts.ts';
import { followServer, serversOf, type SourceServer, stoppedFrom } from './servers.ts';
import { readSent } from './sent.ts';
import { submitPackage } from './submit.ts';

type Source = z.input<typeof listSources.response>['sources'][number];
type Found = Source['packages'][number];
type Signature = z.infer<typeof sourceSignatureSchema>;

const mostFiles = 200;
/** A package may have more bytes unpacked than its file; never the other way round by much. */
const mostBytes = packageLimits.bytes + 1024 * 1024;
/** A network drive that is gone keeps its readers waiting. */
const longestRead = 10_000;

/** Packages in folders of this server and on others. They are read and never run; what is imported goes the way of every submission. */
export function handleSources(parts: Parts, write: Write): void {
  const { handle, folders, call } = parts;

  handle(listSources, async () => {
    const sources: Source[] = [];
    for (const folder of folders) sources.push(await listed(parts, folder));
    const servers = await serversOf(parts);
    return { sources: [...sources, ...(await Promise.all(servers.map((one) => offered(parts, write, one))))] };
  });

  handle(importFromSource, async (context, { body: { source, file } }) => {
    const folder = folders.find(({ name }) => name === source);
    if (folder) {
      // By the list of what is there: a name that leads elsewhere is not on it.
      if (!(await namesIn(folder.path)).includes(file)) throw new CallError('NOT_FOUND');
      return submitPackage(parts, context, await contentOf(join(folder.path, file)), '');
    }
    const server = (await serversOf(parts)).find(({ name }) => name === source);
    if (!server) throw new CallError('NOT_FOUND');
    const one = (await askKnown(call, server)).packages.find((offer) => fileOf(offer) === file);
    if (!one) throw new CallError('NOT_FOUND');
    const bytes = await downloadPackage(call, server, one.packageId);
    const { files } = readSent(bytes);
    if (files.id !== one.id || packageHash(files) !== one.hash) {
      throw new CallError('CONFLICT', say('source.otherPackage', { address: server.address }));
    }
    return submitPackage(parts, context, bytes, '', server.id);
  });
}

const fileOf = ({ id, version }: Pick<OfferedPackage, 'id' | 'version'>): string => `${id}-${version}.sinterplugin`;

/** What another server offers; what it has revoked or blocked meanwhile stops here before. */
async function offered(parts: Parts, write: Write, server: SourceServer): Promise<Source> {
  const { id, name, address, publicKey } = server;
  const source: Source = { name, server: null, problem: null, packages: [], broken: [] };
  try {
    const list = await askKnown(parts.call, server);
    await followServer(parts, write, server, list);
    for (const { bytes, title, ...one } of list.packages) {
      const publisherId = one.id.split('.')[0] ?? '';
      source.packages.push({
        ...{ file: fileOf(one), id: one.id, version: one.version, title, publisherId, bytes, keyId: one.keyId },
        signature: await keyStateOf(parts, publisherId, one.keyId),
        news: await newsOf(parts, one),
      });
    }
  } catch (error) {
    source.problem = sentenceOf(error, say('source.noRegistry', { address }));
  }
  return {
    ...source,
    server: { serverId: id, address, keyId: keyIdOf(publicKey), stopped: await stoppedFrom(parts, id) },
  };
}

async function listed(parts: Parts, { name, path }: Parts['folders'][number]): Promise<Source> {
  const source: Source = { name, server: null, problem: null, packages: [], broken: [] };
  try {
    for (const file of (await namesIn(path)).slice(0, mostFiles)) {
      try {
        const bytes = await contentOf(join(path, file));
        source.packages.push({ file, bytes: bytes.byteLength, ...(await aboutOf(parts, readSent(bytes))) });
      } catch (error) {
        source.broken.push({ file, ...sentenceOf(error, say('source.unreadableFile')) });
      }
    }
  } catch (error) {
    source.problem = sentenceOf(error, say('source.unreadable'));
  }
  return source;
}

function sentenceOf(error: unknown, { message, said }: Sentence): NonNullable<Source['problem']> {
  const own = error instanceof CallError ? error.details.said : undefined;
  return own && error instanceof CallError ? { message: error.message, said: own } : { message, said };
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await inTime(readdir(folder, { withFileTypes: true }));
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.sinterplugin'))
    .map(({ name }) => name)
    .sort();
}

async function contentOf(path: string): Promise<Uint8Array> {
  const { size } = await inTime(lstat(path));
  if (size > mostBytes) throw new CallError('TOO_LARGE', say('source.tooLarge', { megabytes: 50 }));
  return inTime(readFile(path, { signal: AbortSignal.timeout(longestRead) }));
}

async function inTime<T>(reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const sentence = say('source.silent', { seconds: longestRead / 1000 });
    timer = setTimeout(() => reject(new CallError('UNAVAILABLE', sentence)), longestRead);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function aboutOf(parts: Parts, file: PackageFile): Promise<Omit<Found, 'file' | 'bytes'>> {
  const { id, version, title } = file.descriptor;
  return {
    ...{ id, version, title, publisherId: publisherOf(file) },
    signature: await signatureOf(parts, file),
    keyId: file.signature?.keyId ?? null,
    news: await newsOf(parts, { id, version }),
  };
}

/** What it is beside what was submitted here. */
async function newsOf({ db }: Parts, { id, version }: { id: string; version: string }): Promise<Found['news']> {
  const live = (await packagesOf(db, id)).filter(({ state }) => state !== 'REJECTED');
  const [newest] = live;
  if (!newest) return 'NEW';
  if (live.some((one) => one.version === version)) return 'HERE';
  return isNewer(version, newest.version) ? 'NEWER' : 'OLDER';
}

const publisherOf = ({ descriptor: { id } }: PackageFile): string => id.split('.')[0] ?? '';

/** What is known here of the key decides; no source brings one. */
async function keyStateOf({ db, atHome }: Parts, publisher: string, keyId: string | null): Promise<Signature> {
  const known = await db.selectFrom('extension_publisher').select('id').where('id', '=', publisher).executeTakeFirst();
  if (!known) return 'UNKNOWN_PUBLISHER';
  if (keyId === null) return 'UNSIGNED';
  const key = await db
    .selectFrom('extension_key')
    .select(['publisher_id', 'retired_at', 'revoked_at', 'development'])
    .where('id', '=', keyId)
    .executeTakeFirst();
  if (key?.publisher_id !== publisher) return 'UNKNOWN_KEY';
  return key.retired_at || key.revoked_at || (key.development && !atHome) ? 'REFUSED' : 'KNOWN';
}

async function signatureOf(parts: Parts, file: PackageFile): Promise<Signature> {
  const { files, signature } = file;
  const publisher = publisherOf(file);
  const state = await keyStateOf(parts, publisher, signature?.keyId ?? null);
  if (state !== 'KNOWN' || !signature) return state;
  try {
    await requireSignature(parts.db, publisher, { files, signature, atHome: parts.atHome });
    return 'KNOWN';
  } catch (error) {
    if (error instanceof CallError) return 'REFUSED';
    throw error;
  }
}
