import { definePlugin } from '@sinter/sdk/plugin';

export default definePlugin({
  id: 'admin',
  setup(host) {
    host.page('modules', () => import('./modules/ModulesPage.tsx'));
  },
});
