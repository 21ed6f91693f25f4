import { Button } from 'antd';
import { principalOf } from '@sinter/sdk/auth';
import { EmptyState, useNavigate, useOpens, usePlugin, useTexts } from '@sinter/sdk/ui';
import { buyerGroups, publicGroups } from '../../shared/groups.ts';
import { OrderList } from './OrderList.tsx';

/** A buyer's orders; those who may order begin a new one here. Third-party engineers are told what the public is. */
export function BuyerOrders({ title }: { title: string }) {
  const t = useTexts();
  const navigate = useNavigate();
  const opens = useOpens();
  const { user } = usePlugin();
  const isPublic = principalOf(user).accountType === 'THIRD_PARTY_ENGINEER';
  const hasShop = user.dashboard === 'STORE_FRONT' && opens('/store-front');
  const begin = hasShop ? '/store-front' : '/order/create';
  const order = opens(begin) && (
    <Button type="primary" onClick={() => navigate(begin)}>
      {t(hasShop ? 'list.new' : 'list.request')}
    </Button>
  );
  return (
    <OrderList
      side={isPublic ? 'public' : 'engineer'}
      groups={isPublic ? publicGroups : buyerGroups}
      title={title}
      actions={order}
      empty={
        <EmptyState
          title={t('list.empty.title')}
          text={t(order ? 'list.empty.shop' : 'list.empty.company')}
          actions={order}
        />
      }
    />
  );
}
