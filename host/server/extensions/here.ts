import type { Kysely } from 'kysely';
import { CallError } from '@sinter/sdk/contract';
import type { Logger } from '@sinter/sdk/plugin';
import type { FileStore, Tables } from '@sinter/sdk/server';
import { buffer } from 'node:stream/consumers';
import { fileIntegrity } from '#registry/signing';
import type { FacilityPackages, PackageContent } from '../modules/facilityPackages.ts';
import { say } from '../say.ts';
import { folderOf, packagesById, packagesOf, type StoredPackage, stateOf } from './packageRows.ts';
import { roomDb } from './tables.ts';

/** What a facility has installed, with the packages that its rows name. */
export interface InstallHere {
  facilityId: number;
  pluginId: string;
  package: StoredPackage;
  grants: readonly string[];
}

export interface ExtensionsHere extends FacilityPackages {
  of(facilityId: number): Promise<readonly InstallHere[]>;
  forget(): void;
}

/** Longest time that a node may lag behind when it hears nothing of a change, ms. */
const cacheFor = 10_000;

export interface HereParts {
  db: Kysely<Tables>;
  files: FileStore;
  log: Logger;
  atHome: boolean;
}

/** What the facilities of this node have, as browsers are told and given it. */
export function createExtensionsHere({ db, files, log, atHome }: HereParts): ExtensionsHere {
  const cache = new Map<number, { found: Promise<readonly InstallHere[]>; readAt: number }>();

  async function read(facilityId: number): Promise<readonly InstallHere[]> {
    const rows = await roomDb(db)
      .selectFrom('extension_install')
      .select(['plugin_id', 'package_id', 'grants'])
      .where('facility_id', '=', facilityId)
      .orderBy('plugin_id')
      .execute();
    const packages = await packagesById(
      roomDb(db),
      rows.map((row) => row.package_id),
    );
    return rows.flatMap(({ plugin_id: pluginId, package_id, grants }) => {
      const found = packages.get(package_id);
      return found ? [{ facilityId, pluginId, package: found, grants }] : [];
    });
  }

  const here: ExtensionsHere = {
    of(facilityId) {
      const known = cache.get(facilityId);
      if (known && Date.now() - known.readAt < cacheFor) return known.found;
      const found = read(facilityId);
      cache.set(facilityId, { found, readAt: Date.now() });
      found.catch(() => cache.delete(facilityId));
      return found;
    },
    async installed(facilityId) {
      return (await here.of(facilityId)).map((one) => ({
        descriptor: one.package.descriptor,
        package: stateOf(one.package, atHome),
      }));
    },
    async file(facilityId, pluginId, path): Promise<PackageContent | null> {
      const installed = (await here.of(facilityId)).find((one) => one.pluginId === pluginId);
      if (!installed) return null;
      const [folder = '', ...rest] = path.split('/');
      const name = rest.join('/');
      // Pages that have not followed yet still load parts of the version before.
      const found =
        folderOf(installed.package) === folder
          ? installed.package
          : (await packagesOf(roomDb(db), pluginId)).find((one) => folderOf(one) === folder);
      const integrity = found?.files.files[name];
      if (!found || integrity === undefined || stateOf(found, atHome).state !== 'ready') return null;
      const row = await roomDb(db)
        .selectFrom('extension_file')
        .innerJoin('stored_file', 'stored_file.id', 'extension_file.file_id')
        .select('sha256')
        .where('package_id', '=', found.packageId)
        .where('path', '=', name)
        .executeTakeFirst();
      if (!row) return null;
      const content = await buffer((await files.read(row.sha256, { controlled: false })).stream);
      if (fileIntegrity(content) !== integrity) {
        log.error('a file of an extension is not the one that was signed', { id: pluginId, path });
        throw new CallError('CONFLICT', say('packageChanged'));
      }
      return { content, etag: row.sha256.slice(0, 22) };
    },
    forget: () => cache.clear(),
  };
  return here;
}
