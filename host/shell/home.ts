import { match } from '#registry/pages';
import type { Manifest } from '#registry/manifest';
import { landingPath } from '@sinter/sdk/auth';

/** Where `/` leads: to where the person lands, or, while that screen is switched off, to the first of their menu. */
export function homeOf({ manifest, user }: { manifest: Manifest; user: Parameters<typeof landingPath>[0] }): string {
  const landing = landingPath(user);
  if (match(manifest, landing)) return landing;
  const entries = manifest.menu.flatMap((section) => section.entries);
  return entries.find(({ path }) => match(manifest, path))?.path ?? landing;
}
