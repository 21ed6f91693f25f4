import { definePlugin, shellSearch } from '@sinter/sdk/plugin';

export default definePlugin({
  id: 'scheduling',
  setup(host) {
    host.page('scheduler-view', () => import('./scheduler-view/SchedulerPage.tsx'));
    const maySee = host.user.serviceProvider?.permissions.includes('ENTERPRISE_SCHEDULER_VIEW');
    if (maySee && host.flag('ENTERPRISE_SCHEDULER')) {
      host.slot(shellSearch, { id: 'jobs', order: 20, load: () => import('./search/SchedulingResults.tsx') });
    }
  },
});
