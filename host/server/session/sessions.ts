import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { CallError, permissionsOf, type Principal, type SessionToken, type SessionUser } from '@sinter/sdk/contract';
import { sha256, verifyPassword } from './passwords.ts';
import type { HostDb, HostTransaction } from './tables.ts';

export interface ActiveSession {
  /** SHA-256 of the token. */
  id: string;
  parentId: string | null;
  membershipId: number;
  expiresAt: Date;
  user: SessionUser;
  principal: Principal;
}

const minute = 60_000;
const lifetime = 7 * 24 * 60 * minute;
const idleLimit = 12 * 60 * minute;
const tokenLifetime = 60 * minute;
/** How long a node may go on with what it knew of a session. */
const cacheFor = 3_000;
const touchEvery = minute;

/** What is kept of where a session was started, so that its user can tell them apart. */
export interface SessionOrigin {
  userAgent: string;
  address: string;
}

export interface SessionStore {
  /** The user with this e-mail address and password; throws BAD_CREDENTIALS. */
  authenticate(email: string, password: string): Promise<number>;
  /** Starts a session in the user's first membership and answers its secret token. */
  start(userId: number, from: SessionOrigin): Promise<string>;
  /** The session of a token, or `null` when there is none, or it has run out. */
  find(token: string): Promise<ActiveSession | null>;
  /** Renews the session and makes a short-lived bearer token that ends with it. */
  issueToken(session: ActiveSession): Promise<SessionToken>;
  end(session: ActiveSession): Promise<void>;
  /** Drops what this node remembers of a user's sessions: rights changed, or they were ended elsewhere. */
  forget(userId: number): void;
  removeExpired(): Promise<void>;
}

export function createSessions(db: HostDb): SessionStore {
  const cache = new Map<string, { session: ActiveSession; readAt: number; touchedAt: number }>();

  async function load(id: string): Promise<ActiveSession | null> {
    const row = await readSession(db, id);
    return row ? toSession(row) : null;
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
      const inserted = await db
        .insertInto('session')
        .columns(['id', 'user_id', 'membership_id', 'expires_at', 'user_agent', 'address'])
        .expression(
          db
            .selectFrom('membership')
            .where('user_id', '=', userId)
            .select([
              sql.val(sha256(token)).as('id'),
              'user_id',
              'id as membership_id',
              sql<Date>`now() + ${lifetime} * interval '1 millisecond'`.as('expires_at'),
              sql.val(userAgent.slice(0, 300)).as('user_agent'),
              sql.val(address).as('address'),
            ])
            .orderBy('id')
            .limit(1),
        )
        .executeTakeFirst();
      // An account without any membership has nothing to be signed in to.
      if (inserted.numInsertedOrUpdatedRows === 0n) throw new CallError('BAD_CREDENTIALS');
      return token;
    },

    async find(token) {
      const id = sha256(token);
      const now = Date.now();
      const known = cache.get(id);
      if (known && now - known.readAt < cacheFor && known.session.expiresAt.getTime() > now) return known.session;
      const session = await load(id);
      if (!session) {
        cache.delete(id);
        return null;
      }
      const touchedAt = known?.touchedAt ?? 0;
      const touch = now - touchedAt > touchEvery;
      if (cache.size > 10_000) cache.clear();
      cache.set(id, { session, readAt: now, touchedAt: touch ? now : touchedAt });
      if (touch) {
        const ids = session.parentId ? [id, session.parentId] : [id];
        await db.updateTable('session').set({ last_seen_at: new Date() }).where('id', 'in', ids).execute();
      }
      return session;
    },

    async issueToken(session) {
      const token = newToken();
      const parentId = session.parentId ?? session.id;
      const expiresAt = new Date(Date.now() + tokenLifetime);
      await db.transaction().execute(async (transaction) => {
        // Locks the session: of two refreshes at once none removes the other's token, and no ended session gets one.
        const parent = await transaction
          .updateTable('session')
          .set({ last_seen_at: new Date() })
          .where('id', '=', parentId)
          .returning(['user_id', 'membership_id'])
          .executeTakeFirst();
        if (!parent) throw new CallError('UNAUTHENTICATED');
        await removeOldTokens(transaction, parentId);
        await transaction
          .insertInto('session')
          .values({ id: sha256(token), parent_id: parentId, expires_at: expiresAt, ...parent })
          .execute();
      });
      return { access_token: token, expires_in: tokenLifetime / 1000 };
    },

    async end(session) {
      await db
        .deleteFrom('session')
        .where('id', '=', session.parentId ?? session.id)
        .execute();
      this.forget(session.user.id);
    },

    forget(userId) {
      for (const [id, { session }] of cache) if (session.user.id === userId) cache.delete(id);
    },

    async removeExpired() {
      await db
        .deleteFrom('session')
        .where((where) =>
          where.or([
            where('expires_at', '<', new Date()),
            where('last_seen_at', '<', new Date(Date.now() - idleLimit)),
          ]),
        )
        .execute();
    },
  };
}

