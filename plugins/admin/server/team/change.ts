import type { Kysely } from 'kysely';
import { CallError } from '@sinter/sdk/contract';
import type { TeamMember } from '@sinter/sdk/contract/admin/team';
import { type CallContext, lockPlace, members, placeOf, type Tables, type Work } from '@sinter/sdk/server';
import { readCallerRights, requireTeamEditor, callerRightsTowards } from './callerRights.ts';
import { isActive, type Member, toMemberDto } from './members.ts';
import { isSuperAdmin } from '../../shared/functions.ts';
import { exceeds, type CallerRights } from './rights.ts';
import { say } from '../texts.ts';

/** What a change of somebody in the team is made with. */
export interface Changing {
  unit: Work;
  /** As they are before the change. */
  member: Member;
  caller: CallerRights;
}

interface Plan {
  find(db: Kysely<Tables>): Promise<Member>;
  /** Will they no longer be an enabled super admin where they are? */
  endsSuperAdmin: boolean;
  /** Checks what else there is to check, makes the change, and audits it. */
  apply(changing: Changing): Promise<void>;
}

/** Changes somebody in the team under the enterprise's lock. */
export function changeMember(context: CallContext, { find, endsSuperAdmin, apply }: Plan): Promise<TeamMember> {
  return context.write(async (unit) => {
    const { db } = unit;
    await lockPlace(db, placeOf(context));
    const found = await find(db);
    if (found.kind === 'THIRD_PARTY') await lockPlace(db, found);
    const member = await find(db);
    // A facility may shut out even the last of a company that it has let in.
    if (endsSuperAdmin && member.kind === 'OWN') await requireAnotherSuperAdmin(context, unit, member);
    const own = await readCallerRights(context, db);
    requireTeamEditor(own);
    const caller = callerRightsTowards(member.kind, own);
    if (member.userId === context.user.userId) throw new CallError('FORBIDDEN', say('ownRights'));
    if (exceeds(member.rights, caller)) throw new CallError('FORBIDDEN', say('mayDoMore'));
    await apply({ unit, member, caller });
    return toMemberDto(await find(db), own, context.user.userId);
  });
}

async function requireAnotherSuperAdmin({ get }: CallContext, { db }: Work, member: Member): Promise<void> {
  if (!isActive(member) || !isSuperAdmin(member.rights.memberRoles)) return;
  if (!(await get(members).hasOtherSuperAdmin(db, member))) throw new CallError('LAST_SUPER_ADMIN');
}
