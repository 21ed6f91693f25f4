import type { ManifestEntry } from '#registry/manifest';
import type { Workspace } from '#host/browser/Workspace.ts';

/** The profile menu; switching the dashboard is for accounts that may. */
export const profileEntries = ({ manifest, user }: Workspace): readonly ManifestEntry[] =>
  manifest.profileMenu.filter(({ path }) => user.switchAccountEnabled || !path.startsWith('/switch/'));
