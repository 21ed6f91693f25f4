import { isKiosk, principalOf } from '@sinter/sdk/auth';
import { orderTabs } from '@sinter/sdk/contract/orders/orderTabs';
import { teamMember } from '@sinter/sdk/contract/admin/teamMember';
import { shipmentPage } from '@sinter/sdk/contract/orders/shipmentPage';
import { kioskDevice } from '@sinter/sdk/contract/production/kioskDevice';
import { inspectionPage } from '@sinter/sdk/contract/quality/inspectionSlots';
import { jobDrawer, jobOutcome } from '@sinter/sdk/contract/scheduling/jobSlots';
import { definePlugin, shellGate, shellProfile } from '@sinter/sdk/plugin';
import { kioskOf } from './kiosk/Kiosk.ts';

export default definePlugin({
  id: 'production',
  setup(host) {
    host.page('work-center', () => import('./board/WorkCenterPage.tsx'));
    host.page('lot', () => import('./lot/LotPage.tsx'));
    host.page('legacy', () => import('./legacy/LegacyPage.tsx'));
    host.page('mes', () => import('./mes/MesPage.tsx'));
    host.page('checklist', () => import('./checklists/ChecklistsPage.tsx'));
    host.page('planning', () => import('./planning/PlanningPage.tsx'));
    host.page('platforms', () => import('./platforms/PlatformsPage.tsx'));
    host.page('platform', () => import('./platforms/PlatformPage.tsx'));
    host.page('flow', () => import('./flow/FlowPage.tsx'));
    const { defaultRole, memberRoles } = host.user;
    host.provide(kioskDevice, kioskOf(host));
    if (isKiosk(host.user) && host.flag('WORKPLAN')) {
      host.slot(inspectionPage, { id: 'kiosk', load: () => import('./kiosk/AtInspection.tsx') });
    }
    host.slot(shellGate, { id: 'gate', load: () => import('./checklists/GateDrawer.tsx') });
    if (host.user.serviceProvider?.permissions.includes('WORKCENTER_OPERATION_ACCESS') && host.flag('WORKPLAN')) {
      host.slot(jobOutcome, { id: 'objects', load: () => import('./outcome/JobOutcome.tsx') });
    }
    const provides = defaultRole === 'ROLE_SERVICE_PROVIDER' && memberRoles.some((role) => role !== 'LOT_USER');
    if (provides && host.flag('WORKPLAN')) {
      host.slot(orderTabs, { id: 'workplan', label: 'page.workplan', load: () => import('./order/Workplan.tsx') });
      if (host.flag('CHECKLIST')) {
        const answers = { id: 'checklists', label: 'answers.title' };
        host.slot(orderTabs, { ...answers, load: () => import('./answers/OrderAnswers.tsx') });
        host.slot(shipmentPage, { id: 'checklists', load: () => import('./answers/ParcelAnswers.tsx') });
        host.slot(jobDrawer, { id: 'checklists', load: () => import('./answers/JobAnswers.tsx') });
      }
      const { permissions } = principalOf(host.user);
      if (permissions.includes('WORKCENTER_OPERATION_ACCESS')) {
        host.slot(shellProfile, { id: 'pin', load: () => import('./kiosk/OwnPin.tsx') });
      }
      if (permissions.includes('SP_TEAM_EDITOR')) {
        host.slot(teamMember, { id: 'pin', load: () => import('./kiosk/MemberPin.tsx') });
      }
    }
  },
});
