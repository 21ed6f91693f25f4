import { sql } from 'kysely';
import type * as z from 'zod';
import { CallError, type MemberRole, type Permission, type Principal } from '@sinter/sdk/contract';
import { type apiKeysSchema, type MembershipAccess, readKeys, resetKeys } from '@sinter/sdk/contract/host/account';
import type { Work } from '@sinter/sdk/server';
import type { Parts } from './parts.ts';
import { proofMinutes } from '../identity/proof.ts';
import { sessionsChanged } from '../events/outbox.ts';
import { sha256 } from '../identity/secretToken.ts';
import type { ActiveSession } from '../identity/activeSession.ts';
import { labelOf } from '../registered.ts';
import { type RoomDb, type RoomTransaction, roomTransaction } from './tables.ts';
import { type KeyKind, makeKey, maskKey } from './secret.ts';

export const purpose = 'api key';
const holders: readonly MemberRole[] = ['SP_SUPER_ADMIN', 'SP_ADMIN', 'ENG_SUPER_ADMIN', 'ENG_ADMIN'];
/** Permissions that no account key has: it changes no rights and no role. */
const never: readonly Permission[] = ['SP_TEAM_EDITOR', 'ENG_TEAM_EDITOR', 'SWITCH_DASHBOARD'];

const grantable = ({ permissions }: Principal): Permission[] => permissions.filter((one) => !never.includes(one));

const mayHoldAccountKey = ({ memberRoles }: Principal): boolean => memberRoles.some((role) => holders.includes(role));

/** What an account key is to be able to do; without it, what the one before could. */
interface Wanted {
  membership?: MembershipAccess | undefined;
  permissions?: readonly Permission[] | undefined;
}

