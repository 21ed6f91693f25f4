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
    const maySee = host.user.serviceProvider?.permissions.includes('ENTERPRISE_SCHEDULER_VIEW');
    if (maySee && host.flag('ENTERPRISE_SCHEDULER')) {
      host.slot(shellSearch, { id: 'jobs', order: 20, load: () => import('./search/SchedulingResults.tsx') });
    }
  },
});
