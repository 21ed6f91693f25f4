import { sql } from 'kysely';
import * as z from 'zod';
import { permissionsOf, type PermissionSpec } from '@sinter/sdk/contract';
import { notificationsChanged } from '@sinter/sdk/contract/host/notifications';
import {
  defineJob,
  type Notice,
  type NoticeAudience,
  type NoticeDefaults,
  type NoticeKind,
  type NoticeReader,
  type Work,
} from '@sinter/sdk/server';
import { usable } from '../identity/usable.ts';
import { defaultsOf } from '../mail/config.ts';
import type { Notify } from '../work/work.ts';
import { tellAddresses } from './addresses.ts';
import { isCleared } from './cleared.ts';
import { mailDueAt } from './due.ts';
import type { NoticeKinds } from './kinds.ts';
import { roomTransaction } from './tables.ts';

/** Sends the mails that are due; finds by itself whose. */
export const mailNotices = defineJob({
  name: 'notifications.mail',
  payload: z.object({}),
  lane: 'light',
  maxAttempts: 10,
});

interface TellParts {
  kinds: NoticeKinds;
  defaults: () => readonly NoticeDefaults[];
  permissions: readonly PermissionSpec[];
}

/** Writes one row for each person who is told, has their browsers look, and sees to the mail. */
export const createNotify =
  ({ kinds, defaults, permissions }: TellParts): Notify =>
  async (unit, kind, notice) => {
    if (kinds.byId.get(kind.id) !== kind) throw new Error(`Nobody has contributed the notice "${kind.id}".`);
    const params = JSON.stringify(kind.params.parse(notice.params));
    const readers = (await Promise.all(notice.to.map((to) => readersOf(unit, permissions, notice, to)))).flat();
    const told = new Map(
      readers.filter(({ userId }) => userId !== notice.by).map((reader) => [reader.membershipId, reader]),
    );
    const mailed = told.size === 0 ? [] : await tellPeople(unit, kind, notice, { params, told, defaults: defaults() });
    const due = await tellAddresses(unit, kind, notice, {
      ...{ params, mailed: mailed.map(({ userId }) => userId), readers: readers.map(({ userId }) => userId) },
    });
    const times = new Set([...mailed.map(({ dueAt }) => dueAt), ...due].map((at) => at.getTime()));
    for (const time of times) await unit.enqueue(mailNotices, {}, { runAt: new Date(time) });
  };

interface Told {
  params: string;
  told: ReadonlyMap<number, Reader>;
  defaults: readonly NoticeDefaults[];
}

/** Writes their rows. Answers who of them is mailed, and when. */
async function tellPeople(unit: Work, kind: NoticeKind, notice: Notice<unknown>, { params, told, defaults }: Told) {
  const given = JSON.stringify(await givenTo(unit, defaults, notice));
  const { rows } = await sql<{ membershipId: number; dueAt: Date | null }>`
      insert into notification (membership_id, facility_id, by_facility_id, kind, category, subject_id, params, key, bell, mail_due_at)
      select m.id, m.facility_id, case when m.facility_id is null then ${notice.facilityId ?? null}::bigint end, ${kind.id}, ${kind.category.id}, ${notice.subjectId}, ${params}::jsonb, ${notice.key},
        wants.bell, case when wants.mail then ${kind.urgent ? mailDueAt(0) : mailDueAt()} end
      from membership m
        left join notification_setting own on own.user_id = m.user_id
        left join jsonb_to_recordset(${given}::jsonb) as given ("companyId" bigint, "facilityId" bigint, mail text, hour int, weekday int,
          "timeZone" text, kinds jsonb) on given."companyId" = m.company_id or given."facilityId" = m.facility_id
        cross join lateral (select coalesce(own.mail, given.mail) as mail, coalesce(own.hour, given.hour) as hour,
          coalesce(own.weekday, given.weekday) as weekday, coalesce(own.time_zone, given."timeZone") as time_zone,
          coalesce(given.kinds, '{}') || coalesce(own.kinds, '{}') as kinds) setting
        cross join lateral (select
          coalesce((setting.kinds -> ${kind.id} ->> 'bell')::boolean, true) as bell,
          coalesce((setting.kinds -> ${kind.id} ->> 'mail')::boolean, ${kind.mail})
            and coalesce(setting.mail, 'AT_ONCE') <> 'NEVER' as mail) wants
      where m.id = any(${[...told.keys()]}::bigint[]) and (wants.bell or wants.mail)
      on conflict (membership_id, key) do nothing
      returning membership_id as "membershipId", mail_due_at as "dueAt"
    `.execute(unit.db);
  if (rows.length === 0) return [];
  const userIds = rows.flatMap(({ membershipId }) => told.get(membershipId)?.userId ?? []);
  await unit.emit(notificationsChanged, {}, { userIds });
  return rows.flatMap(({ membershipId, dueAt }) => {
    const userId = told.get(membershipId)?.userId;
    return dueAt && userId !== undefined ? [{ userId, dueAt }] : [];
  });
}

/** What holds in each of these facilities and companies for who has chosen nothing. */
async function givenTo({ db }: Work, [defaults]: readonly NoticeDefaults[], { to }: Notice<unknown>) {
  const companies = defaults ? new Set(to.flatMap(({ place: { companyId } }) => companyId ?? [])) : [];
  const facilities = new Set(to.flatMap(({ place: { facilityId } }) => facilityId ?? []));
  const given = await Promise.all([
    ...[...companies].map(async (companyId) => ({ companyId, ...(await defaults?.(db, companyId)) })),
    ...[...facilities].map(async (facilityId) => ({ facilityId, ...(await defaultsOf(db, facilityId)) })),
  ]);
  return given.filter((one) => 'mail' in one);
}

interface Reader extends NoticeReader {
  membershipId: number;
}

/** Those of a place who are told, as far as they may work there. */
async function readersOf(
  unit: Work,
  known: readonly PermissionSpec[],
  { controlled }: Notice<unknown>,
  { place, people = [], orWhoever }: NoticeAudience,
): Promise<Reader[]> {
  let query = roomTransaction(unit.db)
    .selectFrom('membership as m')
    .innerJoin('app_user', 'app_user.id', 'm.user_id')
    .select(['m.id', 'm.user_id', 'm.member_roles', 'm.permissions_granted', 'm.permissions_revoked'])
    .where('m.facility_id', 'is not distinct from', place.facilityId)
    .where('m.company_id', 'is not distinct from', place.companyId)
    .where('app_user.disabled', '=', false)
    .where('app_user.email_verified', '=', true)
    .where(usable('m'));
  if (!orWhoever) query = query.where('m.user_id', '=', sql<number>`any(${[...people]}::bigint[])`);
  if (controlled) {
    query = query.where(sql<boolean>`(m.user_id = any(${[...controlled.knownTo]}::bigint[]) or ${isCleared})`);
  }
  const readers = (await query.execute()).map((row) => ({
    membershipId: row.id,
    userId: row.user_id,
    memberRoles: row.member_roles,
    permissions: permissionsOf(row.member_roles, row.permissions_granted, row.permissions_revoked, known),
  }));
  const named = readers.filter(({ userId }) => people.includes(userId));
  if (!orWhoever || named.some(orWhoever)) return named;
  return readers.filter((reader) => named.includes(reader) || orWhoever(reader));
}
