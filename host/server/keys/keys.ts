import { sql } from 'kysely';
import type { AccountType, MemberRole, Permission, Principal, Role } from '@sinter/sdk/contract';
import type { MembershipAccess } from '@sinter/sdk/contract/host/account';
import type { SessionUser } from '@sinter/sdk/contract/host/session';
import { sha256 } from '../identity/secretToken.ts';
import { type PlaceRow, placesOf, readMember, type Rights } from '../session/readSession.ts';
import { type ActiveSession } from '../identity/activeSession.ts';
import type { RoomDb } from './tables.ts';
import { isKey } from './secret.ts';

export interface KeyCaller {
  keyId: number;
  /** Stands where a browser's session would; `principal.via` says that it is none. */
  session: ActiveSession;
  /** What it may do of all that rests on no permission. */
  membership: MembershipAccess;
}

export interface ApiKeys {
  /** Whom a key lets in, with the rights of this moment; `null` for a wrong one. `address`: where it is used from. */
  find(key: string, address: string): Promise<KeyCaller | null>;
  /** Drops what this node remembers of keys of, or made by, this user. */
  forget(userId: number): void;
  removeExpired(): Promise<void>;
}

/** How long a node may use what it knows of a key without reading it again, ms. */
const cacheFor = 3_000;
const touchEvery = 60_000;
const largestCache = 10_000;

export function createApiKeys(db: RoomDb, known: Rights): ApiKeys {
  const cache = new Map<string, KeyCaller & { readAt: number }>();
  const touched = new Map<number, number>();

  async function touch(keyId: number, address: string): Promise<void> {
    const now = Date.now();
    if (now - (touched.get(keyId) ?? 0) < touchEvery) return;
    if (touched.size > largestCache) touched.clear();
    touched.set(keyId, now);
    await db
      .updateTable('api_key')
      .set({ last_used_at: sql`now()`, last_address: address })
      .where('id', '=', keyId)
      // Another node may have done it.
      .where(sql<boolean>`(last_used_at is null or last_used_at < now() - interval '1 minute')`)
      .execute();
  }

  return {
    async find(key, address) {
      if (!isKey(key)) return null;
      const hash = sha256(key);
      const now = Date.now();
      let caller = cache.get(hash);
      if (!caller || now - caller.readAt > cacheFor || caller.session.expiresAt.getTime() <= now) {
        const read = await readCaller(db, known, hash);
        if (!read) {
          cache.delete(hash);
          return null;
        }
        caller = { ...read, readAt: now };
        if (cache.size > largestCache) cache.clear();
        cache.set(hash, caller);
      }
      await touch(caller.keyId, address);
      return caller;
    },
    forget(userId) {
      for (const [hash, { session }] of cache) if (session.user.id === userId) cache.delete(hash);
    },
    async removeExpired() {
      await db
        .deleteFrom('api_key')
        .where('valid_until', '<', sql<Date>`now()`)
        .execute();
    },
  };
}

const never = new Date(8.64e15);

async function readCaller(db: RoomDb, known: Rights, hash: string): Promise<KeyCaller | null> {
  const row = await db
    .selectFrom('api_key')
    .leftJoin('facility', 'facility.id', 'api_key.facility_id')
    .leftJoin('company', 'company.id', 'api_key.company_id')
    .select([
      'api_key.id',
      'api_key.kind',
      'api_key.membership_id',
      'api_key.permissions',
      'api_key.membership',
      'api_key.created_by',
      'api_key.valid_until',
      'facility.id as facility_id',
      'facility.company_name',
      'facility.root_facility_id',
      'facility.workplan_enabled',
      'facility.time_zone',
      'facility.currency',
      'company.id as company_id',
      'company.name as buyer_name',
    ])
    .where('api_key.sha256', '=', hash)
    .where(sql<boolean>`(api_key.valid_until is null or api_key.valid_until > now())`)
    .where(sql<boolean>`(facility.active is not false or facility.root_facility_id is null)`)
    .executeTakeFirst();
  if (!row) return null;
  const member = row.kind === 'ACCOUNT' ? account(row) : await readMember(db, known, row.membership_id);
  if (!member) return null;
  const name = `key ${row.id}`;
  return {
    keyId: row.id,
    membership: row.kind === 'ACCOUNT' ? row.membership : 'WRITE',
    session: {
      id: name,
      parentId: name, // not the browser's own session, so that nothing can be renewed from it
      membershipId: row.membership_id,
      since: new Date(0),
      expiresAt: row.valid_until ?? never,
      authenticatedAt: new Date(0),
      clearance: null, // a key is not a person
      user: member.user,
      principal: { ...member.principal, via: row.kind === 'ACCOUNT' ? 'accountKey' : 'userKey' },
    },
  };
}

interface AccountRow extends PlaceRow {
  created_by: number;
  permissions: Permission[];
}

/**
 * The facility or company itself: what it may do is stored with the key. What rests on no permission is limited where it
 * calls, the function of a manager stands for it; nothing else hangs on that one.
 */
function account(row: AccountRow): { user: SessionUser; principal: Principal } {
  const { permissions } = row;
  const [role, accountType]: [Role, AccountType] =
    row.facility_id === null ? ['ROLE_ENGINEER', 'ENGINEER'] : ['ROLE_SERVICE_PROVIDER', 'SERVICE_PROVIDER'];
  const memberRoles: MemberRole[] = [row.facility_id === null ? 'ENG_MANAGER' : 'SP_MANAGER'];
  const user: SessionUser = {
    id: row.created_by,
    email: '',
    firstName: row.company_name ?? row.buyer_name ?? '',
    lastName: '',
    roles: [{ roleName: role }],
    memberRoles,
    authorities: [role],
    defaultRole: role,
    accountType,
    dashboard: 'NORMAL',
    emailVerfied: true,
    dateFormat: 'MMM DD, YYYY',
    language: 'en_US',
    switchAccountEnabled: false,
    secondFactorDue: false,
    ...placesOf(row, permissions, false),
  };
  const principal: Principal = {
    userId: row.created_by,
    emailVerified: true,
    role,
    accountType,
    memberRoles,
    permissions,
    authorities: [role],
    storeFront: false,
    facilityId: row.facility_id,
    rootFacility: row.facility_id !== null && row.root_facility_id === null,
    companyId: row.company_id,
    via: 'accountKey',
    secondFactorDue: false,
    cleared: false,
  };
  return { user, principal };
}
