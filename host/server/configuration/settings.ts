import {
  listApps,
  readAppConfig,
  readMenuConfig,
  readStorefrontCurrencies,
} from '@sinter/sdk/contract/host/configuration';
import { productVersion } from '@sinter/sdk/contract';
import { appEntries } from '#registry/appEntries';
import { badgeOf, type MenuConfig, type MenuItem, builtInMenus, isMeantFor } from '#registry/menu';
import { readShopCurrencies } from './currencies.ts';
import type { Parts } from './parts.ts';
import { readShopFacts } from './storeFront.ts';

const supportEntry = 'profile.help.support';

/** What screens read of the configuration: the default where nothing usable is stored. */
export function handleSettings({ handle, db, states, packages, maxUploadBytes, mailIsSent }: Parts): void {
  handle(readMenuConfig, async ({ user }) => {
    const { menuConfig } = await states.of(user);
    const shown = <T extends MenuItem>(items: readonly T[]): T[] => items.filter((item) => isMeantFor(item, user));
    const entries = (items: readonly MenuItem[]) =>
      Object.fromEntries(shown(items).map((item) => [item.id, menuItem(item, menuConfig)]));
    return {
      headerItems: entries(builtInMenus.top),
      dropDownItems: entries(builtInMenus.profile),
      features: Object.fromEntries(
        shown(builtInMenus.side).map((item) => {
          const { enabled, url } = menuItem(item, menuConfig);
          return [item.id, { enabled, url }];
        }),
      ),
    };
  });

  handle(readStorefrontCurrencies, async ({ user }) => {
    const facilityId = await states.facilityOf(user);
    const [currencies, shop] = await Promise.all([readShopCurrencies(db, facilityId), readShopFacts(db, facilityId)]);
    return { ...currencies, shop };
  });

  handle(readAppConfig, async ({ user }) => {
    const { menuConfig } = await states.of(user);
    return {
      version: productVersion,
      maxUploadBytes,
      supportURL: menuConfig[supportEntry]?.url ?? null,
      mailIsSent,
    };
  });

  // Only the service provider's menu has them.
  handle(listApps, async ({ user }) => {
    if (user.role !== 'ROLE_SERVICE_PROVIDER') return [];
    const state = await states.of(user);
    return appEntries(await packages.installed(state.facilityId), state.apps, (id) => state.isOn(id));
  });
}

function menuItem(item: MenuItem, changes: MenuConfig) {
  const change = changes[item.id] ?? {};
  const { enabled, label, url, newTab } = change;
  const address = url ?? item.path ?? '';
  return {
    enabled: enabled ?? !item.hidden,
    label: label ?? item.label,
    url: address,
    badge: change.badge ?? item.badge ?? '',
    badgeEnabled: badgeOf(item, change) !== null,
    newTab: newTab ?? address.startsWith('https://'),
  };
}
