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
export type Lander = Pick<SessionUser, 'emailVerfied' | 'secondFactorDue' | 'dashboard' | 'defaultRole'>;

/** Where a user goes after signing in (specification 4.2). */
export function landingPath(user: Lander): string {
  const step = guardStep(user);
  if (step) return step;
  if (user.dashboard === 'STORE_FRONT') return '/store-front';
  return user.defaultRole === 'ROLE_ENGINEER' ? '/engineer' : '/service-provider';
}

/** Buyers of the store front have its navigation around every screen, and choose a currency there. */
export const shopsInStoreFront = (user: Pick<SessionUser, 'defaultRole' | 'dashboard'>): boolean =>
  user.defaultRole === 'ROLE_ENGINEER' && user.dashboard === 'STORE_FRONT';
