import * as z from 'zod';
import { entryPath, guardStep, principalOf, safeReturnPath } from '@sinter/sdk/auth';
import { refusal } from '@sinter/sdk/contract/guard';
import type { SessionUser } from '@sinter/sdk/contract/host/session';
import { embedSignIn } from '#registry/embed';
import { isLinkAfterSignIn } from '#registry/linkAddress';
import { matchPath } from '#registry/paths';
import { hostPages } from '#registry/hostPages';
import type { Place } from './Place.ts';

/**
 * In the state of the first location: the person wanted to go there before signing in. Where they may not, they land
 * where everybody does, and are not told of a screen that somebody else had open in this browser.
 */
const returned = { usr: { returned: true }, key: 'default' };
const returnedSchema = z.object({ returned: z.literal(true) });

/** Is this the state of such a location? */
export const wasReturned = (state: unknown): boolean => returnedSchema.safeParse(state).success;

/** Corrects the address for somebody who has a session: where they wanted to go, else their home. */
export function enter(place: Place, user: SessionUser): void {
  const wanted = new URLSearchParams(place.search).get('returnTo');
  // Not a screen of this host: the link app that somebody asked for when their session had ended.
  if (wanted !== null && isLinkAfterSignIn(wanted) && !guardStep(user)) return place.leave(wanted);
  const back = guardStep(user) ? null : safeReturnPath(wanted, window.location.origin);
  const page = back && hostPages.find(({ path }) => matchPath(path, back));
  if (!back || (page && refusal(page.guard, principalOf(user)))) place.go(entryPath(user), { replace: true });
  // Not a screen of this host.
  else if (back === embedSignIn) place.leave(back);
  else place.go(back, { replace: true, state: returned });
}
