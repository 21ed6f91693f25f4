import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { refusal } from '@sinter/sdk/contract/guard';
import { localBuildLimits, readLocalBuild } from '@sinter/sdk/contract/host/localBuilds';
import { type PackageFile, readPackageFile } from '#registry/packageFile';
import type { InstalledPlugin } from '#registry/resolve';
import { keyIdOf, packageHash, publicKeyOf, verifyPackage } from '#registry/signing';
import { textsOf } from '../extensions/sent.ts';
import { type ActiveSession, sessionOf } from '../identity/activeSession.ts';
import type { TriedBuilds } from '../modules/triedBuilds.ts';
import type { RoomDb } from './tables.ts';

/** Rows of which the tool was heard of not so long ago. */
export const isAlive = sql<boolean>`heard_at > now() - make_interval(mins => ${localBuildLimits.idleMinutes})`;

/** Made from the list of files; what is in an address. */
export const hashOf = ({ files }: Pick<PackageFile, 'files'>): string => packageHash(files).slice(0, 16);

/** Only what the key of the build has signed is ever given to a browser. */
export const isSignedBy = ({ files, signature }: PackageFile, publicKey: string): boolean =>
  signature !== null &&
  signature.keyId === keyIdOf(publicKey) &&
  verifyPackage(files, signature, publicKeyOf(publicKey));

/** A build as the registry knows plugins. */
export function appOf(
  { id, public_key: publicKey, tier }: { id: string; public_key: string; tier: 'page' | 'frame' },
  file: PackageFile,
): InstalledPlugin {
  const { descriptor, files, signature } = file;
  if (!signature) return { descriptor, package: { state: 'not-signed' } };
  return {
    descriptor,
    package: {
      state: 'ready',
      baseUrl: `/plugins/${descriptor.id}/local/${id}/${hashOf(file)}/`,
      files,
      texts: textsOf(file),
      tier,
      local: true,
      signed: { signature, publicKey },
    },
  };
}

const address = /^local\/([\w-]{32})\/([0-9a-f]{16})\/(.+)$/;
/** Builds that were read last: one page asks for many files of one. */
const kept = 4;

export interface Builds extends TriedBuilds {
  read(bytes: Uint8Array, hash: string): PackageFile;
}

/** `allowed`: this server takes local builds at all. */
export function createBuilds(db: RoomDb, allowed: boolean): Builds {
  const cache = new Map<string, PackageFile>();

  function read(bytes: Uint8Array, hash: string): PackageFile {
    const known = cache.get(hash);
    if (known) return known;
    const file = readPackageFile(bytes);
    const [oldest] = cache.keys();
    if (oldest !== undefined && cache.size >= kept) cache.delete(oldest);
    cache.set(hash, file);
    return file;
  }

  async function loadedBy(id: string, session: ActiveSession) {
    const { principal } = session;
    if (!allowed || principal.via !== 'session' || refusal(readLocalBuild.guard, principal) !== null) return null;
    const row = await db
      .selectFrom('local_build')
      .select(['id', 'plugin_id', 'public_key', 'tier', 'package', 'hash', 'scopes'])
      .where('id', '=', id)
      .where('user_id', '=', principal.userId)
      .where('facility_id', '=', principal.facilityId)
      .where('session', '=', sessionOf(session))
      .where(isAlive)
      .executeTakeFirst();
    if (!row?.package || row.hash === null) return null;
    return { ...row, hash: row.hash, file: read(row.package, row.hash) };
  }

  return {
    read,
    async of(id, session) {
      const found = await loadedBy(id, session);
      if (!found) return null;
      const asked: readonly string[] = found.file.descriptor.scopes.map(({ scope }) => scope);
      return {
        app: appOf(found, found.file),
        scopes: found.scopes.filter((scope) => asked.includes(scope)),
      };
    },
    async file(session, pluginId, path) {
      const [, id = '', hash, name = ''] = address.exec(path) ?? [];
      const found = await loadedBy(id, session);
      if (found?.plugin_id !== pluginId || hashOf(found.file) !== hash) return null;
      const content = found.file.contents.get(name);
      if (!content) return null;
      return {
        content: Buffer.from(content),
        etag: createHash('sha256').update(content).digest('hex').slice(0, 22),
      };
    },
  };
}
