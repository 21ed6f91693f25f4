import { lazy, Suspense } from 'react';
import { Loading, Section } from '@sinter/sdk/ui';
import { Facts } from '../Facts.tsx';
import type { TabProps } from './TabProps.ts';
import css from '../orderDetails.module.css';

const Notes = lazy(() => import('../../notes/Notes.tsx'));
const OrderDates = lazy(() => import('../../dates/OrderDates.tsx'));

/** Parties, dates and conditions of the order, and what the own side has written down about it. */
export const OverviewTab = ({ store, order }: TabProps) => (
  <div className={css['columns']}>
    <div className={css['column']}>
      <Section>
        <Facts store={store} order={order} />
      </Section>
      <Suspense fallback={null}>
        <OrderDates orderId={order.id} />
      </Suspense>
    </div>
    {store.mayReadNotes && (
      <Suspense fallback={<Loading />}>
        <Notes orderId={order.id} isProvider={store.isProvider} />
      </Suspense>
    )}
  </div>
);
