import { sql } from 'kysely';
import type { Work } from '@sinter/sdk/server';
import { type RoomDb, roomTransaction } from './tables.ts';

/** A user's own keys, in whatever places they act: those of accounts belong to the facility or company. */
const ofUser = (userId: number) =>
  sql<boolean>`(kind = 'USER' and membership_id in (select id from membership where user_id = ${userId}))`;

export async function countPersonalKeys(db: RoomDb, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('api_key')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(ofUser(userId))
    .where(sql<boolean>`(valid_until is null or valid_until > now())`)
    .executeTakeFirstOrThrow();
  return count;
}

/** They no longer work, on any node once the unit says that the user's sessions have changed. Answers how many. */
export async function endPersonalKeys(unit: Work, userId: number): Promise<number> {
  const ended = await roomTransaction(unit.db).deleteFrom('api_key').where(ofUser(userId)).returning('id').execute();
  if (ended.length > 0) {
    await unit.audit({
      action: 'keys.ended',
      objectKind: 'USER',
      objectId: String(userId),
      before: { ids: ended.map(({ id }) => id) },
    });
  }
  return ended.length;
}
