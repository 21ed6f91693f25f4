import { jobDrawer } from '@sinter/sdk/contract/scheduling/jobSlots';
import { rowBadge } from '@sinter/sdk/contract/scheduling/rowBadge';
import { definePlugin } from '@sinter/sdk/plugin';
import { Maintenance, maintenance } from './Maintenance.ts';

export default definePlugin({
  id: 'sinter-labs.maintenance',
  setup(host) {
    // One store for the page and every row of the chart: it is asked once, however many machines are in view.
    host.provide(maintenance, new Maintenance(host));
    host.page('calendar', () => import('./CalendarPage.tsx'));
    host.slot(rowBadge, { id: 'due', load: () => import('./DueBadge.tsx') });
    host.slot(jobDrawer, { id: 'next', load: () => import('./NextSection.tsx') });
  },
});
