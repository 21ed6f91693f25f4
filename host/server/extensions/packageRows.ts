import { sql } from 'kysely';
import semver from 'semver';
import * as z from 'zod';
import type { PackageReviewState } from '@sinter/sdk/contract/host/extensionReview';
import { type Descriptor, descriptorSchema } from '#registry/descriptor';
import { type PackageFiles, packageFilesSchema } from '#registry/packages';
import type { PackageState, PackageTexts } from '#registry/resolve';
import { keyIdOf, packageHash, publicKeyOf, verifyPackage } from '#registry/signing';
import { type RoomDb } from './tables.ts';

/** A version of an extension, with the key that has signed it. */
export interface StoredPackage {
  packageId: number;
  pluginId: string;
  version: string;
  publisher: { id: string; name: string };
  hash: string;
  descriptor: Descriptor;
  files: PackageFiles;
  texts: PackageTexts;
  state: PackageReviewState;
  tier: 'REVIEWED' | 'SANDBOXED';
  changes: string;
  bytes: number;
  reason: string | null;
  rollout: { percent: number; facilityIds: readonly number[] };
  publishedAt: Date | null;
  signature: string | null;
  key: SigningKey | null;
}

export interface SigningKey {
  id: string;
  publicKey: string;
  development: boolean;
  revokedAt: Date | null;
  reason: string | null;
}

const textsSchema = z.record(z.string(), z.record(z.string(), z.string()));

