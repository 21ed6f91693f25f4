import type * as z from 'zod';
import type { extensionDifferenceSchema } from '@sinter/sdk/contract/host/extensions';
import type { StoredPackage } from './packageRows.ts';
import { wishesOf } from './packageRows.ts';
import type { RoomDb } from './tables.ts';

/** Bytes of each file of a package. */
export async function sizesOf(db: RoomDb, packageId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('extension_file')
    .innerJoin('stored_file', 'stored_file.id', 'extension_file.file_id')
    .select(['path', 'size'])
    .where('package_id', '=', packageId)
    .execute();
  return new Map(rows.map(({ path, size }) => [path, size]));
}

/** What differs between two versions; `before` is `null` for the first one. */
export async function differenceOf(
  db: RoomDb,
  before: StoredPackage | null,
  after: StoredPackage,
  language: string,
): Promise<z.input<typeof extensionDifferenceSchema>> {
  const [old, now] = await Promise.all([
    before ? sizesOf(db, before.packageId) : new Map<string, number>(),
    sizesOf(db, after.packageId),
  ]);
  const paths = [...new Set([...old.keys(), ...now.keys()])].sort();
  const lists = (of: (one: StoredPackage) => readonly string[]) => added(before ? of(before) : [], of(after));
  const scopes = lists(({ descriptor }) => descriptor.scopes.map(({ scope }) => scope));
  const backends = [before?.descriptor.backend?.url ?? null, after.descriptor.backend?.url ?? null] as const;
  return {
    from: before?.version ?? null,
    to: after.version,
    files: paths
      .filter((path) => before?.files.files[path] !== after.files.files[path])
      .map((path) => ({
        path,
        change: !old.has(path) ? 'ADDED' : !now.has(path) ? 'REMOVED' : 'CHANGED',
        before: old.get(path) ?? 0,
        after: now.get(path) ?? 0,
      })),
    scopes: {
      added: wishesOf(after, language).filter(({ scope }) => scopes.added.includes(scope)),
      removed: scopes.removed,
    },
    pages: lists(({ descriptor }) => descriptor.contributes.pages.map(({ path }) => path)),
    slots: lists(({ descriptor }) => descriptor.contributes.slots.map(({ slot }) => slot)),
    events: lists(({ descriptor }) => [
      ...new Set([
        ...descriptor.events.publishes,
        ...descriptor.events.subscribes,
        ...(descriptor.backend?.webhooks.map(({ event }) => event) ?? []),
      ]),
    ]),
    backend: backends[0] === backends[1] ? null : { before: backends[0], after: backends[1] },
  };
}

const added = (before: readonly string[], after: readonly string[]) => ({
  added: after.filter((one) => !before.includes(one)),
  removed: before.filter((one) => !after.includes(one)),
});
