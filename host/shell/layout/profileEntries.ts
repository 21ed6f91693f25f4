import type { ManifestEntry } from '#registry/manifest';
import type { ShellStores } from '../ShellStores.ts';

/**
 * The profile menu; switching the dashboard is for accounts that may. The store front has no side menu: what its
 * administrators look after is here, below what is their own.
 */
export function profileEntries({ navigation, workspace: { manifest, user } }: ShellStores): readonly ManifestEntry[] {
  const entries = manifest.profileMenu.filter(({ path }) => user.switchAccountEnabled || !path.startsWith('/switch/'));
  if (navigation !== 'store-front') return entries;
  const isOwn = ({ id }: ManifestEntry) => id.startsWith('profile.store.') || id.startsWith('profile.eng.');
  return [...entries.filter(isOwn), ...administration(manifest), ...entries.filter((entry) => !isOwn(entry))];
}

const administration = ({ menu }: ShellStores['workspace']['manifest']): readonly ManifestEntry[] =>
  menu.filter(({ section }) => section === 'admin').flatMap(({ entries }) => entries);
