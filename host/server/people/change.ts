import { sql } from 'kysely';
import { CallError } from '@sinter/sdk/contract';
import { registryChanged } from '@sinter/sdk/contract/host/events';
import type { TeamMember } from '@sinter/sdk/contract/host/team';
import type { Work } from '@sinter/sdk/server';
import type { Host } from '../host.ts';
import type { RequestContext } from '../http/context.ts';
import { sessionsChanged } from '../events/outbox.ts';
import { type RoomTransaction, roomTransaction } from './tables.ts';
import { readGiver, requireTeamEditor, towards } from './callerRights.ts';
import { lockPlace, placeOf } from '@sinter/sdk/server';
import { type Member, requireMember, toMemberDto } from './members.ts';
import { exceeds, type Giver, isSuperAdmin } from './rights.ts';

/** What a change of somebody in the team is made with. */
export interface Changing {
  unit: Work;
  db: RoomTransaction;
  /** As they are before the change. */
  member: Member;
  giver: Giver;
}

interface Plan {
  find(db: RoomTransaction): Promise<Member>;
  /** Will they no longer be an enabled super admin where they are? */
  endsSuperAdmin: boolean;
  /** Checks what else there is to check, makes the change, and audits it. */
  apply(changing: Changing): Promise<void>;
}

/** Changes somebody in the team under the enterprise's lock; whoever is at work with these rights feels it at once. */
export async function changeMember(
  host: Host,
  context: RequestContext,
  { find, endsSuperAdmin, apply }: Plan,
): Promise<TeamMember> {
  const dto = await context.write(async (unit) => {
    const db = roomTransaction(unit.db);
    const place = placeOf(context);
    await lockPlace(db, place);
    const found = await find(db);
    if (found.kind === 'THIRD_PARTY') await lockPlace(db, found);
    const member = await find(db);
    // A facility may shut out even the last of a company that it has let in.
    if (endsSuperAdmin && member.kind === 'OWN') await requireAnotherSuperAdmin(db, member);
    const own = await readGiver(db, context);
    requireTeamEditor(own);
    const giver = towards(member.kind, own);
    if (member.userId === context.user.userId) throw new CallError('FORBIDDEN', 'Nobody changes their own rights.');
    if (exceeds(member.rights, giver)) throw new CallError('FORBIDDEN', 'They may do more than you.');
    await apply({ unit, db, member, giver });
    await announce(unit, db, member);
    return toMemberDto(await find(db), own, context.user.userId);
  });
  // The other nodes hear of it by the event.
  if (dto.userId !== null) host.sessions.forget(dto.userId);
  return dto;
}

export const inPlace = (context: RequestContext, id: number) => (db: RoomTransaction) =>
  requireMember(db, placeOf(context), id);

/** Super admins of the root facility count for every facility of its tree: they look after all of them. */
async function requireAnotherSuperAdmin(db: RoomTransaction, member: Member): Promise<void> {
  if (!member.enabled || !isSuperAdmin(member.rights.memberRoles)) return;
  const other = await db
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .select('membership.id')
    .where('membership.id', '!=', member.id)
    .where('membership.disabled', '=', false)
    .where('app_user.disabled', '=', false)
    .where((where) =>
      member.companyId === null
        ? where(
            'membership.facility_id',
            '=',
            sql<number>`any(select unnest(array[id, root_facility_id]) from facility where id = ${member.facilityId})`,
          )
        : where('membership.company_id', '=', member.companyId),
    )
    .where(sql<boolean>`member_roles && array['SP_SUPER_ADMIN', 'ENG_SUPER_ADMIN']`)
    .limit(1)
    .executeTakeFirst();
  if (!other) throw new CallError('LAST_SUPER_ADMIN');
}

/** Nodes forget what they knew of the sessions, and open pages ask again what there is to see. */
async function announce(unit: Work, db: RoomTransaction, member: Member): Promise<void> {
  await unit.emit(sessionsChanged, { userId: member.userId }, {});
  const visited = await db
    .selectFrom('session')
    .select('facility_id')
    .distinct()
    .where('membership_id', '=', member.id)
    .where('facility_id', 'is not', null)
    .execute();
  const here = [member.facilityId, ...visited.map((row) => row.facility_id)];
  for (const facilityId of new Set(here)) {
    if (facilityId !== null) await unit.emit(registryChanged, { facilityId }, { facilityIds: [facilityId] });
  }
  if (member.companyId !== null) {
    await unit.emit(registryChanged, { facilityId: null }, { companyIds: [member.companyId] });
  }
}
