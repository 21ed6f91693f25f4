import { floorPath, guardStep, landingPath, worksOnFloor, type Lander } from '@sinter/sdk/contract/host/landing';
import type { Manifest } from './manifest.ts';
import { match } from './pages.ts';

/** Paths of the host that lead somebody with a session on to their home. */
export const pathsHome: readonly string[] = [
  '/',
  '/custom-login',
  '/forgot-password',
  '/register',
  '/account-verify',
  '/second-factor',
];

/** Where these lead: those who make parts to the work center, everybody else to where they land, or, while that screen is switched off, to the first of their menu. */
export function homeOf({ manifest, user }: { manifest: Manifest; user: Lander }): string {
  if (!guardStep(user) && worksOnFloor(user) && match(manifest, floorPath)) return floorPath;
  const landing = landingPath(user);
  if (match(manifest, landing)) return landing;
  const entries = manifest.menu.flatMap((section) => section.entries);
  return entries.find(({ path }) => match(manifest, path))?.path ?? landing;
}
