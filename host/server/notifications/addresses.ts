import { sql } from 'kysely';
import { permissionsOf, type PermissionSpec, type Principal } from '@sinter/sdk/contract';
import type { Notice, NoticeKind, Work } from '@sinter/sdk/server';
import type { Write } from '../work/work.ts';
import { gatheredMinutes } from './due.ts';
import { linesOf, mailLines, type MailingParts, wordsIn } from './lines.ts';
import { roomTransaction } from './tables.ts';

interface Told {
  params: string;
  /** User ids of who is told as one of a facility's people, and of who of them is mailed. */
  readers: readonly number[];
  mailed: readonly number[];
}

/**
 * Tells the addresses that the facilities concerned have added. Of what is export controlled they hear nothing: who reads them is
 * cleared for nothing. One that belongs to somebody who is told anyhow gets no second mail, and nobody gets what they do not want.
 * Answers when something is due.
 */
export async function tellAddresses(
  unit: Work,
  kind: NoticeKind,
  { to, key, subjectId, by, controlled }: Notice<unknown>,
  { params, readers, mailed }: Told,
): Promise<Date[]> {
  const facilities = to.flatMap(({ place: { facilityId } }) => facilityId ?? []);
  if (kind.shared !== true || controlled || facilities.length === 0) return [];
  const { rows } = await sql<{ dueAt: Date | null }>`
    insert into notification_address (facility_id, address, kind, subject_id, params, key, mail_due_at)
    select f.id, added.address, ${kind.id}, ${subjectId}, ${params}::jsonb, ${key},
      case when not exists (
        select from app_user u left join notification_setting own on own.user_id = u.id
        where lower(u.email) = lower(added.address) and u.email_verified
          and (own.mail = 'NEVER' or own.kinds -> ${kind.id} ->> 'mail' = 'false'
            or u.id = any(${[...readers]}::bigint[]) and (u.id = ${by} or u.id = any(${[...mailed]}::bigint[])))
      ) then now() + make_interval(mins => ${kind.urgent ? 0 : gatheredMinutes}) end
    from mail_config c
      join facility f on f.id = c.facility_id and (f.active or f.root_facility_id is null)
      cross join lateral jsonb_array_elements_text(c.recipients -> ${kind.id}) as added (address)
    where c.facility_id = any(${facilities}::bigint[])
    order by f.id, added.address
    on conflict (facility_id, address, key) do nothing
    returning mail_due_at as "dueAt"
  `.execute(unit.db);
  return rows.flatMap(({ dueAt }) => dueAt ?? []);
}

/** Mails every address for which something is due. Two who do so at once share them. */
export async function mailAddresses(parts: MailingParts, write: Write): Promise<void> {
  const due = await parts.db
    .selectFrom('notification_address')
    .select(['facility_id', 'address'])
    .distinct()
    .where('mail_due_at', '<=', sql<Date>`now()`)
    .execute();
  for (const { facility_id, address } of due) await write((unit) => mailTo(parts, unit, facility_id, address));
}

async function mailTo(parts: MailingParts, unit: Work, facilityId: number, address: string): Promise<void> {
  const db = roomTransaction(unit.db);
  const waiting = db
    .selectFrom('notification_address')
    .select('id')
    .where('facility_id', '=', facilityId)
    .where('address', '=', address)
    .where('mail_due_at', 'is not', null)
    .forUpdate()
    .skipLocked();
  const rows = await db
    .updateTable('notification_address')
    .set({ mail_due_at: null })
    .where('id', 'in', waiting)
    .returning(['id', 'kind', 'subject_id', 'params', 'facility_id'])
    .execute();
  const config = await db
    .selectFrom('mail_config')
    .innerJoin('facility', 'facility.id', 'mail_config.facility_id')
    .select(['recipients', 'mail_config.language', 'mail_config.host', 'company_name as name', 'root_facility_id'])
    .where('facility_id', '=', facilityId)
    // As when it was told: a facility that was closed tells nobody.
    .where((all) => all.or([all('facility.active', '=', true), all('root_facility_id', 'is', null)]))
    .executeTakeFirst();
  // It may have been removed meanwhile.
  const wanted = rows
    .filter(({ kind }) => config?.recipients[kind]?.includes(address))
    .sort((one, other) => one.id - other.id)
    .map((row) => ({ ...row, by_facility_id: null }));
  if (!config || wanted.length === 0) return;
  const { name, language } = config;
  const viewer = outsider(facilityId, config.root_facility_id === null, parts.permissions);
  // Nobody has said that the address wants it: what a facility words itself goes by its own mail server alone.
  const wordsOf = config.host === null ? () => null : await wordsIn(parts, unit, wanted);
  const lines = await linesOf(parts, unit, { viewer, name, language, wordsOf }, wanted);
  await mailLines(parts, unit, { to: address, name, language, facilityId, addedBy: name }, lines);
}

/** Who reads at such an address: nobody known. They hear what the facility hears, and see nothing export controlled. */
const outsider = (facilityId: number, rootFacility: boolean, known: readonly PermissionSpec[]): Principal => ({
  ...{ userId: 0, emailVerified: true, role: 'ROLE_SERVICE_PROVIDER', accountType: 'SERVICE_PROVIDER' },
  ...{ memberRoles: ['SP_ADMIN'], permissions: permissionsOf(['SP_ADMIN'], [], [], known), authorities: [] },
  ...{ storeFront: false, facilityId, rootFacility, companyId: null },
  ...{ via: 'accountKey', secondFactorDue: false, cleared: false },
});
