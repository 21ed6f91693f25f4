import { definePlugin } from '@sinter/sdk/plugin';

export default definePlugin({
  id: 'scheduling',
  setup(host) {
    host.page('scheduler-view', () => import('./scheduler-view/SchedulerPage.tsx'));
  },
});
