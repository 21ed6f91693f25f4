import type { Shipment, ShipmentLine } from '@sinter/sdk/contract/orders/shipments';
import { formatNumber } from '@sinter/sdk/i18n';
import { DataTable, Link, useTexts, type DataColumn } from '@sinter/sdk/ui';

/** What is in a shipment, and how much of it was scanned. */
export function Lines({ shipment: { lines, status } }: { shipment: Shipment }) {
  const t = useTexts();
  const scanned = status === 'DRAFT' || lines.some(({ packed }) => packed > 0);
  const columns: DataColumn<ShipmentLine>[] = [
    { key: 'part', title: t('shipment.part'), rank: 'name', render: ({ fileName }) => <bdi>{fileName}</bdi> },
    {
      key: 'order',
      title: t('shipment.order'),
      render: ({ orderId }) => <Link to={`/order-details/${orderId}`}>#{orderId}</Link>,
    },
    {
      key: 'code',
      rank: 'detail',
      title: t('shipment.code'),
      render: ({ orderFileId }) => <bdi>PART-{orderFileId}</bdi>,
    },
    {
      key: 'quantity',
      title: t('shipments.pieces'),
      align: 'right',
      render: ({ quantity, ordered }) =>
        t('shipments.piecesOf', { pieces: formatNumber(quantity), all: formatNumber(ordered) }),
    },
    ...(scanned
      ? [
          {
            key: 'packed',
            title: t('shipment.packed'),
            align: 'right' as const,
            render: ({ packed, quantity }: ShipmentLine) =>
              t('shipments.piecesOf', { pieces: formatNumber(packed), all: formatNumber(quantity) }),
          },
        ]
      : []),
  ];
  return (
    <DataTable
      label={t('shipment.contents')}
      columns={columns}
      rows={lines}
      rowKey={({ orderFileId }) => orderFileId}
    />
  );
}
