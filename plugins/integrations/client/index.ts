import { principalOf } from '@sinter/sdk/auth';
import { orderTabs } from '@sinter/sdk/contract/orders/orderTabs';
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
    host.page('quickbooksInvoices', () => import('./quickbooks/PushesPage.tsx'));
    host.page('quickbooksMapping', () => import('./quickbooks/MappingPage.tsx'));
    if (host.flag('ACCOUNTING') && isCashier(principalOf(host.user))) {
      host.slot(orderTabs, {
        id: 'invoices',
        label: 'order.invoices',
        load: () => import('./quickbooks/OrderInvoices.tsx'),
      });
    }
    if (principalOf(host.user).permissions.includes('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS')) {
      host.slot(jobActions, { id: 'magics', load: () => import('./magics/JobButton.tsx') });
      host.slot(poolActions, { id: 'magics', load: () => import('./magics/PoolButton.tsx') });
      host.slot(orderPartActions, { id: 'magics', load: () => import('./magics/PartButton.tsx') });
    }
  },
});

/** Who looks after the money of a facility. */
const isCashier = ({ role, memberRoles }: ReturnType<typeof principalOf>): boolean =>
  role === 'ROLE_SERVICE_PROVIDER' &&
  memberRoles.some((each) => ['SP_SUPER_ADMIN', 'SP_ADMIN', 'FINANCIAL_CONTROLLER'].includes(each));
