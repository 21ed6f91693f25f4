import { definePlugin } from '@sinter/sdk/plugin';

export default definePlugin({
  id: 'catalog',
  setup(host) {
    const load = () => import('./inventory/InventoryPage.tsx');
    host.page('engineer-part-inventory', load);
    host.page('digital-part-inventory', load);
    host.page('part-inventory', load);
  },
});
