import { type Expression, type SqlBool, sql } from 'kysely';
import type { CallArguments, Principal } from '@sinter/sdk/contract';
import type { AuditEntryDto, exportAudit } from '@sinter/sdk/contract/host/audit';
import type { AuditNames } from '@sinter/sdk/server';
import { deviceOf } from '../session/device.ts';
import type { RoomDb } from '../work/tables.ts';

async function namesOf(db: RoomDb, areas: readonly AuditNames[], rows: readonly Row[]): Promise<Map<string, string>> {
  const kinds = areas.flatMap((area) => area.kinds.map((kind) => ({ area, kind })));
  const named = kinds.map(async ({ area, kind }) => {
    const ids = rows
      .flatMap((row) => (row.object_kind === kind ? Number(row.object_id) : []))
      .filter(Number.isSafeInteger);
    const names = ids.length > 0 ? await area.names(db, kind, [...new Set(ids)]) : [];
    return [...names].map(([id, name]): [string, string] => [`${kind} ${id}`, name]);
  });
  return new Map((await Promise.all(named)).flat());
}
interface Row {
  object_kind: string;
  object_id: string;
}

export type AuditFilter = CallArguments<typeof exportAudit>['query'];

/** What a team editor who has nothing to do with the settings may read; export-control officers read of their work too. */
const aboutPeople = ['team', 'session', 'keys', 'policy', 'account', 'factors', 'sso'];

/** The entries that somebody may see, and of those the ones that were asked for. */
export function entriesFor(db: RoomDb, areas: readonly AuditNames[], principal: Principal, filter: AuditFilter) {
  const asked = seenBy(db, principal).where(narrow(filter));
  const text = filter.searchString?.trim();
  return text ? asked.where(mentions(db, areas, text)) : asked;
}

function seenBy(db: RoomDb, principal: Principal) {
  const { facilityId, companyId, memberRoles, permissions, rootFacility } = principal;
  let seen = db.selectFrom('audit_entry');
  if (facilityId === null) seen = seen.where('audit_entry.company_id', '=', companyId);
  else if (rootFacility && memberRoles.includes('SP_SUPER_ADMIN')) {
    seen = seen.where(
      sql<boolean>`audit_entry.facility_id = any(array(
        select id from facility where id = ${facilityId} or root_facility_id = ${facilityId}))`,
    );
  } else seen = seen.where('audit_entry.facility_id', '=', facilityId);
  if (permissions.includes('FACILITY_SETTINGS_EDITOR')) return seen;
  const officer = memberRoles.some((role) => role === 'ITAR_ADMIN' || role === 'ENG_SUPER_ADMIN');
  return seen.where(
    sql<boolean>`(split_part(audit_entry.action, '.', 1) = any(${aboutPeople})
      or ${officer} and (audit_entry.action like 'export\\_control.%' or audit_entry.action like 'file.controlled\\_%'))`,
  );
}

const pattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

