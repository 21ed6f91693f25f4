import { useTexts } from '@sinter/sdk/ui';
import { BuyerOrders } from '../list/BuyerOrders.tsx';

export default function OrderHistoryPage() {
  const t = useTexts();
  return <BuyerOrders title={t('page.orderHistory')} />;
}
