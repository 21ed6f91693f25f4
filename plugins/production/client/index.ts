import { orderTabs } from '@sinter/sdk/contract/orders/orderTabs';
import { definePlugin, shellGate } from '@sinter/sdk/plugin';

export default definePlugin({
  id: 'production',
  setup(host) {
    host.page('work-center', () => import('./board/WorkCenterPage.tsx'));
    host.page('lot', () => import('./lot/LotPage.tsx'));
    host.page('mes', () => import('./mes/MesPage.tsx'));
    host.page('checklist', () => import('./checklists/ChecklistsPage.tsx'));
    host.page('planning', () => import('./planning/PlanningPage.tsx'));
    host.page('platforms', () => import('./platforms/PlatformsPage.tsx'));
    host.page('platform', () => import('./platforms/PlatformPage.tsx'));
    host.page('flow', () => import('./flow/FlowPage.tsx'));
    const { defaultRole, memberRoles } = host.user;
    host.slot(shellGate, { id: 'gate', load: () => import('./checklists/GateDrawer.tsx') });
    const provides = defaultRole === 'ROLE_SERVICE_PROVIDER' && memberRoles.some((role) => role !== 'LOT_USER');
    if (provides && host.flag('WORKPLAN')) {
      host.slot(orderTabs, { id: 'workplan', label: 'page.workplan', load: () => import('./order/Workplan.tsx') });
    }
  },
});
