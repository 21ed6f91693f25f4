import { observer } from 'mobx-react-lite';
import { Section, useTexts } from '@sinter/sdk/ui';
import type { TabProps } from './TabProps.ts';
import { QuoteForm } from '../QuoteForm.tsx';
import { Quotes } from '../Quotes.tsx';
import css from '../orderDetails.module.css';

/** Quotes of the order, and the one that a facility is about to send. */
export default observer(function QuotesTab({ store, order }: TabProps) {
  const t = useTexts();
  return (
    <>
      {store.mayQuote && (
        <Section title={t('quote.new')}>
          <QuoteForm store={store} order={order} />
        </Section>
      )}
      {store.quoteWaits && (
        <p role="status" className={css['hint']}>
          {t('quote.waits')}
        </p>
      )}
      <Quotes store={store} order={order} />
    </>
  );
});
