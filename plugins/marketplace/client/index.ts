import { definePlugin } from '@sinter/sdk/plugin';

export default definePlugin({
  id: 'marketplace',
  setup(host) {
    host.page('marketplace', () => import('./list/MarketplacePage.tsx'));
    host.page('app', () => import('./app/AppPage.tsx'));
    host.page('review', () => import('./review/ReviewPage.tsx'));
    host.page('submission', () => import('./review/SubmissionPage.tsx'));
  },
});
