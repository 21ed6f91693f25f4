import { isKiosk, principalOf } from '@sinter/sdk/auth';
import { orderTabs } from '@sinter/sdk/contract/orders/orderTabs';
import { lotActions, lotSections } from '@sinter/sdk/contract/production/lotSlots';
import { jobActions, jobDrawer, jobMarks } from '@sinter/sdk/contract/scheduling/jobSlots';
import { rowBadge } from '@sinter/sdk/contract/scheduling/rowBadge';
import { definePlugin, shellGate } from '@sinter/sdk/plugin';
import { Held, heldHere } from './held/Held.ts';
import { mayRaise, plans } from './mayRaise.ts';

export default definePlugin({
  id: 'quality',
  setup(host) {
    host.page('process-ncr', () => import('./ncr/ProcessPage.tsx'));
    host.page('part-ncr', () => import('./ncr/PartPage.tsx'));
    host.page('ncr', () => import('./ncr/NcrPage.tsx'));
    host.page('capas', () => import('./capa/CapasPage.tsx'));
    host.page('capa', () => import('./capa/CapaPage.tsx'));
    host.page('passports', () => import('./passport/PassportsPage.tsx'));
    host.page('passport', () => import('./passport/PassportPage.tsx'));
    host.page('inspections', () => import('./inspection/InspectionsPage.tsx'));
    host.page('inspection', () => import('./inspection/InspectionPage.tsx'));
    host.page('inspection-plans', () => import('./inspection/PlansPage.tsx'));
    host.page('inspection-plan', () => import('./inspection/PlanPage.tsx'));
    host.page('settings', () => import('./settings/QualityPage.tsx'));
    const { role, permissions } = principalOf(host.user);
    const worksHere =
      host.flag('QUALITY_MANAGEMENT') &&
      !isKiosk(host.user) &&
      permissions.some((each) => each === 'QUALITY_MANAGEMENT_ACCESS' || each === 'WORKCENTER_OPERATION_ACCESS');
    if (role === 'ROLE_ENGINEER' || worksHere) {
      host.slot(orderTabs, {
        id: 'passports',
        label: 'page.passports',
        load: () => import('./passport/OrderPassports.tsx'),
      });
    }
    if (role === 'ROLE_ENGINEER') {
      host.slot(orderTabs, { id: 'ncrs', label: 'order.ncrs', load: () => import('./order/OrderNcrs.tsx') });
    }
    if (worksHere && permissions.includes('QUALITY_MANAGEMENT_ACCESS')) {
      host.slot(orderTabs, { id: 'ncrs', label: 'ncr.plural', load: () => import('./order/ProviderNcrs.tsx') });
    }
    if (mayRaise(host)) {
      host.slot(lotActions, { id: 'raise', load: () => import('./beside/LotRaise.tsx') });
      host.slot(lotSections, { id: 'ncrs', load: () => import('./beside/LotNcrs.tsx') });
      host.slot(lotSections, { id: 'inspections', load: () => import('./beside/LotInspections.tsx') });
      host.slot(jobActions, { id: 'raise', load: () => import('./beside/JobRaise.tsx') });
    }
    if (plans(host)) {
      // One for the chart, its rows and a job beside it: it is asked once.
      host.provide(heldHere, new Held(host));
      host.slot(rowBadge, { id: 'held', load: () => import('./held/HeldMachine.tsx') });
      host.slot(jobMarks, { id: 'held', load: () => import('./held/HeldBars.tsx') });
      host.slot(jobDrawer, { id: 'held', load: () => import('./held/HeldJob.tsx') });
    }
    host.slot(shellGate, { id: 'gate', load: () => import('./gate/NcrGate.tsx') });
  },
});
