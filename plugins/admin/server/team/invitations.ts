import { CallError } from '@sinter/sdk/contract';
import {
  invite,
  resendInvitation,
  revokeInvitation,
  teamChanged,
  type TeamMember,
} from '@sinter/sdk/contract/admin/team';
import {
  type CallContext,
  type InvitationRecord,
  invitations,
  lockPlace,
  members,
  placeOf,
  type Rights,
  type ServerHost,
  type Work,
} from '@sinter/sdk/server';
import { readCallerRights, requireTeamEditor, callerRightsTowards } from './callerRights.ts';
import { effective, exceeds, type CallerRights, requireMayGive, requirePossible } from './rights.ts';
import { say } from '../texts.ts';

export function handleInvitations({ handle }: ServerHost): void {
  handle(invite, async (context, { body }) => {
    const { get, user } = context;
    await get(invitations).countMail(body.email);
    return inviting(context, async (unit, caller) => {
      const place = placeOf(context);
      const { kind, email } = body;
      const outside = kind === 'THIRD_PARTY';
      if (outside && place.facilityId === null) throw new CallError('FORBIDDEN');
      if (outside && !body.companyName) {
        throw new CallError('INVALID_INPUT', undefined, { fields: { companyName: say('companyMissing') } });
      }
      const rights: Rights = {
        memberRoles: [...new Set(body.memberRoles)],
        granted: [...new Set(body.granted)],
        revoked: [...new Set(body.revoked)],
        authorities: [],
      };
      const { role, accountType } = outside
        ? { role: 'ROLE_ENGINEER' as const, accountType: 'THIRD_PARTY_ENGINEER' as const }
        : user;
      requirePossible(role, rights, caller);
      requireMayGive(callerRightsTowards(kind, caller), null, rights);
      if (await get(members).hasAddress(unit.db, place, kind, email)) {
        throw new CallError('CONFLICT', say('inTeam'));
      }
      if (await get(invitations).hasAddress(unit.db, place, kind, email)) {
        throw new CallError('CONFLICT', say('invitedAlready'));
      }
      const invited = await get(invitations).send(unit, {
        email,
        kind,
        side: role,
        accountType,
        place,
        rights,
        invitedBy: user.userId,
        companyName: body.companyName ?? null,
      });
      await unit.audit({ action: 'team.invited', ...objectOf(invited), after: told(invited) });
      if (place.facilityId !== null) {
        const { facilityId } = place;
        await unit.emit(
          teamChanged,
          { facilityId, what: 'INVITED', userId: null, invitationId: invited.id },
          { facilityIds: [facilityId] },
        );
      }
      return toInvitedDto(invited, caller);
    });
  });

  handle(resendInvitation, async (context, { params: { id } }) => {
    const { get, db, user } = context;
    await get(invitations).countMail((await requireInvited(context, db, id)).email);
    return inviting(context, async (unit, caller) => {
      const before = await requireChangeable(context, unit, caller, id);
      const invited = await get(invitations).sendAgain(unit, placeOf(context), id, user.userId);
      await unit.audit({
        action: 'team.invitation_resent',
        ...objectOf(invited),
        before: told(before),
        after: told(invited),
      });
      return toInvitedDto(invited, caller);
    });
  });

  handle(revokeInvitation, (context, { params: { id } }) =>
    inviting(context, async (unit, caller) => {
      const invited = await requireChangeable(context, unit, caller, id);
      await context.get(invitations).revoke(unit, id);
      await unit.audit({ action: 'team.invitation_revoked', ...objectOf(invited), before: told(invited) });
      return { success: 'true' as const };
    }),
  );
}

/** Under the lock of the place, so that nobody is invited twice, nor by somebody who may no longer. */
function inviting<T>(context: CallContext, work: (unit: Work, caller: CallerRights) => Promise<T>): Promise<T> {
  return context.write(async (unit) => {
    await lockPlace(unit.db, placeOf(context));
    const caller = await readCallerRights(context, unit.db);
    requireTeamEditor(caller);
    return work(unit, caller);
  });
}

async function requireInvited(context: CallContext, db: CallContext['db'], id: number): Promise<InvitationRecord> {
  const invited = await context.get(invitations).find(db, placeOf(context), id);
  if (!invited) throw new CallError('NOT_FOUND');
  return invited;
}

async function requireChangeable(
  context: CallContext,
  { db }: Work,
  caller: CallerRights,
  id: number,
): Promise<InvitationRecord> {
  const invited = await requireInvited(context, db, id);
  if (exceeds(invited.rights, callerRightsTowards(invited.kind, caller))) {
    throw new CallError('FORBIDDEN', say('willDoMore'));
  }
  return invited;
}

/** Somebody who was invited, as the caller sees them in the team. */
export const toInvitedDto = (invited: InvitationRecord, caller: CallerRights): TeamMember => ({
  id: invited.id,
  status: 'INVITED',
  userId: null,
  email: invited.email,
  firstName: '',
  lastName: '',
  accountType: invited.accountType,
  place: { id: invited.placeId, name: invited.placeName },
  memberRoles: [...invited.rights.memberRoles],
  permissions: effective(invited.rights, caller),
  granted: [...invited.rights.granted],
  revoked: [...invited.rights.revoked],
  authorities: [invited.side],
  departments: [],
  dashboard: null,
  lastSignIn: null,
  secondFactor: false,
  validUntil: invited.validUntil.toISOString(),
  locked: exceeds(invited.rights, callerRightsTowards(invited.kind, caller)),
});

const objectOf = ({ id }: InvitationRecord) => ({ objectKind: 'INVITATION', objectId: String(id) });

const told = ({ email, placeName, rights: { memberRoles, granted, revoked }, validUntil }: InvitationRecord) => ({
  email,
  place: placeName,
  memberRoles,
  granted,
  revoked,
  validUntil: validUntil.toISOString(),
});
