import { CallError, permissionsOf } from '@sinter/sdk/contract';
import { knownPermissions } from '@sinter/sdk/server';
import type { RequestContext } from '../http/context.ts';
import type { RoomDb } from './tables.ts';
import type { Giver } from './rights.ts';

export type TeamKind = 'OWN' | 'THIRD_PARTY';

/** What the caller may do, as the database has it now and not as their session remembers it. */
export async function readGiver(db: RoomDb, { activeSession, get }: RequestContext): Promise<Giver> {
  const row = await db
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .select(['member_roles', 'permissions_granted', 'permissions_revoked', 'authorities'])
    .where('membership.id', '=', activeSession.membershipId)
    .where('membership.disabled', '=', false)
    .where('app_user.disabled', '=', false)
    .executeTakeFirst();
  const known = get(knownPermissions);
  const permissions = row
    ? permissionsOf(row.member_roles, row.permissions_granted, row.permissions_revoked, known)
    : [];
  return { memberRoles: row?.member_roles ?? [], permissions, authorities: row?.authorities ?? [], known };
}

/** Throws FORBIDDEN for somebody who meanwhile may no longer look after people. */
export function requireTeamEditor({ permissions }: Giver): void {
  const editor = permissions.includes('SP_TEAM_EDITOR') || permissions.includes('ENG_TEAM_EDITOR');
  if (!editor) throw new CallError('FORBIDDEN');
}

/** Who looks after a facility's own people looks after the companies that it has let in, too. */
export const towards = (kind: TeamKind, giver: Giver): Giver =>
  kind === 'THIRD_PARTY' && giver.permissions.includes('SP_TEAM_EDITOR')
    ? { ...giver, permissions: [...giver.permissions, 'ENG_TEAM_EDITOR'] }
    : giver;
