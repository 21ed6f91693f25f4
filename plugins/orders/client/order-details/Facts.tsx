import { lazy, Suspense, type ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import type { OrderDetail } from '@sinter/sdk/contract/orders/orders';
import { formatDate, formatNumber } from '@sinter/sdk/i18n';
import { DueMarker, useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import { ColorLabel } from '@sinter/sdk/ui/lists';
import { AddressText } from '../AddressText.tsx';
import { Price } from '../Price.tsx';
import { isOver } from '../../shared/groups.ts';
import { OrderStatusPill } from '../status.tsx';
import type { OrderDetailsStore } from './OrderDetailsStore.ts';
import { Promised } from '../Promised.tsx';
import css from './orderDetails.module.css';

const FormAnswers = lazy(() => import('./FormAnswers.tsx'));

/** Parties, dates, and where the order stands on both sides. */
export const Facts = observer(function Facts({ store, order }: { store: OrderDetailsStore; order: OrderDetail }) {
  const { isProvider, labels } = store;
  const t = useTexts();
  const due = order.estimatedDeliveryDate;
  const facts: Record<string, ReactNode> = {
    customer: order.customer,
    creator: order.creator,
    facility: order.facility,
    requestStatus: isProvider && <OrderStatusPill status={order.requestStatus} />,
    priority: labels.all.length > 0 && <PriorityChoice store={store} order={order} />,
    quantity: formatNumber(order.quantity),
    quote: order.quote && <Price price={order.quote} />,
    targetDate: due === null ? t('details.soon') : isOver(order.status) ? formatDate(due) : <DueMarker date={due} />,
    promised: order.promisedOn && <Promised date={order.promisedOn} over={isOver(order.status)} />,
    made:
      order.made !== null && t('fact.madeOf', { made: formatNumber(order.made), all: formatNumber(order.quantity) }),
    quoteDue: order.quoteDueDate && <DueMarker date={order.quoteDueDate} />,
    delivered: order.deliveredOn && formatDate(order.deliveredOn),
    completes: order.completesOn && formatDate(order.completesOn),
    created: formatDate(order.createdOn),
    useCase: order.primaryUseCase && t(`useCase.${order.primaryUseCase}`),
    exportControlled: t(order.exportControlled ? 'yes' : 'no'),
    nda: order.ndaRequired && t('yes'),
    reference: order.thirdPartyOrderId,
    requestForm: order.rfqConfigName,
    address: order.deliveryAddress && <AddressText address={order.deliveryAddress} />,
    terms: order.terms && (
      <a href={order.terms.fileURL} target="_blank" rel="noopener noreferrer" title={order.terms.by}>
        {t('terms.version', { title: order.terms.title, version: order.terms.version })}
      </a>
    ),
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
      {order.rfqConfigName !== null && (
        <Suspense fallback={null}>
          <FormAnswers key={order.id} orderId={order.id} />
        </Suspense>
      )}
    </dl>
  );
});

/** How urgent it is; whoever may say so chooses it here. */
const PriorityChoice = observer(function PriorityChoice({
  store,
  order,
}: {
  store: OrderDetailsStore;
  order: OrderDetail;
}) {
  const t = useTexts();
  const { labels } = store;
  const label = labels.of(order);
  if (!labels.mayGive) return label ? <ColorLabel {...label} /> : t('priority.none');
  return (
    <Select
      aria-label={t('fact.priority')}
      className={css['priority']}
      size="small"
      allowClear
      loading={store.labelling}
      disabled={store.labelling}
      placeholder={t('priority.none')}
      value={label?.id ?? null}
      options={labels.all.map((each) => ({ value: each.id, label: <ColorLabel {...each} /> }))}
      onChange={(next: number | null | undefined) => store.label(next ?? null)}
    />
  );
});
