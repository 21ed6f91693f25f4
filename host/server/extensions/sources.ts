import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod';
import { CallError, type Sentence } from '@sinter/sdk/contract';
import { importFromSource, listSources, type sourceSignatureSchema } from '@sinter/sdk/contract/host/extensionSources';
import { type PackageFile, packageLimits } from '#registry/packageFile';
import { say } from '../say.ts';
import { requireSignature } from './keys.ts';
import { isNewer, packagesOf } from './packageRows.ts';
import type { Parts } from './parts.ts';
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

/** Packages in folders of this server. They are read and never run; what is imported goes the way of every submission. */
export function handleSources(parts: Parts): void {
  const { handle, folders } = parts;

  handle(listSources, async () => {
    const sources: Source[] = [];
    for (const folder of folders) sources.push(await listed(parts, folder));
    return { sources };
  });

  handle(importFromSource, async (context, { body: { source, file } }) => {
    const folder = folders.find(({ name }) => name === source);
    // By the list of what is there: a name that leads elsewhere is not on it.
    if (!folder || !(await namesIn(folder.path)).includes(file)) throw new CallError('NOT_FOUND');
    return submitPackage(parts, context, await contentOf(join(folder.path, file)), '');
  });
}

async function listed(parts: Parts, { name, path }: Parts['folders'][number]): Promise<Source> {
  const source: Source = { name, problem: null, packages: [], broken: [] };
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
  const { id, version } = file.descriptor;
  const here = await packagesOf(parts.db, id);
  const live = here.filter(({ state }) => state !== 'REJECTED');
  const newest = live[0];
  return {
    ...{ id, version, title: file.descriptor.title, publisherId: publisherOf(file) },
    signature: await signatureOf(parts, file),
    keyId: file.signature?.keyId ?? null,
    news: !newest
      ? 'NEW'
      : live.some((one) => one.version === version)
        ? 'HERE'
        : isNewer(version, newest.version)
          ? 'NEWER'
          : 'OLDER',
  };
}

const publisherOf = ({ descriptor: { id } }: PackageFile): string => id.split('.')[0] ?? '';

/** What is known here decides; a package brings no key. */
async function signatureOf({ db, atHome }: Parts, file: PackageFile): Promise<Signature> {
  const { files, signature } = file;
  const publisher = publisherOf(file);
  const known = await db.selectFrom('extension_publisher').select('id').where('id', '=', publisher).executeTakeFirst();
  if (!known) return 'UNKNOWN_PUBLISHER';
  if (!signature) return 'UNSIGNED';
  const key = await db
    .selectFrom('extension_key')
    .select('publisher_id')
    .where('id', '=', signature.keyId)
    .executeTakeFirst();
  if (key?.publisher_id !== publisher) return 'UNKNOWN_KEY';
  try {
    await requireSignature(db, publisher, { files, signature, atHome });
    return 'KNOWN';
  } catch (error) {
    if (error instanceof CallError) return 'REFUSED';
    throw error;
  }
}
