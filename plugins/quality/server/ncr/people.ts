import { permissionsOf, type Permission } from '@sinter/sdk/contract';
import type { QualitySettings } from '@sinter/sdk/contract/quality/settings';
import { knownPermissions, members, type CallContext, type MemberRecord } from '@sinter/sdk/server';

const right: Permission = 'QUALITY_MANAGEMENT_ACCESS';
const most = 500;

/** Those of the facility who work with quality, by name. */
export async function qualityPeople(context: Pick<CallContext, 'get' | 'db' | 'facilityId'>): Promise<MemberRecord[]> {
  const { db, facilityId } = context;
  const all = await context.get(members).inTeam(db, { facilityId, companyId: null }, 'OWN', most);
  const known = context.get(knownPermissions);
  return all.filter(
    ({ enabled, accountEnabled, rights: { memberRoles, granted, revoked } }) =>
      enabled && accountEnabled && permissionsOf(memberRoles, granted, revoked, known).includes(right),
  );
}

/** Whether somebody with these functions, who works with quality, is of the review board. */
export const isOfBoard = (
  { boardRoles }: Pick<QualitySettings, 'boardRoles'>,
  memberRoles: readonly QualitySettings['boardRoles'][number][],
): boolean => memberRoles.some((role) => boardRoles.includes(role));

export const nameOf = ({ userId, firstName, lastName }: MemberRecord) => ({
  id: userId,
  name: `${firstName} ${lastName}`.trim(),
});
