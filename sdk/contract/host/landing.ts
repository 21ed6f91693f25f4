import type { MemberRole } from '../enums.ts';
import type { SessionUser } from './session.ts';

/** Where people land, by who they are: the server names that screen's files before the browser goes there. */

/** The one screen for somebody who has to do something first; `null` for everybody else. */
export function guardStep(
  user: Pick<SessionUser, 'emailVerfied' | 'secondFactorDue'>,
): '/account-verify' | '/second-factor' | null {
  if (!user.emailVerfied) return '/account-verify';
  return user.secondFactorDue ? '/second-factor' : null;
}

/** What decides where somebody lands. */
export type Lander = Pick<
  SessionUser,
  'emailVerfied' | 'secondFactorDue' | 'dashboard' | 'defaultRole' | 'memberRoles'
>;

/** Where a user goes after signing in (specification 4.2), unless their home is another one: see `homeOf` of the registry. */
export function landingPath(user: Lander): string {
  const step = guardStep(user);
  if (step) return step;
  if (user.dashboard === 'STORE_FRONT') return '/store-front';
  return user.defaultRole === 'ROLE_ENGINEER' ? '/engineer' : '/service-provider';
}

/** Where those land whose work is on the floor, while that screen is there for them. */
export const floorPath = '/service-provider/work-center';

const floorRoles: readonly MemberRole[] = ['SP_NON_ADMIN', 'LOT_USER'];

/** Operators and kiosks: they make parts, and decide nothing about orders. */
export const worksOnFloor = ({ defaultRole, memberRoles }: Pick<SessionUser, 'defaultRole' | 'memberRoles'>): boolean =>
  defaultRole === 'ROLE_SERVICE_PROVIDER' &&
  memberRoles.length > 0 &&
  memberRoles.every((role) => floorRoles.includes(role));

/** Where a browser goes with a new session. What is on for those on the floor is known a moment later. */
export const entryPath = (user: Lander): string => (guardStep(user) || !worksOnFloor(user) ? landingPath(user) : '/');

/** Buyers of the store front have its navigation around every screen, and choose a currency there. */
export const shopsInStoreFront = (user: Pick<SessionUser, 'defaultRole' | 'dashboard'>): boolean =>
  user.defaultRole === 'ROLE_ENGINEER' && user.dashboard === 'STORE_FRONT';