export function handleKeys({ handle, db, secrets, mail, registered }: Parts): void {
  async function show(connection: RoomDb, session: ActiveSession): Promise<z.input<typeof apiKeysSchema>> {
    const mayHold = mayHoldAccountKey(session.principal);
    const rows = await connection
      .selectFrom('api_key')
      .select([
        'kind',
        'sealed',
        'permissions',
        'membership',
        'created_at',
        'last_used_at',
        'last_address',
        'valid_until',
      ])
      .where(mayHold ? sql<boolean>`(${isOf(session, 'USER')} or ${isOf(session, 'ACCOUNT')})` : isOf(session, 'USER'))
      .where(sql<boolean>`(valid_until is null or valid_until > now())`)
      .execute();
    const masked = Date.now() - session.authenticatedAt.getTime() > proofMinutes * 60_000;
    const of = (kind: KeyKind) => {
      const current = rows.find((row) => row.kind === kind && row.valid_until === null);
      if (!current) return { key: null, facts: null, scopes: null };
      const previous = rows.find((row) => row.kind === kind && row.valid_until !== null);
      const key = secrets.open(purpose, current.sealed);
      // An administrator who has lost a right must not use it through the account's key.
      const beyond = current.permissions.some((one) => !session.principal.permissions.includes(one));
      return {
        key: masked || beyond ? maskKey(key) : key,
        facts: {
          createdAt: current.created_at.toISOString(),
          lastUsedAt: current.last_used_at?.toISOString() ?? null,
          lastAddress: current.last_address,
          previousUntil: previous?.valid_until?.toISOString() ?? null,
        },
        scopes: { membership: current.membership, permissions: current.permissions },
      };
    };
    const [account, user] = [of('ACCOUNT'), of('USER')];
    return {
      key: account.key,
      userKey: user.key,
      masked,
      mayHoldAccountKey: mayHold,
      keyFacts: account.facts,
      userKeyFacts: user.facts,
      scopes: account.scopes,
      grantable: mayHold
        ? registered.permissions
            .filter(({ id }) => grantable(session.principal).includes(id))
            .map(({ id, title }) => ({ permission: id, label: labelOf(id, title) }))
        : [],
    };
  }

  async function renew(
    unit: Work,
    session: ActiveSession,
    kind: KeyKind,
    overlapHours: number,
    wanted: Wanted,
  ): Promise<void> {
    const transaction = roomTransaction(unit.db);
    const { principal, membershipId } = session;
    await lock(transaction, session, kind);
    const before = await transaction
      .selectFrom('api_key')
      .select(['id', 'created_by', 'membership', 'permissions'])
      .where(isOf(session, kind))
      .orderBy('id', 'desc')
      .execute();
    // With an overlap the newest of the old keys goes on working for that time.
    await transaction
      .deleteFrom('api_key')
      .where(isOf(session, kind))
      .where(overlapHours > 0 ? sql<boolean>`valid_until is not null` : sql<boolean>`true`)
      .execute();
    await transaction
      .updateTable('api_key')
      .set({ valid_until: sql`now() + make_interval(hours => ${overlapHours})` })
      .where(isOf(session, kind))
      .execute();
    const key = makeKey(kind);
    const given = wanted.permissions ?? before[0]?.permissions ?? principal.permissions;
    const permissions = kind === 'ACCOUNT' ? grantable(principal).filter((one) => given.includes(one)) : [];
    const membership = kind === 'ACCOUNT' ? (wanted.membership ?? before[0]?.membership) : undefined;
    const { id } = await transaction
      .insertInto('api_key')
      .values({
        kind,
        membership_id: membershipId,
        facility_id: kind === 'ACCOUNT' ? principal.facilityId : null,
        company_id: kind === 'ACCOUNT' ? principal.companyId : null,
        sha256: sha256(key),
        sealed: secrets.seal(purpose, key),
        permissions,
        ...(membership && { membership }),
        created_by: principal.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await unit.audit({
      action: 'keys.reset',
      objectKind: 'API_KEY',
      objectId: String(id),
      before: before.length > 0 ? { ids: before.map((row) => row.id) } : undefined,
      after: { kind, overlapHours, ...(kind === 'ACCOUNT' && { permissions, membership: membership ?? 'WRITE' }) },
    });
    for (const userId of new Set([principal.userId, ...before.map((row) => row.created_by)])) {
      await unit.emit(sessionsChanged, { userId }, {});
    }
  }

  handle(readKeys, async ({ activeSession, principal }) => {
    requireBrowser(principal);
    return show(db, activeSession);
  });

  handle(resetKeys, async (context, { query: { which, overlapHours, ...wanted } }) => {
    const { activeSession, principal, request } = context;
    requireBrowser(principal);
    const mayHold = mayHoldAccountKey(activeSession.principal);
    if (which === 'ACCOUNT' && !mayHold) throw new CallError('FORBIDDEN');
    const ofCaller = grantable(activeSession.principal);
    if (wanted.permissions?.some((one) => !ofCaller.includes(one))) throw new CallError('FORBIDDEN');
    // The page's one button asks for `BOTH`, also for users without an account key.
    const kinds: KeyKind[] = which === 'BOTH' ? (mayHold ? ['ACCOUNT', 'USER'] : ['USER']) : [which];
    const { firstName, lastName, email, language } = activeSession.user;
    return context.write(async (unit) => {
      for (const kind of kinds) await renew(unit, activeSession, kind, overlapHours, wanted);
      await mail.send(unit, 'keysReset', {
        to: email,
        language,
        values: {
          name: `${firstName} ${lastName}`,
          which: kinds.length > 1 ? 'BOTH' : (kinds[0] ?? ''),
          address: request.ip,
        },
      });
      return show(roomTransaction(unit.db), activeSession);
    });
  });
}

/** Keys cannot read or reset keys: a stolen one must not lead to the next. */
function requireBrowser(principal: Principal | null): void {
  if (principal?.via !== 'session') throw new CallError('FORBIDDEN');
}

/** SQL: the rows of the user's keys in the active membership, or of the active facility's or company's keys. */
function isOf({ membershipId, principal }: ActiveSession, kind: KeyKind) {
  if (kind === 'USER') return sql<boolean>`(kind = 'USER' and membership_id = ${membershipId})`;
  return principal.facilityId === null
    ? sql<boolean>`(kind = 'ACCOUNT' and company_id = ${principal.companyId})`
    : sql<boolean>`(kind = 'ACCOUNT' and facility_id = ${principal.facilityId})`;
}

/** Two resets at once run one after the other: the second replaces the key of the first. */
async function lock(transaction: RoomTransaction, session: ActiveSession, kind: KeyKind): Promise<void> {
  const { facilityId, companyId } = session.principal;
  const name = kind === 'USER' ? `member ${session.membershipId}` : `account ${facilityId ?? ''} ${companyId ?? ''}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`api key of ${name}`}, 0))`.execute(transaction);
}
