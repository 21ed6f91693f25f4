import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { useTexts } from '@sinter/sdk/ui';
import { actions, offered } from '../order-details/actions.ts';
import type { ColumnProps } from './column.ts';
import css from './quotes.module.css';

/** What the buyer does with an open quote. */
export const QuoteAnswers = observer(function QuoteAnswers({
  store,
  order,
  quote,
  chosen,
  agreed,
}: Pick<ColumnProps, 'store' | 'order' | 'quote' | 'chosen' | 'agreed'>) {
  const t = useTexts();
  if (quote.status !== 'SUBMITTED') return <div className={css['row']} />;
  const { allowedEvents } = order;
  const total = { amount: agreed.total, currency: quote.total.currency };
  return (
    <div className={css['answers']}>
      {allowedEvents.includes('AWARD') && (
        <Button type="primary" onClick={() => store.ask({ kind: 'award', quote, choices: chosen, total })}>
          {t('event.AWARD')}
        </Button>
      )}
      {allowedEvents.includes('REQUEST_APPROVAL') && (
        <Button type="primary" onClick={() => store.ask({ kind: 'approval', quote })}>
          {t('event.REQUEST_APPROVAL')}
        </Button>
      )}
      {offered(allowedEvents, 'quote').map((event) => (
        <Button
          key={event}
          danger={actions[event].look === 'danger'}
          onClick={() => store.ask({ kind: 'event', event, quoteId: quote.id })}
        >
          {t(`event.${event}`)}
        </Button>
      ))}
    </div>
  );
});
