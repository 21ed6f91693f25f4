import { partThreads } from '@sinter/sdk/contract/preparation/partThreads';
import { definePlugin } from '@sinter/sdk/plugin';

export default definePlugin({
  id: 'comments',
  setup(host) {
    host.slot(partThreads, { id: 'threads', load: () => import('./PinnedThreads.tsx') });
  },
});
