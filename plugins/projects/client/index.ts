import { orderActions } from '@sinter/sdk/contract/orders/orderActions';
import { partActions } from '@sinter/sdk/contract/catalog/partActions';
import { definePlugin } from '@sinter/sdk/plugin';

export default definePlugin({
  id: 'projects',
  setup(host) {
    for (const side of ['', 'engineer-', 'store-front-']) {
      host.page(`${side}projects`, () => import('./list/ProjectsPage.tsx'));
      host.page(`${side}project`, () => import('./room/ProjectPage.tsx'));
    }
    host.slot(orderActions, { id: 'projects', load: () => import('./add/AddOrder.tsx') });
    host.slot(partActions, { id: 'projects', load: () => import('./add/AddPart.tsx') });
  },
});
