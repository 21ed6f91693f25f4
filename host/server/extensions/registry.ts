import { sign } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CallError } from '@sinter/sdk/contract';
import {
  type OfferedPackage,
  readExtensionRegistry,
  readOfferedPackage,
  type RegistryList,
} from '@sinter/sdk/contract/host/extensionRegistry';
import { writePackageFile } from '#registry/packageFile';
import type { PackageSignature } from '#registry/packages';
import { fileIntegrity } from '#registry/signing';
import { say } from '../say.ts';
import { serverKey } from './keys.ts';
import { publishedPackages, type StoredPackage, stateOf } from './packageRows.ts';
import type { Parts } from './parts.ts';
import { isFor } from './rollout.ts';
import { requirePackage } from './submissions.ts';
import type { RoomDb } from './tables.ts';

/** A list that says more is cut: the newest come first. */
const mostListed = 500;

/** What other servers are offered that have this one as a source. */
export function handleRegistry(parts: Parts): void {
  const { handle, db, secrets, atHome, files } = parts;
  const isOffered = (one: StoredPackage, facilityId: number): boolean =>
    one.state === 'PUBLISHED' && isFor(one, facilityId) && stateOf(one, atHome).state === 'ready';

  handle(readExtensionRegistry, async ({ facilityId, write }, { query: { nonce } }) => {
    const published = (await publishedPackages(db)).filter((one) => isOffered(one, facilityId));
    const own = await vendorsKeys(db);
    const list: RegistryList = {
      nonce,
      packages: published.slice(0, mostListed).map((one) => offer(one, own)),
      ...(await stopped(db)),
    };
    const text = JSON.stringify(list);
    const { publicKey, privateKey } = await write((unit) => serverKey(unit, secrets));
    return { publicKey, list: text, signature: sign(null, Buffer.from(text), privateKey).toString('base64') };
  });

  handle(readOfferedPackage, async ({ facilityId }, { params: { packageId } }) => {
    const one = await requirePackage(parts, packageId);
    if (!isOffered(one, facilityId)) throw new CallError('NOT_FOUND');
    const rows = await db
      .selectFrom('extension_file')
      .innerJoin('stored_file', 'stored_file.id', 'extension_file.file_id')
      .select(['path', 'sha256'])
      .where('package_id', '=', packageId)
      .execute();
    const contents = new Map<string, Uint8Array>();
    for (const { path, sha256 } of rows) {
      const content = await buffer((await files.read(sha256, { controlled: false })).stream);
      if (fileIntegrity(content) !== one.files.files[path]) throw new CallError('CONFLICT', say('packageChanged'));
      contents.set(path, content);
    }
    const signature = signatureOf(one, await vendorsKeys(db));
    const file = writePackageFile({ files: one.files, signature, contents });
    return {
      stream: Readable.from([file]),
      size: file.byteLength,
      contentType: 'application/octet-stream',
      cache: 'no-store' as const,
    };
  });
}

/** That of a vendor. What only this server has signed the other one judges for itself. */
function signatureOf({ key, signature }: StoredPackage, own: ReadonlySet<string>): PackageSignature | null {
  return key && signature !== null && own.has(key.id) ? { keyId: key.id, value: signature } : null;
}

function offer(one: StoredPackage, own: ReadonlySet<string>): OfferedPackage {
  const { packageId, pluginId, version, hash, bytes, descriptor } = one;
  const keyId = signatureOf(one, own)?.keyId ?? null;
  return { packageId, id: pluginId, version, title: descriptor.title.slice(0, 200), keyId, hash, bytes };
}

async function vendorsKeys(db: RoomDb): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('extension_key').select('id').where('publisher_id', 'is not', null).execute();
  return new Set(rows.map(({ id }) => id));
}

async function stopped(db: RoomDb): Promise<Pick<RegistryList, 'revokedKeys' | 'blocked'>> {
  const [keys, packages] = await Promise.all([
    db.selectFrom('extension_key').select(['id', 'reason']).where('revoked_at', 'is not', null).execute(),
    db
      .selectFrom('extension_package')
      .select(['plugin_id', 'version', 'hash', 'reason'])
      .where('state', '=', 'BLOCKED')
      .execute(),
  ]);
  return {
    revokedKeys: keys.map(({ id, reason }) => ({ keyId: id, reason: reason ?? '' })),
    blocked: packages.map((one) => ({
      id: one.plugin_id,
      version: one.version,
      hash: one.hash,
      reason: one.reason ?? '',
    })),
  };
}
