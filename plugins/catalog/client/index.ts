import { definePlugin } from '@sinter/sdk/plugin';
import { facilityProfile } from '@sinter/sdk/contract/admin/facilityProfile';

export default definePlugin({
  id: 'catalog',
  setup(host) {
    host.page('engineer-part-inventory', () => import('./inventory/InventoryPage.tsx'));
    host.page('digital-part-inventory', () => import('./inventory/InventoryPage.tsx'));
    host.page('part-inventory', () => import('./inventory/InventoryPage.tsx'));
    host.page('pack', () => import('./packing/PackPage.tsx'));
    host.slot(facilityProfile, {
      id: 'facility',
      label: 'facility.title',
      load: () => import('./facility/FacilitySections.tsx'),
    });
  },
});
