import type { Principal } from '../contract/guard.ts';
import type { SessionUser } from '../contract/host/session.ts';

/** The one screen for somebody who has to do something first; `null` for everybody else. */
export function guardStep(
  user: Pick<SessionUser, 'emailVerfied' | 'secondFactorDue'>,
): '/account-verify' | '/second-factor' | null {
  if (!user.emailVerfied) return '/account-verify';
  return user.secondFactorDue ? '/second-factor' : null;
}

/** What decides where somebody lands. */
type Lander = Pick<SessionUser, 'emailVerfied' | 'secondFactorDue' | 'dashboard' | 'defaultRole'>;

/** Where a user goes after signing in (specification 4.2). */
export function landingPath(user: Lander): string {
  const step = guardStep(user);
  if (step) return step;
  if (user.dashboard === 'STORE_FRONT') return '/store-front';
  return user.defaultRole === 'ROLE_ENGINEER' ? '/engineer' : '/service-provider';
}

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
