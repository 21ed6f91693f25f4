import { definePlugin } from '@sinter/sdk/plugin';
import { TraySession, traySession } from './tray/TraySession.ts';

export default definePlugin({
  id: 'grabcad',
  setup(host) {
    const session = new TraySession(host);
    host.provide(traySession, session);
    host.onStop(() => session.stop());
    // Somebody has just signed in at the tool: that was the click.
    if (host.location.get().search === '?connect') session.connect();
    host.page('select-parts', () => import('./select-parts/SelectPartsPage.tsx'));
    host.page('create-job', () => import('./create-job/CreateJobPage.tsx'));
    host.page('job', () => import('./job/JobPage.tsx'));
    host.page('jobs-scheduled', () => import('./jobs-scheduled/JobsScheduledPage.tsx'));
  },
});
