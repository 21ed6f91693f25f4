import { EmptyState, useTexts } from '@sinter/sdk/ui';
import { OrderList } from '../list/OrderList.tsx';

export default function PartOrdersPage() {
  const t = useTexts();
  return (
    <OrderList
      side="provider"
      title={t('page.partOrders')}
      empty={<EmptyState title={t('list.empty.title')} text={t('list.empty.provider')} />}
    />
  );
}
