import { sql } from 'kysely';
import { CallError } from '@sinter/sdk/contract';
import { type SessionToken } from '@sinter/sdk/contract/host/session';
import { defaultSecurityPolicy } from '@sinter/sdk/contract/host/security';
import { createToken } from '@sinter/sdk/plugin';
import type { Work } from '@sinter/sdk/server';
import { sessionsChanged } from '../events/outbox.ts';
import { newToken, sha256 } from '../identity/secretToken.ts';
import { verifyPassword } from './passwords.ts';
import { isKiosk, kioskSession, policyOf } from './policy.ts';
import { inUse, readSession, type Rights } from './readSession.ts';
import { usable } from '../identity/usable.ts';
import { type ActiveSession } from '../identity/activeSession.ts';
import { type RoomDb, type RoomTransaction, roomTransaction } from './tables.ts';
import { say } from '../say.ts';

const minute = 60_000;
const tokenLifetime = 60 * minute;
/** How long a node may go on with what it knew of a session. */
const cacheFor = 3_000;
const touchEvery = minute;

/** What is kept of where a session was started, so that its user can tell them apart. */
export interface SessionOrigin {
  userAgent: string;
  address: string;
}

/** What becomes of a session that is given a new secret. */
export interface Renewal {
  /** Works elsewhere from now on. `visiting`: a facility that its user oversees without a membership there. */
  place?: { membershipId: number; facilityId: number | null; companyId: number | null; visiting: boolean };
  /** Its user has just proved who they are. */
  authenticated?: boolean;
}

export interface SessionStore {
  /** The user with this e-mail address and password; throws BAD_CREDENTIALS. */
  authenticate(email: string, password: string): Promise<number>;
  /** Starts a session in the user's first membership and answers its secret token. */
  start(userId: number, from: SessionOrigin): Promise<string>;
  /** The session of a token, or `null` when there is none, or it has run out. */
  find(token: string): ActiveSession | null | Promise<ActiveSession | null>;
  /** Its user does something, so that it is not idle. */
  touch(session: ActiveSession): void | Promise<void>;
  /** Gives the session a new secret and answers it; the one before and all bearer tokens are void. */
  renew(unit: Work, session: ActiveSession, renewal: Renewal): Promise<string>;
  /** Makes a short-lived bearer token that ends with the session. */
  issueToken(session: ActiveSession): Promise<SessionToken>;
  /** Makes the secret of a frame's session, which ends with this one. */
  startFrame(session: ActiveSession): Promise<string>;
  end(session: ActiveSession): Promise<void>;
  /** Drops what this node remembers of a user's sessions: rights changed, or they were ended elsewhere. */
  forget(userId: number): void;
  removeExpired(): Promise<void>;
}

export const sessionStore = createToken<SessionStore>('host/Sessions@1');

