import { sql } from 'kysely';
import { CallError } from '@sinter/sdk/contract';
import { endOtherSessions, endSession, listSessions } from '@sinter/sdk/contract/host/security';
import type { Parts } from './parts.ts';
import { deviceOf } from './device.ts';
import { endSessions } from './endSessions.ts';
import { sha256 } from '../identity/secretToken.ts';
import { inUse } from './readSession.ts';
import { type ActiveSession } from '../identity/activeSession.ts';
import { say } from '../say.ts';

/** What a session is called outside: nothing can be done with it but ending the session. */
const nameOf = (id: string): string => sha256(`session ${id}`).slice(0, 32);

/** A user's own sessions: seeing and ending them. */
export function handleRunningSessions({ handle, db, sessions }: Parts): void {
  const read = async ({ user, id, parentId }: ActiveSession) => {
    const here = parentId ?? id;
    const rows = await db
      .selectFrom('session')
      .select(['id', 'user_agent', 'address', 'created_at', 'last_seen_at'])
      .where('user_id', '=', user.id)
      .where('parent_id', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .where(inUse('session'))
      .orderBy('last_seen_at', 'desc')
      .execute();
    return rows
      .map((row) => ({ ...row, current: row.id === here }))
      .sort((one, other) => Number(other.current) - Number(one.current));
  };
  const list = async (session: ActiveSession) =>
    (await read(session)).map((row) => ({
      id: nameOf(row.id),
      current: row.current,
      device: deviceOf(row.user_agent),
      address: row.address,
      startedAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
    }));

  handle(listSessions, ({ activeSession }) => list(activeSession));

  handle(endSession, async ({ activeSession, write }, { params }) => {
    const running = await read(activeSession);
    const ended = running.find((row) => nameOf(row.id) === params.id);
    if (!ended) throw new CallError('NOT_FOUND');
    if (ended.current) throw new CallError('FORBIDDEN', say('ownSession'));
    const userId = activeSession.user.id;
    await write(async (unit) => {
      await endSessions(unit, userId, { only: { sessionId: ended.id } });
      const before = { device: deviceOf(ended.user_agent), address: ended.address };
      await unit.audit({ action: 'session.ended', objectKind: 'USER', objectId: String(userId), before });
    });
    sessions.forget(userId);
    return list(activeSession);
  });

  handle(endOtherSessions, async ({ activeSession, write }) => {
    const userId = activeSession.user.id;
    await write(async (unit) => {
      const count = await endSessions(unit, userId, { except: activeSession.parentId ?? activeSession.id });
      const after = { ended: count };
      await unit.audit({ action: 'session.others_ended', objectKind: 'USER', objectId: String(userId), after });
    });
    sessions.forget(userId);
    return list(activeSession);
  });
}
