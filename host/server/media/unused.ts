import { sql } from 'kysely';
import type { FileStore } from '../files/store.ts';
import type { RoomDb } from './tables.ts';
import { removeContent } from './placement.ts';

/** A content is written shortly before its file row; the last piece of a large upload takes the longest. */
const addedWithinMs = 3_600_000;

/**
 * Removes contents that no file has: their writer was killed or failed before it could add one. Call it now and then.
 * Returns how many.
 */
export async function removeUnusedContents(db: RoomDb, store: FileStore): Promise<number> {
  let removed = 0;
  for (const controlled of [false, true]) {
    for await (const hashes of store.contents({ controlled })) {
      for (const sha256 of await unnamed(db, hashes, controlled)) {
        if (!(await store.isOlder(sha256, addedWithinMs, { controlled }))) continue;
        await removeContent(db, store, { sha256, controlled });
        removed += 1;
      }
    }
  }
  return removed;
}

async function unnamed(db: RoomDb, hashes: readonly string[], controlled: boolean): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select stored.sha256 from unnest(${[...hashes]}::text[]) stored(sha256)
    where not exists (select from stored_file s where s.sha256 = stored.sha256 and s.controlled = ${controlled})`.execute(
    db,
  );
  return rows.map(({ sha256 }) => sha256);
}
