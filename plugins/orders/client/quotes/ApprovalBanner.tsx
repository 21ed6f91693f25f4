import { observer } from 'mobx-react-lite';
import { supplierText } from '@sinter/sdk/contract/named';
import { formatDate, formatMoney } from '@sinter/sdk/i18n';
import type { OrderDetail } from '@sinter/sdk/contract/orders/orders';
import { LightButton, Section, useTexts } from '@sinter/sdk/ui';
import type { OrderDetailsStore } from '../order-details/OrderDetailsStore.ts';
import css from '../order-details/orderDetails.module.css';

/** To who may accept a quote: somebody asks for it. */
export default observer(function ApprovalBanner({ store, order }: { store: OrderDetailsStore; order: OrderDetail }) {
  const t = useTexts();
  return order.approvals
    .filter(({ answer }) => answer === 'OPEN')
    .map(({ id, quoteId, by, on, message, askedOf }) => {
      const quote = order.quotes.find((each) => each.id === quoteId);
      if (!quote) return null;
      const { amount, currency } = quote.total;
      const values = {
        who: by,
        date: formatDate(on),
        facility: supplierText(t, quote.facility),
        total: formatMoney(amount, currency, { exact: true }),
      };
      return (
        <Section
          key={id}
          title={t('approval.asked', values)}
          actions={
            <span className={css['answers']}>
              <LightButton kind="primary" onClick={() => store.ask({ kind: 'award', quote })}>
                {t('event.AWARD')}
              </LightButton>
              <LightButton onClick={() => store.ask({ kind: 'event', event: 'REFUSE_APPROVAL', quoteId })}>
                {t('event.REFUSE_APPROVAL')}
              </LightButton>
            </span>
          }
        >
          {message !== '' && (
            <p className={css['note']} dir="auto">
              {message}
            </p>
          )}
          {askedOf.length > 0 && (
            <p className={css['none']}>{t('approval.of', { people: askedOf.map(({ name }) => name).join(', ') })}</p>
          )}
        </Section>
      );
    });
});