export function createSessions(db: RoomDb, rights: Rights): SessionStore {
  const cache = new Map<string, { session: ActiveSession; readAt: number }>();
  const touched = new Map<string, number>();
  let forgotten = 0;

  async function read(id: string, now: number): Promise<ActiveSession | null> {
    const before = forgotten;
    const session = await readSession(db, rights, id);
    if (!session) {
      cache.delete(id);
      return null;
    }
    // What was read while something changed may be what was true before.
    if (before !== forgotten) return session;
    if (cache.size > 10_000) cache.clear();
    cache.set(id, { session, readAt: now });
    return session;
  }

  async function saw(ids: readonly string[]): Promise<void> {
    await db
      .updateTable('session')
      .set({ last_seen_at: sql`now()` })
      .where('id', 'in', ids)
      .execute();
  }

  /** A session that ends with another: a bearer token for a while, or that of a frame. */
  async function startWithin(session: ActiveSession, framed: boolean): Promise<{ token: string; expiresAt: Date }> {
    const token = newToken();
    const parentId = session.parentId ?? session.id;
    const expiresAt = await db.transaction().execute(async (transaction) => {
      // Locks the session: of two refreshes at once none removes the other's token, and no ended session gets one.
      const parent = await transaction
        .selectFrom('session')
        .select(['user_id', 'membership_id', 'facility_id', 'authenticated_at', 'idle_minutes', 'expires_at'])
        .where('id', '=', parentId)
        .forUpdate()
        .executeTakeFirst();
      if (!parent) throw new CallError('UNAUTHENTICATED');
      await removeOldest(transaction, parentId, framed);
      const soonest = framed ? Infinity : Date.now() + tokenLifetime;
      const expires_at = new Date(Math.min(soonest, parent.expires_at.getTime()));
      await transaction
        .insertInto('session')
        .values({ id: sha256(token), parent_id: parentId, framed, ...parent, expires_at })
        .execute();
      return expires_at;
    });
    return { token, expiresAt };
  }

  return {
    async authenticate(email, password) {
      const row = await db
        .selectFrom('app_user')
        .select(['id', 'password_hash', 'disabled'])
        .where(sql`lower(email)`, '=', email.trim().toLowerCase())
        .executeTakeFirst();
      const matches = await verifyPassword(row?.password_hash ?? null, password);
      if (!row || !matches || row.disabled) throw new CallError('BAD_CREDENTIALS');
      return row.id;
    },

    async start(userId, { userAgent, address }) {
      const token = newToken();
      const { sessionHours, idleMinutes } = defaultSecurityPolicy;
      const inserted = await db
        .insertInto('session')
        .columns(['id', 'user_id', 'membership_id', 'expires_at', 'idle_minutes', 'user_agent', 'address'])
        .expression(
          db
            .selectFrom('membership')
            .leftJoin('facility', 'facility.id', 'membership.facility_id')
            .leftJoin('security_policy as policy', (join) =>
              join.on(
                sql<boolean>`policy.facility_id = coalesce(facility.root_facility_id, facility.id)
                  or policy.company_id = membership.company_id`,
              ),
            )
            .where('user_id', '=', userId)
            .where(usable('membership'))
            .select([
              sql.val(sha256(token)).as('id'),
              'user_id',
              'membership.id as membership_id',
              sql<Date>`now() + make_interval(hours => case when ${isKiosk('membership')} then
                ${kioskSession.sessionHours} else coalesce(policy.session_hours, ${sessionHours}) end)`.as(
                'expires_at',
              ),
              sql<number>`case when ${isKiosk('membership')} then ${kioskSession.idleMinutes}
                else coalesce(policy.idle_minutes, ${idleMinutes}) end`.as('idle_minutes'),
              sql.val(userAgent.slice(0, 300)).as('user_agent'),
              sql.val(address).as('address'),
            ])
            .orderBy('membership.id')
            .limit(1),
        )
        .executeTakeFirst();
      // An account without any membership has nothing to be signed in to.
      if (inserted.numInsertedOrUpdatedRows === 0n) throw new CallError('BAD_CREDENTIALS');
      return token;
    },

    find(token) {
      const id = sha256(token);
      const now = Date.now();
      const known = cache.get(id);
      if (known && now - known.readAt < cacheFor && known.session.expiresAt.getTime() > now) return known.session;
      return read(id, now);
    },

    touch({ id, parentId }) {
      const now = Date.now();
      if (now - (touched.get(id) ?? 0) < touchEvery) return;
      if (touched.size > 10_000) touched.clear();
      touched.set(id, now);
      return saw(parentId ? [id, parentId] : [id]);
    },

    async renew(unit, session, { place, authenticated = false }) {
      // Whoever has only a bearer token must not get a browser session by it.
      if (session.parentId) throw new CallError('FORBIDDEN', say('browserOnly'));
      const transaction = roomTransaction(unit.db);
      const token = newToken();
      const policy = place && (await policyOf(transaction, place));
      // Locks the session: a token that is being made from it is either gone with the others, or is not made.
      const running = await transaction
        .selectFrom('session')
        .select('id')
        .where('id', '=', session.id)
        .forUpdate()
        .executeTakeFirst();
      if (!running) throw new CallError('UNAUTHENTICATED');
      await transaction.deleteFrom('session').where('parent_id', '=', session.id).execute();
      await transaction
        .updateTable('session')
        .set({
          id: sha256(token),
          last_seen_at: sql`now()`,
          ...(authenticated && { authenticated_at: sql`now()` }),
          ...(place && {
            membership_id: place.membershipId,
            facility_id: place.visiting ? place.facilityId : null,
          }),
          ...(policy && {
            idle_minutes: policy.idleMinutes,
            expires_at: sql`created_at + make_interval(hours => ${policy.sessionHours})`,
          }),
        })
        .where('id', '=', session.id)
        .execute();
      await unit.emit(sessionsChanged, { userId: session.user.id }, {});
      return token;
    },

    async issueToken(session) {
      const { token, expiresAt } = await startWithin(session, false);
      return { access_token: token, expires_in: Math.floor((expiresAt.getTime() - Date.now()) / 1000) };
    },

    startFrame: async (session) => (await startWithin(session, true)).token,

    async end(session) {
      await db
        .deleteFrom('session')
        .where('id', '=', session.parentId ?? session.id)
        .execute();
      this.forget(session.user.id);
    },

    forget(userId) {
      forgotten += 1;
      for (const [id, { session }] of cache) if (session.user.id === userId) cache.delete(id);
    },

    async removeExpired() {
      await db
        .deleteFrom('session')
        .where((where) =>
          where.or([
            where('expires_at', '<', sql<Date>`now()`),
            where.and([where('parent_id', 'is', null), where.not(inUse('session'))]),
          ]),
        )
        .execute();
    },
  };
}

/** Keeps the newest few: requests that carry the token before the last are still on their way, and there may be several frames. */
async function removeOldest(transaction: RoomTransaction, parentId: string, framed: boolean): Promise<void> {
  await transaction
    .deleteFrom('session')
    .where('parent_id', '=', parentId)
    .where('framed', '=', framed)
    .where('id', 'not in', (query) =>
      query
        .selectFrom('session as newest')
        .select('newest.id')
        .where('newest.parent_id', '=', parentId)
        .where('newest.framed', '=', framed)
        .orderBy('newest.created_at', 'desc')
        .limit(4),
    )
    .execute();
}
