import type { ReactNode } from 'react';
import type { OrderDetail } from '@sinter/sdk/contract/orders/orders';
import { formatDate, formatNumber } from '@sinter/sdk/i18n';
import { DueMarker, useTexts } from '@sinter/sdk/ui';
import { Price } from '../Price.tsx';
import { isOver, OrderStatusPill } from '../status.tsx';
import css from './orderDetails.module.css';

/** Parties, dates, and where the order stands on both sides. */
export function Facts({ order, isProvider }: { order: OrderDetail; isProvider: boolean }) {
  const t = useTexts();
  const due = order.estimatedDeliveryDate;
  const facts: Record<string, ReactNode> = {
    customer: order.customer,
    creator: order.creator,
    facility: order.facility,
    status: <OrderStatusPill status={order.status} quoted={order.quote !== null} />,
    requestStatus: isProvider && <OrderStatusPill status={order.requestStatus} />,
    quantity: formatNumber(order.quantity),
    quote: order.quote && <Price price={order.quote} />,
    targetDate: due === null ? t('details.soon') : isOver(order.status) ? formatDate(due) : <DueMarker date={due} />,
    created: formatDate(order.createdOn),
    useCase: order.primaryUseCase && t(`useCase.${order.primaryUseCase}`),
    exportControlled: t(order.exportControlled ? 'yes' : 'no'),
    note: order.notes !== '' && (
      <span className={css['note']} dir="auto">
        {order.notes}
      </span>
    ),
  };
  return (
    <dl className={css['facts']}>
      {Object.entries(facts).map(([key, value]) =>
        value ? (
          <div key={key}>
            <dt>{t(`fact.${key}`)}</dt>
            <dd>{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
