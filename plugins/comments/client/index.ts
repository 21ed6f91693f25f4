import { partThreads } from '@sinter/sdk/contract/preparation/partThreads';
import { orderMessages } from '@sinter/sdk/contract/orders/messages';
import { definePlugin } from '@sinter/sdk/plugin';

export default definePlugin({
  id: 'comments',
  setup(host) {
    host.page('messages', () => import('./messages/MessagesPage.tsx'));
    host.slot(orderMessages, { id: 'unread', load: () => import('./messages/UnreadCount.tsx') });
    host.slot(partThreads, { id: 'threads', load: () => import('./PinnedThreads.tsx') });
  },
});
