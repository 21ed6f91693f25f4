import { sql } from 'kysely';
import type * as z from 'zod';
import { CallError } from '@sinter/sdk/contract';
import { submitExtension } from '@sinter/sdk/contract/host/extensionReview';
import { type PackageFile, packageLimits } from '#registry/packageFile';
import { packageHash } from '#registry/signing';
import sdk from '../../../sdk/package.json' with { type: 'json' };
import { say } from '../say.ts';
import type { RequestContext } from '../http/context.ts';
import { checkPackage } from './check.ts';
import { requireSignature } from './keys.ts';
import { isNewer, packagesOf } from './packageRows.ts';
import type { Parts } from './parts.ts';
import { collected, readSent, textsOf } from './sent.ts';
import { removePackage } from './remove.ts';
import { detailOf } from './submissions.ts';
import { roomTransaction } from './tables.ts';

const mostChanges = 4_000;

export function handleSubmit(parts: Parts): void {
  parts.handle(submitExtension, async (context) => {
    const { content, fields } = await context.upload();
    const bytes = await collected(content, packageLimits.bytes);
    return submitPackage(parts, context, bytes, (fields['changes'] ?? '').slice(0, mostChanges));
  });
}

/** The way of every package, wherever it comes from. */
export async function submitPackage(
  parts: Parts,
  { activeSession, user, write }: Pick<RequestContext, 'activeSession' | 'user' | 'write'>,
  bytes: Uint8Array,
  changes: string,
  serverId: number | null = null,
): Promise<z.input<typeof submitExtension.response>> {
  const { db, files, storedFiles, shared, atHome } = parts;
  const file = readSent(bytes);
  const { descriptor, signature, contents } = file;
  const publisherId = descriptor.id.split('.')[0] ?? '';
  const publisher = await db
    .selectFrom('extension_publisher')
    .select('id')
    .where('id', '=', publisherId)
    .executeTakeFirst();
  if (!publisher) throw new CallError('CONFLICT', say('extension.publisherUnknown', { publisher: publisherId }));
  if (signature) await requireSignature(db, publisherId, { files: file.files, signature, atHome });
  await requireNew(parts, file);
  const report = checkPackage(file, { sdk: sdk.version, shared: await shared() });

  const stored: { path: string; sha256: string; size: number }[] = [];
  for (const [path, bytes] of contents) {
    const one = await files.write(oneChunk(bytes), { controlled: false, maxBytes: packageLimits.fileBytes });
    stored.push({ path, ...one });
  }
  const packageId = await write(async (unit) => {
    const own = roomTransaction(unit.db);
    // Two that submit the same version at once: the second finds the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`extension ${descriptor.id}`}, 0))`.execute(own);
    const known = await requireNew(parts, file);
    if (known) await removePackage(unit, storedFiles, known);
    const row = await own
      .insertInto('extension_package')
      .values({
        plugin_id: descriptor.id,
        version: descriptor.version,
        publisher_id: publisherId,
        hash: packageHash(file.files),
        descriptor: JSON.stringify(descriptor),
        files: JSON.stringify(file.files),
        texts: JSON.stringify(textsOf(file)),
        key_id: signature?.keyId ?? null,
        signature: signature?.value ?? null,
        state: signature ? 'CHECKED' : 'SUBMITTED',
        report: JSON.stringify(report),
        changes,
        bytes: stored.reduce((sum, { size }) => sum + size, 0),
        submitted_by: user.userId,
        server_id: serverId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const { path, sha256, size } of stored) {
      const added = await storedFiles.add(unit, {
        sha256,
        size,
        fileName: path.split('/').at(-1) ?? path,
        controlled: false,
        createdBy: user.userId,
        owner: {},
      });
      await own.insertInto('extension_file').values({ package_id: row.id, path, file_id: added.id }).execute();
    }
    await unit.audit({
      action: 'extension.submitted',
      objectKind: 'EXTENSION',
      objectId: descriptor.id,
      after: { version: descriptor.version, keyId: signature?.keyId ?? null },
    });
    return row.id;
  });
  return detailOf(parts, packageId, activeSession.user.language);
}

/** Answers a rejected package of this version, whose place it takes. */
async function requireNew({ db }: Parts, { descriptor: { id, version } }: PackageFile): Promise<number | null> {
  const all = await packagesOf(db, id);
  const newest = all.find(({ publishedAt }) => publishedAt !== null);
  if (newest && isNewer(newest.version, version)) {
    throw new CallError('CONFLICT', say('extension.older', { version, newest: newest.version }));
  }
  const same = all.find((one) => one.version === version);
  if (same && same.state !== 'REJECTED') throw new CallError('CONFLICT', say('extension.submittedBefore', { version }));
  return same?.packageId ?? null;
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
