import { observer } from 'mobx-react-lite';
import { commentChanged } from '@sinter/sdk/contract/comments/events';
import { countUnreadComments } from '@sinter/sdk/contract/comments/threads';
import type { OrderMessagesProps } from '@sinter/sdk/contract/orders/messages';
import { formatNumber } from '@sinter/sdk/i18n';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { on, Question } from '@sinter/sdk/state';
import { useStore, useTexts } from '@sinter/sdk/ui';
import css from './messages.module.css';

class Unread {
  readonly #question: Question<void, number>;

  constructor(host: PluginHost, orderId: number) {
    const query = { objectKind: 'RFQ_ORDER' as const, objectId: orderId };
    this.#question = new Question<void, number>(host, {
      ask: async (_, signal) => (await host.api.call(countUnreadComments, { query }, { signal })).unread,
      failed: 'unread messages could not be counted',
      refreshOn: [on(commentChanged)],
    });
  }

  get count(): number {
    return this.#question.answer ?? 0;
  }

  start(): Dispose {
    return this.#question.start();
  }
}

/** How many messages of an order this person has not read; nothing where there is none. */
export default observer(function UnreadCount({ orderId }: OrderMessagesProps) {
  const t = useTexts();
  const { count } = useStore((host) => new Unread(host, orderId));
  if (count === 0) return null;
  return (
    <span className={css['unread']} aria-label={t('threads.unread', { count })}>
      {formatNumber(count)}
    </span>
  );
});
