import { EmptyState, useTexts } from '@sinter/sdk/ui';
import { providerGroups } from '../../shared/groups.ts';
import { OrderList } from '../list/OrderList.tsx';

export default function PartOrdersPage() {
  const t = useTexts();
  return (
    <OrderList
      side="provider"
      groups={providerGroups}
      title={t('page.partOrders')}
      empty={<EmptyState title={t('list.empty.title')} text={t('list.empty.provider')} />}
    />
  );
}
