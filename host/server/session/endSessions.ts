import type { Work } from '@sinter/sdk/server';
import { sessionsChanged } from '../events/outbox.ts';
import { roomTransaction } from './tables.ts';

/** Ends sessions of a user, with the bearer tokens made from them, on every node. Answers how many. */
export async function endSessions(
  unit: Work,
  userId: number,
  { only, except }: { only?: { sessionId?: string; membershipId?: number }; except?: string } = {},
): Promise<number> {
  let query = roomTransaction(unit.db)
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('parent_id', 'is', null);
  if (only?.sessionId !== undefined) query = query.where('id', '=', only.sessionId);
  if (only?.membershipId !== undefined) query = query.where('membership_id', '=', only.membershipId);
  if (except !== undefined) query = query.where('id', '!=', except);
  const { numDeletedRows } = await query.executeTakeFirst();
  await unit.emit(sessionsChanged, { userId }, {});
  return Number(numDeletedRows);
}
