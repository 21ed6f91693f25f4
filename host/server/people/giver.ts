import { CallError, permissionsOf } from '@sinter/sdk/contract';
import type { RequestContext } from '../http/context.ts';
import type { Place } from '../session/policy.ts';
import type { HostDb, HostTransaction } from '../session/tables.ts';
import type { Giver } from './rights.ts';

export type TeamKind = 'OWN' | 'THIRD_PARTY';

/** Where the caller is at work now: the facility or company whose people they look after. */
export const placeOf = ({ user: { facilityId, companyId } }: RequestContext): Place => ({ facilityId, companyId });

/** What the caller may do, as the database has it now and not as their session remembers it. */
export async function readGiver(db: HostDb, { activeSession }: RequestContext): Promise<Giver> {
  const row = await db
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .select(['member_roles', 'permissions_granted', 'permissions_revoked', 'authorities'])
    .where('membership.id', '=', activeSession.membershipId)
    .where('membership.disabled', '=', false)
    .where('app_user.disabled', '=', false)
    .executeTakeFirst();
  const permissions = row ? permissionsOf(row.member_roles, row.permissions_granted, row.permissions_revoked) : [];
  return { memberRoles: row?.member_roles ?? [], permissions, authorities: row?.authorities ?? [] };
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

/**
 * Until the transaction ends nobody else changes rights in this enterprise or company: two administrators cannot
 * take them from each other at once. Orders and jobs are not held up.
 */
export async function lockPlace(db: HostTransaction, { facilityId, companyId }: Place): Promise<void> {
  if (companyId !== null) {
    await db.selectFrom('company').select('id').where('id', '=', companyId).forNoKeyUpdate().execute();
    return;
  }
  await db
    .selectFrom('facility')
    .select('id')
    .where('id', '=', (query) =>
      query
        .selectFrom('facility as here')
        .select((eb) => eb.fn.coalesce('here.root_facility_id', 'here.id').as('id'))
        .where('here.id', '=', facilityId),
    )
    .forNoKeyUpdate()
    .execute();
}
