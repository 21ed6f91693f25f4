import { observer } from 'mobx-react-lite';
import type { OrderFile } from '@sinter/sdk/contract/orders/orderFile';
import { formatNumber } from '@sinter/sdk/i18n';
import { DataTable, useTexts, type DataColumn } from '@sinter/sdk/ui';
import type { TabProps } from './TabProps.ts';

/** How far each part is: what jobs have made, and for its facility what is planned and what is left. */
export default observer(function WorkTab({ store, order }: TabProps) {
  const t = useTexts();
  const printed = order.made === order.quantity;
  const number = (key: string, count: (part: OrderFile) => number): DataColumn<OrderFile> => ({
    key,
    title: t(`work.${key}`),
    align: 'right',
    render: (part) => formatNumber(count(part)),
  });
  const columns: DataColumn<OrderFile>[] = [
    { key: 'file', title: t('part.file'), rank: 'name', render: (part) => <bdi>{part.originalFileDTO.fileName}</bdi> },
    number('ordered', ({ quantity }) => quantity),
    ...(store.isProvider
      ? [number('planned', ({ scheduled }) => scheduled), number('left', ({ notScheduled }) => notScheduled)]
      : []),
    ...(order.made === null ? [] : [number('made', ({ made, quantity }) => (printed ? quantity : made))]),
  ];
  return <DataTable label={t('details.work')} columns={columns} rows={order.rfqFileDTOs} rowKey={({ id }) => id} />;
});
