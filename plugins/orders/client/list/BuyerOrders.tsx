import { Button } from 'antd';
import { EmptyState, useNavigate, useOpens, usePlugin, useTexts } from '@sinter/sdk/ui';
import { OrderList } from './OrderList.tsx';

/** A buyer's orders; those with the shop can begin a new one here. */
export function BuyerOrders({ title }: { title: string }) {
  const t = useTexts();
  const navigate = useNavigate();
  const opens = useOpens();
  const hasShop = usePlugin().user.dashboard === 'STORE_FRONT' && opens('/store-front');
  const order = hasShop && (
    <Button type="primary" onClick={() => navigate('/store-front')}>
      {t('list.new')}
    </Button>
  );
  return (
    <OrderList
      side="buyer"
      title={title}
      actions={order}
      empty={
        <EmptyState
          title={t('list.empty.title')}
          text={t(hasShop ? 'list.empty.shop' : 'list.empty.company')}
          actions={order}
        />
      }
    />
  );
}
