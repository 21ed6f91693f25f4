import { storeFrontLine } from '@sinter/sdk/contract/orders/storeFrontLine';
import { definePlugin } from '@sinter/sdk/plugin';

export default definePlugin({
  id: 'sinter-labs.nesting-advisor',
  setup(host) {
    host.slot(storeFrontLine, { id: 'advice', load: () => import('./Advice.tsx') });
  },
});