const query = (db: RoomDb) =>
  db
    .selectFrom('extension_package')
    .innerJoin('extension_publisher', 'extension_publisher.id', 'extension_package.publisher_id')
    .leftJoin('extension_key', 'extension_key.id', 'extension_package.key_id')
    .select([
      'extension_package.id',
      'plugin_id',
      'version',
      'extension_package.publisher_id',
      'extension_publisher.name as publisher_name',
      'hash',
      'state',
      'tier',
      'changes',
      'bytes',
      'extension_package.reason',
      'rollout_percent',
      'rollout_facilities',
      'published_at',
      'signature',
      'extension_key.id as key_id',
      'public_key',
      'development',
      'revoked_at',
      'extension_key.reason as key_reason',
      sql<string>`descriptor::text`.as('descriptor'),
      sql<string>`files::text`.as('files'),
      sql<string>`texts::text`.as('texts'),
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof query>['execute']>>[number];

type Contents = Pick<StoredPackage, 'descriptor' | 'files' | 'texts'>;
const read = new Map<number, Pick<Row, keyof Contents> & { contents: Contents }>();
const mostRead = 500;

/** What never changes of a version is read once, for as long as the row has the same: facilities have dozens, and pages ask for all. */
function contentsOf({ id, descriptor, files, texts }: Row): Contents {
  const known = read.get(id);
  if (known?.descriptor === descriptor && known.files === files && known.texts === texts) return known.contents;
  const contents = {
    descriptor: descriptorSchema.parse(JSON.parse(descriptor)),
    files: packageFilesSchema.parse(JSON.parse(files)),
    texts: textsSchema.parse(JSON.parse(texts)),
  };
  const [oldest] = read.keys();
  if (oldest !== undefined && read.size >= mostRead) read.delete(oldest);
  read.set(id, { descriptor, files, texts, contents });
  return contents;
}

function toPackage(row: Row): StoredPackage {
  return {
    packageId: row.id,
    pluginId: row.plugin_id,
    version: row.version,
    publisher: { id: row.publisher_id, name: row.publisher_name },
    hash: row.hash,
    ...contentsOf(row),
    state: row.state,
    tier: row.tier,
    changes: row.changes,
    bytes: row.bytes,
    reason: row.reason,
    rollout: { percent: row.rollout_percent, facilityIds: row.rollout_facilities },
    publishedAt: row.published_at,
    signature: row.signature,
    key:
      row.key_id !== null && row.public_key !== null
        ? {
            id: row.key_id,
            publicKey: row.public_key,
            development: row.development ?? false,
            revokedAt: row.revoked_at,
            reason: row.key_reason,
          }
        : null,
  };
}

export async function packagesById(db: RoomDb, ids: readonly number[]): Promise<Map<number, StoredPackage>> {
  if (ids.length === 0) return new Map();
  const rows = await query(db)
    .where('extension_package.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, toPackage(row)]));
}

export async function packagesOf(db: RoomDb, pluginId: string): Promise<StoredPackage[]> {
  const rows = await query(db).where('plugin_id', '=', pluginId).execute();
  return newestFirst(rows.map(toPackage));
}

export async function publishedPackages(db: RoomDb): Promise<StoredPackage[]> {
  const rows = await query(db).where('state', '=', 'PUBLISHED').execute();
  return newestFirst(rows.map(toPackage));
}

export const newestFirst = <T extends { version: string }>(packages: readonly T[]): T[] =>
  packages.toSorted((one, other) => semver.rcompare(one.version, other.version));
export const isNewer = (one: string, other: string): boolean => semver.gt(one, other);

/** Whether it may run, and what browsers check it by. `atHome`: nobody but this machine reaches the server. */
export function stateOf(one: StoredPackage, atHome: boolean): PackageState {
  const { key, signature, files } = one;
  if (one.state === 'BLOCKED') return { state: 'blocked', reason: one.reason ?? '' };
  if (!key || signature === null || (key.development && !atHome)) return { state: 'not-signed' };
  if (key.revokedAt) return { state: 'revoked', keyId: key.id, reason: key.reason ?? '' };
  const signed = { signature: { keyId: key.id, value: signature }, publicKey: key.publicKey };
  if (!isWhole(files, one.hash, signed)) return { state: 'not-verified', changedFile: null };
  return {
    state: 'ready',
    baseUrl: `/plugins/${one.pluginId}/${folderOf(one)}/`,
    files,
    texts: one.texts,
    tier: one.tier === 'REVIEWED' ? 'page' : 'frame',
    signed,
  };
}

const whole = new WeakMap<PackageFiles, { by: string; holds: boolean }>();

/** Whether these are the files that were signed. Found out once for the same list, hash, key and signature. */
function isWhole(
  files: PackageFiles,
  hash: string,
  { signature, publicKey }: { signature: { keyId: string; value: string }; publicKey: string },
): boolean {
  const by = `${hash} ${signature.keyId} ${signature.value} ${publicKey}`;
  const known = whole.get(files);
  if (known?.by === by) return known.holds;
  const holds =
    signature.keyId === keyIdOf(publicKey) &&
    verifyPackage(files, signature, publicKeyOf(publicKey)) &&
    hash === packageHash(files);
  whole.set(files, { by, holds });
  return holds;
}

/** The part of a file's address that is another one for every content. */
export const folderOf = ({ version, hash }: { version: string; hash: string }): string =>
  `${version}-${hash.slice(0, 10)}`;

const english = 'en_US';
/** One of its texts in this language, else in English, else its key. */
export const textOf = ({ texts }: Pick<StoredPackage, 'texts'>, token: string, language: string): string =>
  texts[language]?.[token] ?? texts[english]?.[token] ?? token;

export const titleOf = (one: StoredPackage, language: string): string =>
  one.texts[language]?.['module.title'] ?? one.texts[english]?.['module.title'] ?? one.descriptor.title;

export const wishesOf = (one: StoredPackage, language: string) =>
  one.descriptor.scopes.map(({ scope, reason }) => ({ scope, reason: textOf(one, reason, language) }));

/** What its own server is told, with the vendor's reasons. */
export const toldOf = (one: StoredPackage, language: string) =>
  (one.descriptor.backend?.webhooks ?? []).map(({ event, reason }) => ({
    event,
    reason: textOf(one, reason, language),
  }));

/** What this version asks for and that has not been granted. */
export const lacking = ({ descriptor }: StoredPackage, grants: readonly string[]): string[] =>
  descriptor.scopes.map(({ scope }) => String(scope)).filter((scope) => !grants.includes(scope));
