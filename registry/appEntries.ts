import type { AppEntry, LinkApp } from './apps.ts';
import type { InstalledPlugin } from './resolve.ts';
import { isVendor } from './terms.ts';

const inAppSections = ['internal-apps', 'apps'];

/** All that the sections of apps list, whoever asks: vendors' plugins with an entry there, and link apps. */
export function appEntries(
  installed: readonly InstalledPlugin[],
  links: readonly LinkApp[],
  isOn: (pluginId: string) => boolean,
): AppEntry[] {
  const ofPlugins = installed.flatMap(({ descriptor: { id, title, contributes } }): AppEntry[] => {
    const page = contributes.pages.find(({ menu }) => menu && inAppSections.includes(menu.section));
    if (!isVendor(id) || !page) return [];
    const internalApp = page.menu?.section === 'internal-apps';
    return [{ name: title, enabled: isOn(id), logo: null, appURL: page.path, appType: 'TOP_NAV_LINK', internalApp }];
  });
  const ofLinks = links.map(({ name, enabled, logo, appURL, appType, internalApp }) => ({
    ...{ name, enabled, logo, appURL, appType, internalApp },
  }));
  return [...ofPlugins, ...ofLinks];
}