export const newToken = (): string => randomBytes(32).toString('base64url');

/** Keeps the newest few: requests that carry the token before the last are still on their way. */
async function removeOldTokens(transaction: HostTransaction, parentId: string): Promise<void> {
  await transaction
    .deleteFrom('session')
    .where('parent_id', '=', parentId)
    .where('id', 'not in', (query) =>
      query
        .selectFrom('session as newest')
        .select('newest.id')
        .where('newest.parent_id', '=', parentId)
        .orderBy('newest.created_at', 'desc')
        .limit(4),
    )
    .execute();
}

type SessionRow = NonNullable<Awaited<ReturnType<typeof readSession>>>;

function readSession(db: HostDb, id: string) {
  return db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .innerJoin('membership', 'membership.id', 'session.membership_id')
    .leftJoin('facility', 'facility.id', 'membership.facility_id')
    .leftJoin('company', 'company.id', 'membership.company_id')
    .select([
      'session.id as session_id',
      'session.parent_id',
      'session.expires_at',
      'session.membership_id',
      'app_user.id as user_id',
      'app_user.email',
      'app_user.first_name',
      'app_user.last_name',
      'app_user.email_verified',
      'app_user.date_format',
      'app_user.language',
      'app_user.switch_account_enabled',
      'membership.role',
      'membership.account_type',
      'membership.member_roles',
      'membership.permissions_granted',
      'membership.permissions_revoked',
      'membership.authorities',
      'membership.dashboard',
      'facility.id as facility_id',
      'facility.company_name',
      'facility.root_facility_id',
      'facility.workplan_enabled',
      'facility.time_zone',
      'facility.currency',
      'company.id as company_id',
      'company.name as buyer_name',
      sql<SessionUser['roles'][number]['roleName'][]>`array(
        select distinct other.role from membership other where other.user_id = app_user.id order by other.role)`.as(
        'roles',
      ),
    ])
    .where('session.id', '=', id)
    .where('session.expires_at', '>', new Date())
    .where('session.last_seen_at', '>', new Date(Date.now() - idleLimit))
    .where('app_user.disabled', '=', false)
    .executeTakeFirst();
}

function toSession(row: SessionRow): ActiveSession {
  const permissions = permissionsOf(row.member_roles, row.permissions_granted, row.permissions_revoked);
  const rootFacility = row.facility_id !== null && row.root_facility_id === null;
  const authorities = [...new Set([row.role, ...row.authorities])];
  const user: SessionUser = {
    id: row.user_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    roles: row.roles.map((roleName) => ({ roleName })),
    memberRoles: row.member_roles,
    authorities,
    defaultRole: row.role,
    accountType: row.account_type,
    dashboard: row.dashboard,
    emailVerfied: row.email_verified,
    dateFormat: row.date_format,
    language: row.language,
    switchAccountEnabled: row.switch_account_enabled,
    secondFactorDue: false,
    serviceProvider:
      row.facility_id === null
        ? null
        : {
            id: row.facility_id,
            companyName: row.company_name ?? '',
            permissions,
            rootSpId: row.root_facility_id,
            workplanEnabled: row.workplan_enabled ?? false,
            timeZone: row.time_zone ?? 'UTC',
            currency: row.currency ?? 'EUR',
          },
    engineer:
      row.company_id === null
        ? null
        : {
            id: row.company_id,
            companyName: row.buyer_name ?? '',
            permissions,
            b2cDashboard: row.account_type === 'THIRD_PARTY_ENGINEER',
          },
  };
  return {
    id: row.session_id,
    parentId: row.parent_id,
    membershipId: row.membership_id,
    expiresAt: row.expires_at,
    user,
    principal: {
      userId: row.user_id,
      emailVerified: row.email_verified,
      role: row.role,
      accountType: row.account_type,
      memberRoles: row.member_roles,
      permissions,
      authorities,
      storeFront: row.dashboard === 'STORE_FRONT',
      facilityId: row.facility_id,
      rootFacility,
      companyId: row.company_id,
      via: 'session',
      secondFactorDue: false,
    },
  };
}
