import { principalOf } from '@sinter/sdk/auth';
import { orderPartActions } from '@sinter/sdk/contract/orders/orderPartActions';
import { poolActions } from '@sinter/sdk/contract/production/poolActions';
import { jobActions } from '@sinter/sdk/contract/scheduling/jobSlots';
import { definePlugin } from '@sinter/sdk/plugin';

export default definePlugin({
  id: 'integrations',
  setup(host) {
    host.page('webhook', () => import('./webhooks/WebhooksPage.tsx'));
    host.page('magics', () => import('./magics/MagicsPage.tsx'));
    host.page('quickbooks', () => import('./quickbooks/QuickbooksPage.tsx'));
    if (principalOf(host.user).permissions.includes('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS')) {
      host.slot(jobActions, { id: 'magics', load: () => import('./magics/JobButton.tsx') });
      host.slot(poolActions, { id: 'magics', load: () => import('./magics/PoolButton.tsx') });
      host.slot(orderPartActions, { id: 'magics', load: () => import('./magics/PartButton.tsx') });
    }
  },
});
