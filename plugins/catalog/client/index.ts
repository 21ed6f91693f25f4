import { definePlugin } from '@sinter/sdk/plugin';
import { facilityProfile } from '@sinter/sdk/contract/admin/facilityProfile';

export default definePlugin({
  id: 'catalog',
  setup(host) {
    const load = () => import('./inventory/InventoryPage.tsx');
    host.page('engineer-part-inventory', load);
    host.page('digital-part-inventory', load);
    host.page('part-inventory', load);
    host.page('pack', () => import('./packing/PackPage.tsx'));
    host.slot(facilityProfile, {
      id: 'facility',
      label: 'facility.title',
      load: () => import('./facility/FacilitySections.tsx'),
    });
  },
});
