import { sql } from 'kysely';
import { CallError, errorCatalogue } from '@sinter/sdk/contract';
import { type StorageArea, type StoredDocument, storageLimits } from '@sinter/sdk/contract/apps/storage';
import type { Work } from '@sinter/sdk/server';
import { say } from '../say.ts';
import { type RoomDb, type RoomTransaction, roomTransaction } from './tables.ts';

/** Whose documents. */
export interface Shelf {
  facilityId: number;
  pluginId: string;
  area: StorageArea;
  /** 0: the facility's. */
  userId: number;
}

type Plugin = Pick<Shelf, 'facilityId' | 'pluginId'>;

/** A page of documents ends with the one that fills it. */
const pageBytes = 1024 * 1024;
const columns = ['key', 'value', 'revision', 'updated_at'] as const;
interface Row {
  key: string;
  value: unknown;
  revision: number;
  updated_at: Date;
}
const toDocument = ({ key, value, revision, updated_at }: Row): StoredDocument => ({
  key,
  value,
  revision,
  updatedAt: updated_at.toISOString(),
});

const on = (db: RoomDb, { facilityId, pluginId, area, userId }: Shelf) =>
  db
    .selectFrom('app_document')
    .where('facility_id', '=', facilityId)
    .where('plugin_id', '=', pluginId)
    .where('area', '=', area)
    .where('user_id', '=', userId);

export async function findDocument(db: RoomDb, shelf: Shelf, key: string): Promise<StoredDocument | null> {
  const row = await on(db, shelf).select(columns).where('key', '=', key).executeTakeFirst();
  return row ? toDocument(row) : null;
}

export async function readPage(
  db: RoomDb,
  shelf: Shelf,
  { prefix, after, limit }: { prefix: string; after?: string | undefined; limit: number },
): Promise<{ documents: StoredDocument[]; next: string | null }> {
  let asked = on(db, shelf).where('key', '>=', prefix);
  // No key has a character as high.
  if (prefix !== '') asked = asked.where('key', '<', `${prefix}\u007f`);
  if (after !== undefined) asked = asked.where('key', '>', after);
  const rows = await db
    .selectFrom(
      asked
        .select([...columns, 'bytes', sql<number>`sum(bytes) over (order by key)`.as('so_far')])
        .orderBy('key')
        .limit(limit + 1)
        .as('page'),
    )
    .select([...columns, 'bytes', 'so_far'])
    // The first one always goes.
    .where(sql<boolean>`so_far - bytes <= ${pageBytes}`)
    .orderBy('key')
    .execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const full = rows.length > limit || (last !== undefined && Number(last.so_far) > pageBytes);
  return { documents: shown.map(toDocument), next: full && last ? last.key : null };
}

export async function useOf(
  db: RoomDb,
  { facilityId, pluginId }: Plugin,
): Promise<{ documents: number; bytes: number }> {
  const row = await db
    .selectFrom('app_storage')
    .select(['documents', 'bytes'])
    .where('facility_id', '=', facilityId)
    .where('plugin_id', '=', pluginId)
    .executeTakeFirst();
  return row ?? { documents: 0, bytes: 0 };
}

