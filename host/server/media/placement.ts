import { type RawBuilder, sql } from 'kysely';
import { defineJob, type Work } from '@sinter/sdk/server';
import * as z from 'zod';
import { CallError } from '@sinter/sdk/contract/errors';
import { keepLock } from '../files/keepLock.ts';
import type { FileStore } from '../files/store.ts';
import { type RoomDb, roomTransaction, type RoomTransaction } from './tables.ts';

/** Removes a content from one of the two stores, once no file has it there any more. */
export const removeUnusedContent = defineJob({
  name: 'host.remove_unused_content',
  payload: z.object({ sha256: z.string(), controlled: z.boolean() }),
  lane: 'light',
  maxAttempts: 10,
});

/** Copies contents that `moveFamilies` is about to move, so that its transaction finds them in their place. */
export async function copyFamilies(
  db: RoomDb,
  store: FileStore,
  fileIds: readonly number[],
  controlled: boolean,
): Promise<void> {
  const family = await familyOf(db, fileIds, controlled);
  for (const { sha256 } of family) await copy(store, sha256, controlled);
}

/**
 * Moves these files with everything that was made from the same uploads into the store of their kind, and marks them;
 * into the controlled one also what belongs to somebody else who made it of them. The contents are there before the
 * rows say so, and leave the other store after. Answers the moved files' ids.
 */
export async function moveFamilies(
  unit: Work,
  store: FileStore,
  fileIds: readonly number[],
  controlled: boolean,
): Promise<number[]> {
  const db = roomTransaction(unit.db);
  await sql`select pg_advisory_xact_lock(${marksLock})`.execute(db);
  // A statement of its own: it sees what was added before the lock was given.
  const family = await familyOf(db, fileIds, controlled);
  const contents = [...new Set(family.map(({ sha256 }) => sha256))].sort();
  // The lock keeps them from being removed from their new store before the rows name it.
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(sha256, 7))
    from unnest(${contents}::text[]) sha256`.execute(db);
  for (const sha256 of contents) {
    await copy(store, sha256, controlled);
    const key = `${sha256} ${controlled ? 'open' : 'controlled'}`;
    await unit.enqueue(removeUnusedContent, { sha256, controlled: !controlled }, { key });
  }
  const ids = family.map(({ id }) => id);
  await db
    .updateTable('stored_file')
    .set({ controlled })
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  return ids;
}

/** Those of the files' families that are to change their mark. */
async function familyOf(
  db: RoomDb | RoomTransaction,
  fileIds: readonly number[],
  controlled: boolean,
): Promise<{ id: number; sha256: string }[]> {
  const { rows } = await sql<{ id: number; sha256: string }>`
    with recursive root as (
      select coalesce(root_file_id, id) as id from stored_file where id = any(${[...fileIds]}::bigint[])
      union
      select file_id from file_source join root on file_source.root_id = root.id where ${controlled})
    select s.id, s.sha256 from stored_file s
    where (s.id in (select id from root) or s.root_file_id in (select id from root)) and s.controlled = not ${controlled}
    order by s.id`.execute(db);
  return rows;
}

async function copy(store: FileStore, sha256: string, controlled: boolean): Promise<void> {
  if (await store.has(sha256, { controlled })) return;
  const { stream } = await store.read(sha256, { controlled: !controlled });
  await store.write(stream, { controlled, maxBytes: Infinity });
}

export async function removeContent(
  db: RoomDb,
  store: FileStore,
  { sha256, controlled }: { sha256: string; controlled: boolean },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const free = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock_shared(${sql.raw(keepLock)}) as free`.execute(transaction);
    if (!free.rows[0]?.free) throw new CallError('UNAVAILABLE');
    await sql`select pg_advisory_xact_lock(${contentLock(sha256)})`.execute(transaction);
    const used = await transaction
      .selectFrom('stored_file')
      .select('id')
      .where('sha256', '=', sha256)
      .where('controlled', '=', controlled)
      .limit(1)
      .executeTakeFirst();
    if (!used) await store.remove(sha256, { controlled });
  });
}

/** Shared by those who give a content a name, alone for who removes it. */
export const contentLock = (sha256: string): RawBuilder<unknown> => sql`hashtextextended(${sha256}, 7)`;

/** Shared by those who make a file of others, which has their mark; alone for who changes marks. */
export const marksLock: RawBuilder<unknown> = sql`hashtextextended('export-control marks', 7)`;
