import { definePlugin } from '@sinter/sdk/plugin';

export default definePlugin({
  id: 'connectivity',
  setup(host) {
    host.page('machine-connectivity', () => import('./wall/WallPage.tsx'));
    host.page('machine-connectivity-settings', () => import('./connectors/ConnectorsPage.tsx'));
  },
});
