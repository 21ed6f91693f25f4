import {
  CallError,
  type Authority,
  type MemberRole,
  type Permission,
  type PermissionSpec,
  permissionsOf,
  type Role,
  standing,
} from '@sinter/sdk/contract';
import { wrongField, type Rights } from '@sinter/sdk/server';
import { addOnRoles, givenAuthorities, handles, isSuperAdmin } from '../../shared/functions.ts';
import { say } from '../texts.ts';

/** The rights of somebody who changes those of others. */
export interface CallerRights {
  memberRoles: readonly MemberRole[];
  permissions: readonly Permission[];
  authorities: readonly Authority[];
  /** All permissions that there are, the platform's and those of mounted plugins. */
  known: readonly PermissionSpec[];
}

export const effective = (
  { memberRoles, granted, revoked }: Rights,
  { known }: Pick<CallerRights, 'known'>,
): Permission[] => permissionsOf(memberRoles, granted, revoked, known);

const fitsSide = (side: Role, role: MemberRole): boolean =>
  side === 'ROLE_ENGINEER' ? role.startsWith('ENG_') : role.startsWith('SP_') || addOnRoles.some((one) => one === role);

const isGivenByHand = (authority: Authority): boolean => givenAuthorities.some((one) => one === authority);

/** Authorities to store: the one that follows the role is not. Throws for the other side's. */
export function storedAuthorities(side: Role, authorities: readonly Authority[]): Authority[] {
  const wrong = authorities.find((one) => !isGivenByHand(one) && one !== side);
  if (wrong) throw wrongField('authorities', say('followsAccount', { code: String(wrong) }));
  return [...new Set(authorities)].filter(isGivenByHand);
}

/** Is somebody with these rights above the caller? SWITCH_DASHBOARD opens only what somebody is elsewhere. */
export function exceeds(rights: Rights, caller: CallerRights): boolean {
  if (isSuperAdmin(caller.memberRoles)) return false;
  return (
    rights.memberRoles.some((role) => !handles(caller.memberRoles, role)) ||
    effective(rights, caller).some((one) => one !== 'SWITCH_DASHBOARD' && !caller.permissions.includes(one)) ||
    rights.authorities.some((one) => isGivenByHand(one) && !caller.authorities.includes(one))
  );
}

/** Throws INVALID_INPUT for rights that nobody of this side can have. */
export function requirePossible(
  side: Role,
  { memberRoles, granted, revoked }: Rights,
  { known }: Pick<CallerRights, 'known'>,
): void {
  const role = memberRoles.find((one) => !fitsSide(side, one));
  if (role) throw wrongField('memberRoles', say('otherSide', { code: String(role) }));
  const impossible = (one: Permission): boolean => memberRoles.every((each) => standing(each, one, known) === 'never');
  const never = granted.find(impossible);
  if (never) throw wrongField('granted', say('neverAllowed', { code: String(never) }));
  const both = granted.find((one) => revoked.includes(one));
  if (both) throw wrongField('granted', say('bothWays', { code: String(both) }));
}

/** Throws FORBIDDEN where the caller would give or take what is not theirs to. `before` is `null` for somebody new. */
export function requireMayGive(caller: CallerRights, before: Rights | null, after: Rights): void {
  const old = before ?? { memberRoles: [], granted: [], revoked: [], authorities: [] };
  const added = without(after.memberRoles, old.memberRoles);
  const role = [...added, ...without(old.memberRoles, after.memberRoles)].find(
    (one) => !handles(caller.memberRoles, one),
  );
  if (role) throw new CallError('FORBIDDEN', say('notYours', { code: String(role) }));
  if (!isSuperAdmin(caller.memberRoles)) {
    const above = added.find((one) => lacking(caller, permissionsOf([one], [], [], caller.known)));
    if (above) throw new CallError('FORBIDDEN', say('aboveYou', { code: String(above) }));
  }
  const byHand = [...without(after.granted, old.granted), ...without(old.revoked, after.revoked)];
  const permission = lacking(
    caller,
    effective(after, caller).filter((one) => byHand.includes(one)),
  );
  if (permission) throw new CallError('FORBIDDEN', say('lacksPermission', { code: String(permission) }));
  const authority = [...without(after.authorities, old.authorities), ...without(old.authorities, after.authorities)]
    .filter(isGivenByHand)
    .find((one) => !caller.authorities.includes(one));
  if (authority) throw new CallError('FORBIDDEN', say('lacksPermission', { code: String(authority) }));
}

const lacking = ({ permissions }: CallerRights, asked: readonly Permission[]): Permission | undefined =>
  asked.find((one) => !permissions.includes(one));

const without = <T>(list: readonly T[], others: readonly T[]): T[] => list.filter((one) => !others.includes(one));
