import { definePlugin, shellSearch } from '@sinter/sdk/plugin';

// Runs once, when something of the plugin is first needed. Whatever is registered here goes by itself when the plugin is
// switched off.
export default definePlugin({
  id: 'acme.hello',
  setup(host) {
    host.page('orders', () => import('./OrdersPage.tsx'));
    host.slot(shellSearch, { id: 'orders', order: 200, load: () => import('./OrderResults.tsx') });
  },
});