/** Whoever changes something of this plugin here waits for whoever does so now. */
async function lock(db: RoomTransaction, { facilityId, pluginId }: Plugin) {
  const key = { facility_id: facilityId, plugin_id: pluginId };
  await db
    .insertInto('app_storage')
    .values({ ...key, documents: 0, bytes: 0, last_revision: 0 })
    .onConflict((conflict) => conflict.columns(['facility_id', 'plugin_id']).doNothing())
    .execute();
  return db
    .selectFrom('app_storage')
    .selectAll()
    .where('facility_id', '=', facilityId)
    .where('plugin_id', '=', pluginId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

const sizeOf = (db: RoomDb, shelf: Shelf, key: string) =>
  on(db, shelf)
    .select(['bytes', ...columns])
    .where('key', '=', key)
    .executeTakeFirst();

/** Throws CHANGED with what is there, unless it is the revision that the caller expects. */
function requireRevision(present: Row | undefined, expected: number | undefined): void {
  if (expected === undefined || expected === (present?.revision ?? 0)) return;
  const current = present ? toDocument(present) : null;
  throw CallError.received({ code: 'CHANGED', message: errorCatalogue.CHANGED.message, current });
}

export interface Putting {
  app: string;
  key: string;
  value: unknown;
  revision: number | undefined;
  by: number;
}

export async function putInto(
  unit: Work,
  shelf: Shelf,
  { app, key, value, revision: expected, by }: Putting,
): Promise<{ key: string; revision: number; updatedAt: string }> {
  const text = JSON.stringify(value) ?? 'null';
  const bytes = Buffer.byteLength(text);
  if (bytes > storageLimits.documentBytes) {
    throw new CallError('TOO_LARGE', say('app.documentTooLarge', { kilobytes: storageLimits.documentBytes / 1024 }));
  }
  const db = roomTransaction(unit.db);
  const kept = await lock(db, shelf);
  const present = await sizeOf(db, shelf, key);
  requireRevision(present, expected);
  const [more, grows] = [present ? 0 : 1, bytes - (present?.bytes ?? 0)];
  if (kept.documents + more > storageLimits.documents) {
    throw new CallError('STORAGE_FULL', say('app.tooManyDocuments', { app, most: storageLimits.documents }));
  }
  // Of what makes it smaller nothing is refused.
  if (grows > 0 && kept.bytes + grows > storageLimits.bytes) {
    throw new CallError('STORAGE_FULL', say('app.storageFull', { app, megabytes: storageLimits.bytes / 1024 ** 2 }));
  }
  const revision = kept.last_revision + 1;
  const content = { value: text, bytes, revision, updated_by: by, updated_at: new Date() };
  await db
    .insertInto('app_document')
    .values({
      facility_id: shelf.facilityId,
      plugin_id: shelf.pluginId,
      area: shelf.area,
      user_id: shelf.userId,
      key,
      ...content,
    })
    .onConflict((conflict) =>
      conflict.columns(['facility_id', 'plugin_id', 'area', 'user_id', 'key']).doUpdateSet(content),
    )
    .execute();
  await count(db, shelf, { documents: kept.documents + more, bytes: kept.bytes + grows, last_revision: revision });
  return { key, revision, updatedAt: content.updated_at.toISOString() };
}

export async function deleteFrom(
  unit: Work,
  shelf: Shelf,
  { key, revision }: { key: string; revision: number | undefined },
): Promise<void> {
  const db = roomTransaction(unit.db);
  const kept = await lock(db, shelf);
  const present = await sizeOf(db, shelf, key);
  if (!present) return;
  requireRevision(present, revision);
  const { facilityId, pluginId, area, userId } = shelf;
  await db
    .deleteFrom('app_document')
    .where('facility_id', '=', facilityId)
    .where('plugin_id', '=', pluginId)
    .where('area', '=', area)
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute();
  await count(db, shelf, { documents: kept.documents - 1, bytes: kept.bytes - present.bytes });
}

async function count(
  db: RoomTransaction,
  { facilityId, pluginId }: Plugin,
  now: { documents: number; bytes: number; last_revision?: number },
): Promise<void> {
  await db
    .updateTable('app_storage')
    .set(now)
    .where('facility_id', '=', facilityId)
    .where('plugin_id', '=', pluginId)
    .execute();
}

/** All of them, of the facility and of each person; at most what the quota lets in. */
export async function allDocuments(db: RoomDb, { facilityId, pluginId }: Plugin) {
  const rows = await db
    .selectFrom('app_document')
    .select(['area', 'user_id', ...columns])
    .where('facility_id', '=', facilityId)
    .where('plugin_id', '=', pluginId)
    .orderBy('area')
    .orderBy('user_id')
    .orderBy('key')
    .execute();
  return rows.map(({ area, user_id, ...row }) => ({
    area,
    userId: area === 'person' ? user_id : null,
    ...toDocument(row),
  }));
}

/** Deletes all of them; answers how many there were. Revisions go on from where they were. */
export async function deleteAll(unit: Work, { facilityId, pluginId }: Plugin): Promise<number> {
  const db = roomTransaction(unit.db);
  const { documents } = await lock(db, { facilityId, pluginId });
  await db.deleteFrom('app_document').where('facility_id', '=', facilityId).where('plugin_id', '=', pluginId).execute();
  await count(db, { facilityId, pluginId }, { documents: 0, bytes: 0 });
  return documents;
}
