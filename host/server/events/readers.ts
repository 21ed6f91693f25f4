import { type Kysely, sql } from 'kysely';
import { type OutboxEvent, readEvents } from './outbox.ts';
import type { RoomTransaction } from './tables.ts';

/** For a migration of whoever reads: it hears of what happens from then on. */
export async function addReader<DB>(db: Kysely<DB>, id: string): Promise<void> {
  await sql`insert into event_reader (id, position) select ${id}, coalesce(max(sequence), 0) from outbox_event`.execute(
    db,
  );
}

/**
 * The next events of a reader, which are taken when this transaction commits and not before: each once, in order, by one node
 * at a time.
 */
export async function takeEvents(db: RoomTransaction, id: string, limit: number): Promise<OutboxEvent[]> {
  const { position } = await db
    .selectFrom('event_reader')
    .select('position')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const events = await readEvents(db, { after: position, limit });
  const last = events.at(-1);
  if (last) await db.updateTable('event_reader').set({ position: last.sequence }).where('id', '=', id).execute();
  return events;
}
