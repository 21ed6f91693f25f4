import { addProjectOrders, listProjectChoices } from '@sinter/sdk/contract/projects/contents';
import type { OrderActionProps } from '@sinter/sdk/contract/orders/orderActions';
import { usePlugin } from '@sinter/sdk/ui';
import { AddTo } from './AddTo.tsx';

/** On an order's page: puts it into one of the person's projects. */
export default function AddOrder({ order: { id, displayTitle } }: OrderActionProps) {
  const { api } = usePlugin();
  return (
    <AddTo
      name={displayTitle || `#${id}`}
      choices={(search, signal) => api.call(listProjectChoices, { query: { orderId: id, search } }, { signal })}
      add={(projectId) => api.call(addProjectOrders, { params: { id: projectId }, body: { orderIds: [id] } })}
    />
  );
}
