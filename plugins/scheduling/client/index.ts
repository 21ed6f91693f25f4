import { definePlugin, shellSearch } from '@sinter/sdk/plugin';
import { facilityProfile } from '@sinter/sdk/contract/admin/facilityProfile';

export default definePlugin({
  id: 'scheduling',
  setup(host) {
    host.page('scheduler-view', () => import('./scheduler-view/SchedulerPage.tsx'));
    host.page('schedules', () => import('./schedules/SchedulesPage.tsx'));
    host.page('priority-labels', () => import('./priorities/PrioritiesPage.tsx'));
    host.slot(facilityProfile, {
      id: 'calendar',
      order: 60,
      label: 'calendar.title',
      load: () => import('./calendar/CalendarSection.tsx'),
    });
    const permissions = host.user.serviceProvider?.permissions ?? [];
    if (permissions.includes('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS') && host.flag('PRODUCTION_SCHEDULE')) {
      host.slot(shellSearch, { id: 'planning', order: 30, load: () => import('./search/PlanningActions.tsx') });
    }
    if (permissions.includes('ENTERPRISE_SCHEDULER_VIEW') && host.flag('ENTERPRISE_SCHEDULER')) {
      host.slot(shellSearch, { id: 'jobs', order: 20, load: () => import('./search/SchedulingResults.tsx') });
    }
  },
});
