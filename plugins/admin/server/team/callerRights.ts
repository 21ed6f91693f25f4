import type { Kysely } from 'kysely';
import { CallError, permissionsOf } from '@sinter/sdk/contract';
import { type CallContext, knownPermissions, members, type Tables, type TeamKind } from '@sinter/sdk/server';
import type { CallerRights } from './rights.ts';

/** What the caller may do, as the database has it now and not as their session remembers it. */
export async function readCallerRights({ get, membershipId }: CallContext, db: Kysely<Tables>): Promise<CallerRights> {
  const known = get(knownPermissions);
  const member = await get(members).find(db, membershipId);
  if (!member?.enabled || !member.accountEnabled) return { memberRoles: [], permissions: [], authorities: [], known };
  const { memberRoles, granted, revoked, authorities } = member.rights;
  return { memberRoles, permissions: permissionsOf(memberRoles, granted, revoked, known), authorities, known };
}

/** Throws FORBIDDEN for somebody who meanwhile may no longer look after people. */
export function requireTeamEditor({ permissions }: CallerRights): void {
  const editor = permissions.includes('SP_TEAM_EDITOR') || permissions.includes('ENG_TEAM_EDITOR');
  if (!editor) throw new CallError('FORBIDDEN');
}

/** Who looks after a facility's own people looks after the companies that it has let in, too. */
export const callerRightsTowards = (kind: TeamKind, caller: CallerRights): CallerRights =>
  kind === 'THIRD_PARTY' && caller.permissions.includes('SP_TEAM_EDITOR')
    ? { ...caller, permissions: [...caller.permissions, 'ENG_TEAM_EDITOR'] }
    : caller;
