import { lazy, Suspense, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { ErrorNotice, Loading, Page, useParams, usePlugin, useStore, useTexts } from '@sinter/sdk/ui';
import { TagPicker } from '@sinter/sdk/ui/tags';
import { OrderStatusPill } from '../status.tsx';
import { orderTagging } from '../tags/orderTagging.ts';
import { WhyPill } from '../why/WhyPill.tsx';
import { OrderDetailsStore } from './OrderDetailsStore.ts';
import { OrderTabs } from './OrderTabs.tsx';
import { PageActions, Waiting } from './PageActions.tsx';

const ActionDialog = lazy(() => import('./ActionDialog.tsx'));
const Held = lazy(() => import('./Held.tsx'));
const OpenQuestions = lazy(() => import('./OpenQuestions.tsx'));
const ApprovalBanner = lazy(() => import('../quotes/ApprovalBanner.tsx'));
const OrderVendors = lazy(() => import('../vendors/OrderVendors.tsx'));
const Payment = lazy(() => import('../payment/Payment.tsx'));
const NdaSection = lazy(() => import('../nda/NdaSection.tsx'));

export default function OrderDetailsPage() {
  const { id = '' } = useParams();
  return <OrderDetails key={id} orderId={Number(id)} />;
}

const OrderDetails = observer(function OrderDetails({ orderId }: { orderId: number }) {
  const t = useTexts();
  const store = useStore((host) => new OrderDetailsStore(host, orderId));
  const host = usePlugin();
  const [tagging] = useState(() => orderTagging(host));
  const { order, error } = store;
  const title = order?.displayTitle ?? t('details.title', { id: orderId });
  if (!order) {
    return (
      <Page title={title}>
        {error ? <ErrorNotice subject={title} error={error} onRetry={store.retry} /> : <Loading />}
      </Page>
    );
  }
  return (
    <Page
      title={title}
      breadcrumbs={[back(store, t), { text: `#${order.id}` }]}
      extra={
        <>
          <WhyPill orderId={order.id}>
            <OrderStatusPill status={order.status} statusName={order.statusName} quoted={order.quote !== null} />
          </WhyPill>
          <TagPicker store={tagging} row={order} onChange={() => store.retry()} />
        </>
      }
      actions={<PageActions store={store} order={order} />}
    >
      <Waiting store={store} order={order} />
      {order.status === 'ON_HOLD' && (
        <Suspense fallback={null}>
          <Held orderId={order.id} />
        </Suspense>
      )}
      {(order.claim || order.cancellation) && (
        <Suspense fallback={null}>
          <OpenQuestions store={store} order={order} />
        </Suspense>
      )}
      {store.awaitsNda && (
        <Suspense fallback={<Loading />}>
          <NdaSection order={order} isProvider={store.isProvider} onChange={store.show} />
        </Suspense>
      )}
      {order.allowedEvents.includes('REFUSE_APPROVAL') && (
        <Suspense fallback={null}>
          <ApprovalBanner store={store} order={order} />
        </Suspense>
      )}
      {store.choosesVendors && (
        <Suspense fallback={<Loading />}>
          <OrderVendors order={order} onChange={store.show} />
        </Suspense>
      )}
      <Suspense fallback={null}>
        <Payment order={order} onCancel={() => store.ask({ kind: 'event', event: 'CANCEL_PAYMENT' })} />
      </Suspense>
      <OrderTabs store={store} order={order} />
      {store.hasAsked && (
        <Suspense fallback={null}>
          <ActionDialog store={store} />
        </Suspense>
      )}
    </Page>
  );
});

function back(store: OrderDetailsStore, t: ReturnType<typeof useTexts>) {
  if (store.isProvider) return { text: t('page.partOrders'), to: '/service-provider' };
  return store.hasShop
    ? { text: t('page.orderHistory'), to: '/order-history' }
    : { text: t('page.engineerOrders'), to: '/engineer' };
}
