import { homeTiles } from '@sinter/sdk/contract/orders/homeTiles';
import { orderTabs } from '@sinter/sdk/contract/orders/orderTabs';
import { definePlugin } from '@sinter/sdk/plugin';

export default definePlugin({
  id: 'sinter-labs.carbon',
  setup(host) {
    host.slot(orderTabs, { id: 'footprint', label: 'tab', load: () => import('./FootprintTab.tsx') });
    host.slot(homeTiles, { id: 'newest', load: () => import('./NewestTile.tsx') });
  },
});