function narrow({ action, userId, from, to }: AuditFilter): Expression<SqlBool> {
  const conditions = [sql<boolean>`true`];
  if (action) conditions.push(sql<boolean>`audit_entry.action like ${`${pattern(action)}%`}`);
  if (userId !== undefined) conditions.push(sql<boolean>`audit_entry.user_id = ${userId}`);
  if (from) conditions.push(sql<boolean>`audit_entry.at >= ${from}`);
  if (to) conditions.push(sql<boolean>`audit_entry.at < ${to}`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

function mentions(db: RoomDb, areas: readonly AuditNames[], text: string): Expression<SqlBool> {
  const wanted = `%${pattern(text)}%`;
  const people = db
    .selectFrom('app_user')
    .select('app_user.id')
    .where(sql<boolean>`(first_name || ' ' || last_name ilike ${wanted} or email ilike ${wanted})`);
  return sql<boolean>`(audit_entry.action ilike ${wanted} or audit_entry.object_kind ilike ${wanted}
    or audit_entry.object_id = ${text} or audit_entry.user_id in ${people}
    or case ${sql.join(called(areas, text), sql` `)} else false end)`;
}

/** What areas call the objects of entries: `order 41`, `#41` and `41` are numbers too, in any language. */
function called(areas: readonly AuditNames[], text: string) {
  const digits = /^(?:\p{L}+\s*)?#?\s*(\d{1,15})$/u.exec(text)?.[1];
  const wanted = { number: digits === undefined ? null : Number(digits), pattern: `%${pattern(text)}%` };
  const id = sql<number>`audit_entry.object_id::bigint`;
  const named = areas.flatMap((area) =>
    area.kinds.map((kind) => sql`when audit_entry.object_kind = ${kind} then ${area.called(kind, id, wanted)}`),
  );
  return [sql`when audit_entry.object_id !~ '^[0-9]{1,15}$' then false`, ...named];
}

type Entries = ReturnType<typeof entriesFor>;

/** The page is cut out first, so that names are looked up for its rows only, each by its index. */
export async function readPage(
  db: RoomDb,
  areas: readonly AuditNames[],
  entries: Entries,
  { limit, offset = 0, before }: { limit: number; offset?: number; before?: number },
): Promise<AuditEntryDto[]> {
  const rows = await db
    .with('entry', () =>
      (before === undefined ? entries : entries.where('audit_entry.id', '<', before))
        .selectAll('audit_entry')
        .select(
          sql<number | null>`case when object_kind in ('USER', 'FACILITY', 'COMPANY', 'MEMBERSHIP')
            and object_id ~ '^[0-9]{1,15}$' then object_id::bigint end`.as('named_id'),
        )
        .orderBy('audit_entry.id', 'desc')
        .limit(limit)
        .offset(offset),
    )
    .selectFrom('entry')
    .leftJoin('app_user as actor', 'actor.id', 'entry.user_id')
    .leftJoin('facility', 'facility.id', 'entry.facility_id')
    .leftJoin('membership', (join) =>
      join.onRef('membership.id', '=', 'entry.named_id').on('entry.object_kind', '=', 'MEMBERSHIP'),
    )
    .leftJoin('app_user as person', (join) =>
      join.on(
        'person.id',
        '=',
        sql<number>`case when entry.object_kind = 'USER' then entry.named_id else membership.user_id end`,
      ),
    )
    .leftJoin('facility as place', (join) =>
      join.onRef('place.id', '=', 'entry.named_id').on('entry.object_kind', '=', 'FACILITY'),
    )
    .leftJoin('company', (join) =>
      join.onRef('company.id', '=', 'entry.named_id').on('entry.object_kind', '=', 'COMPANY'),
    )
    .select([
      'entry.id',
      'entry.at',
      'entry.action',
      'entry.object_kind',
      'entry.object_id',
      'entry.before',
      'entry.after',
      'entry.address',
      'entry.user_agent',
      'entry.api_key_id',
      'actor.id as actor_id',
      'actor.first_name',
      'actor.last_name',
      'actor.email',
      'facility.company_name as facility_name',
      'person.first_name as person_first_name',
      'person.last_name as person_last_name',
      'place.company_name as place_name',
      'company.name as company_name',
    ])
    .orderBy('entry.id', 'desc')
    .execute();
  const names = await namesOf(db, areas, rows);
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    user:
      row.actor_id === null
        ? null
        : { id: row.actor_id, name: fullName(row.first_name, row.last_name), email: row.email ?? '' },
    byKey: row.api_key_id !== null,
    facilityName: row.facility_name,
    action: row.action,
    objectKind: row.object_kind,
    objectId: row.object_id,
    objectName:
      names.get(`${row.object_kind} ${row.object_id}`) ??
      (fullName(row.person_first_name, row.person_last_name) || row.place_name) ??
      row.company_name,
    address: row.address,
    device: row.user_agent === null ? null : deviceOf(row.user_agent),
    before: row.before,
    after: row.after,
  }));
}

const fullName = (first: string | null, last: string | null): string => `${first ?? ''} ${last ?? ''}`.trim();

/** The total is counted up to here: an exact number would cost more than the page itself, and nobody turns so many. */
const countedAtMost = 10_000;

export async function countEntries(db: RoomDb, entries: Entries): Promise<number> {
  const { count } = await db
    .selectFrom(entries.select('audit_entry.id').limit(countedAtMost).as('entry'))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The actions among the newest entries that somebody may see. */
export async function recentActions(db: RoomDb, principal: Principal): Promise<string[]> {
  const recent = seenBy(db, principal).select('audit_entry.action').orderBy('audit_entry.id', 'desc').limit(5_000);
  const rows = await db.selectFrom(recent.as('recent')).select('action').distinct().orderBy('action').execute();
  return rows.map((row) => row.action);
}
