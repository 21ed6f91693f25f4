import { lazy, Suspense } from 'react';
import { Section } from '@sinter/sdk/ui';
import { Facts } from '../Facts.tsx';
import type { TabProps } from './TabProps.ts';

const OrderDates = lazy(() => import('../../dates/OrderDates.tsx'));

/** Parties, dates and conditions of the order. */
export const OverviewTab = ({ store, order }: TabProps) => (
  <>
    <Section>
      <Facts store={store} order={order} />
    </Section>
    <Suspense fallback={null}>
      <OrderDates orderId={order.id} />
    </Suspense>
  </>
);
