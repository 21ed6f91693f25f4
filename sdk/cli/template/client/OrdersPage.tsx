import { observer } from 'mobx-react-lite';
import { DataTable, Link, Page, useStore, useTexts } from '@sinter/sdk/ui';
import { LatestOrders } from './LatestOrders.ts';

export default observer(function OrdersPage() {
  const t = useTexts();
  const { orders } = useStore((host) => new LatestOrders(host));
  return (
    <Page title={t('page.orders')}>
      <DataTable
        label={t('page.orders')}
        rowKey={({ id }) => id}
        rows={orders.answer ?? []}
        loading={orders.loading}
        error={orders.error}
        onRetry={() => orders.retry()}
        columns={[
          {
            key: 'title',
            title: t('orders.title'),
            rank: 'name',
            render: ({ id, displayTitle }) => <Link to={`/order-details/${id}`}>{displayTitle}</Link>,
          },
          { key: 'customer', title: t('orders.customer'), render: ({ customer }) => customer },
        ]}
      />
    </Page>
  );
});
