import { CallError, seesWholeCompany, type Principal } from '@sinter/sdk/contract';
import type { CallResult } from '@sinter/sdk/contract/call';
import type { Visibility } from '@sinter/sdk/contract/comments/comments';
import type { SubjectReaders } from '@sinter/sdk/contract/comments/subjects';
import type { listMentionable } from '@sinter/sdk/contract/comments/threads';
import { members, placeOf, type CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { on, readable, type Place } from './subjects.ts';
import { say } from './texts.ts';

/** Nobody has so many people in one place. */
const most = 1000;

type Person = CallResult<typeof listMentionable>[number];

/** A comment that is being written: who would see it. */
export interface Audience {
  visibility: Visibility;
  /** With which facilities a buyer shares it. */
  facilityIds: readonly number[];
}

/**
 * People who would see it, without the caller: of the own side all who see the subject; of another one those who take part
 * in it, whose names the caller knows from there. On something export controlled only those who take part, of either side.
 */
export async function mentionable(
  context: CallContext,
  db: CallContext['db'],
  place: Place,
  audience: Audience,
): Promise<Person[]> {
  const { user } = context;
  const [readers] = await place.of.readers(db, [place.subject]);
  if (!readers) return [];
  const own = readers.controlled ? [] : await team(context, db, readers);
  const others = await takingPart(user, db, place, audience, readers);
  const seen = new Set([user.userId]);
  return [...own, ...others]
    .filter(({ id }) => readers.onlyUserIds?.includes(id) ?? true)
    .filter(({ id }) => !seen.has(id) && seen.add(id));
}

async function team(context: CallContext, db: CallContext['db'], { creatorIds }: SubjectReaders): Promise<Person[]> {
  const { user } = context;
  const people = await context.get(members).inTeam(db, placeOf(context), 'OWN', most);
  return people
    .filter(({ enabled, accountEnabled }) => enabled && accountEnabled)
    .filter(({ userId, rights: { memberRoles } }) =>
      user.role === 'ROLE_SERVICE_PROVIDER'
        ? memberRoles.some((role) => role !== 'LOT_USER')
        : creatorIds.includes(userId) || seesWholeCompany({ via: 'session', memberRoles: [...memberRoles] }),
    )
    .map(({ userId, firstName, lastName }) => ({
      ...{ id: userId, name: `${firstName} ${lastName}`.trim(), side: user.role },
    }));
}

async function takingPart(
  user: Principal,
  db: CallContext['db'],
  { subject, of }: Place,
  { visibility, facilityIds }: Audience,
  { creatorIds, controlled }: SubjectReaders,
): Promise<Person[]> {
  const isProvider = user.role === 'ROLE_SERVICE_PROVIDER';
  const acted = (await of.workers(db, subject)).flatMap(({ place, people = [] }) =>
    place.facilityId !== null &&
    (isProvider ? place.facilityId === user.facilityId : facilityIds.includes(place.facilityId))
      ? people
      : [],
  );
  const wrote = (side: 'buyer' | readonly number[]) =>
    side === 'buyer' ? sql`c.facility_id is null` : sql`c.facility_id = any(${[...side]}::bigint[])`;
  const ofBuyer = { side: 'ROLE_ENGINEER' as const, people: creatorIds, wrote: wrote('buyer') };
  const ofFacility = {
    side: 'ROLE_SERVICE_PROVIDER' as const,
    people: acted,
    wrote: wrote(isProvider ? [user.facilityId ?? 0] : facilityIds),
  };
  const sides = (isProvider ? [ofFacility, ofBuyer] : [ofBuyer, ofFacility]).filter((_, index) =>
    index === 0 ? controlled : visibility === 'SHARED',
  );
  const found = await Promise.all(
    sides.map(async ({ side, people, wrote: condition }) => {
      const { rows } = await sql<{ id: number; name: string }>`
        select u.id, trim(u.first_name || ' ' || u.last_name) as name from app_user u
        where u.id = any(${[...people]}::bigint[]) or u.id in (
          select c.author_id from comment c where ${on(subject)} and ${readable(user)} and ${condition})
        order by 2, 1
      `.execute(db);
      return rows.map((row) => ({ ...row, side }));
    }),
  );
  return found.flat();
}

/** Throws INVALID_INPUT where somebody is named who would not see it. */
export async function requireMentionable(
  context: CallContext,
  db: CallContext['db'],
  place: Place,
  audience: Audience,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return;
  const may = new Set((await mentionable(context, db, place, audience)).map(({ id }) => id));
  if (userIds.some((id) => !may.has(id))) {
    throw new CallError('INVALID_INPUT', undefined, { fields: { mentions: say('cannotSee') } });
  }
}

/** Of a new thread, where its writer does not say. */
export const defaultVisibility = ({ role }: Principal): Visibility =>
  role === 'ROLE_SERVICE_PROVIDER' ? 'INTERNAL' : 'SHARED';
