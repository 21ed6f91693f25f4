import type { OrderDetail } from '@sinter/sdk/contract/orders/orders';
import { supplierText } from '@sinter/sdk/contract/named';
import { formatDate } from '@sinter/sdk/i18n';
import { Section, useTexts } from '@sinter/sdk/ui';
import css from './quotes.module.css';

/** Who was asked to accept which quote, and what came of it. */
export function Approvals({ order }: { order: OrderDetail }) {
  const t = useTexts();
  if (order.approvals.length === 0) return null;
  return (
    <Section title={t('approval.title')}>
      <ul className={css['approvals']}>
        {order.approvals.map(({ id, quoteId, by, on, message, askedOf, answer, answeredBy, answeredOn, reason }) => (
          <li key={id}>
            <strong>{t(`approval.${answer}`, { who: answeredBy ?? '' })}</strong>
            <span>
              {t('approval.line', {
                who: by,
                date: formatDate(on),
                facility: order.quotes
                  .filter(({ id: of }) => of === quoteId)
                  .map((quote) => supplierText(t, quote.facility))
                  .join(''),
              })}
              {askedOf.length > 0 && ` · ${t('approval.of', { people: askedOf.map(({ name }) => name).join(', ') })}`}
              {answeredOn && ` · ${formatDate(answeredOn)}`}
            </span>
            {message !== '' && <q dir="auto">{message}</q>}
            {reason !== '' && <q dir="auto">{reason}</q>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
