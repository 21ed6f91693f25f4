import type { Principal } from '../contract/guard.ts';
import type { SessionUser } from '../contract/host/session.ts';

/** What the guards of the contract need to know about the signed-in user. */
export function principalOf(user: SessionUser): Principal {
  const side = user.defaultRole === 'ROLE_SERVICE_PROVIDER' ? user.serviceProvider : user.engineer;
  return {
    userId: user.id,
    emailVerified: user.emailVerfied,
    role: user.defaultRole,
    accountType: user.accountType,
    memberRoles: user.memberRoles,
    permissions: side?.permissions ?? [],
    authorities: user.authorities,
    storeFront: user.dashboard === 'STORE_FRONT',
    facilityId: user.serviceProvider?.id ?? null,
    rootFacility: user.serviceProvider !== null && user.serviceProvider.rootSpId === null,
    companyId: user.engineer?.id ?? null,
    via: 'session',
    secondFactorDue: user.secondFactorDue,
    cleared: false,
  };
}

export const fullName = (user: SessionUser): string => `${user.firstName} ${user.lastName}`.trim();

/** A device of the floor that several people share: it does nothing but work there, and opens no files (product 3.12). */
export const isKiosk = ({ memberRoles }: SessionUser): boolean =>
  memberRoles.length > 0 && memberRoles.every((role) => role === 'LOT_USER');
