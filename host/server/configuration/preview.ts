import { previewStoreFront } from '@sinter/sdk/contract/host/storeFront';
import { builtInMenus, isMeantFor, type MenuItem } from '#registry/menu';
import { resolve } from '#registry/resolve';
import { everybodyOf } from '#registry/state';
import { resolveInputOf } from '../modules/manifest.ts';
import type { Parts } from './parts.ts';
import { ownCurrency } from './storeFront.ts';

/** What a customer with every right sees, decided by what decides for real ones. */
export function handlePreview(parts: Parts): void {
  const { handle, registered } = parts;
  handle(previewStoreFront, async ({ db, facilityId }, { body }) => {
    const input = await resolveInputOf(parts, facilityId);
    const permissions = registered.permissions.map(({ id }) => id);
    const customer = everybodyOf({ facilityId, root: true }, permissions).find(({ storeFront }) => storeFront);
    if (!customer) throw new Error('There is no customer of the store front.');
    const menuConfig = { ...input.menuConfig, ...body.items };
    for (const { id } of [...builtInMenus.top, ...builtInMenus.profile]) if (!body.items[id]) delete menuConfig[id];
    const seen = resolve({ ...input, menuConfig, facilityId: null, principal: customer });
    const entriesOf = (area: 'HEADER' | 'PROFILE', items: readonly MenuItem[]) =>
      items
        .filter((item) => isMeantFor(item, customer))
        .map(({ id, label, path, hidden, badge = '' }) => ({
          id,
          area,
          label,
          path: path ?? '',
          enabled: !hidden,
          badge,
        }));
    return {
      entries: [...entriesOf('HEADER', builtInMenus.top), ...entriesOf('PROFILE', builtInMenus.profile)],
      header: seen.topNav,
      profile: seen.profileMenu,
      currency: await ownCurrency(db, facilityId),
    };
  });
}
