import { readOrderShipments, type OrderShipments } from '@sinter/sdk/contract/orders/orderShipments';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { formatDate, formatNumber } from '@sinter/sdk/i18n';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { on, Question } from '@sinter/sdk/state';
import { DataTable, ErrorNotice, Link, Loading, Section, useStore, useTexts, type DataColumn } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import { ShipmentStatusPill } from '../../shipments/ShipmentStatusPill.tsx';
import { PaperLinks } from '../../shipments/PaperLinks.tsx';
import { Tracking } from '../../shipments/Tracking.tsx';
import { shipmentNews } from '../../shipments/ShipmentsStore.ts';
import type { TabProps } from './TabProps.ts';
import css from '../../shipments/shipments.module.css';

class OrderShipmentsStore {
  readonly reading: Question<void, OrderShipments>;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>, orderId: number) {
    this.reading = new Question<void, OrderShipments>(host, {
      ask: (_, signal) => host.api.call(readOrderShipments, { params: { id: orderId } }, { signal }),
      failed: 'the shipments of an order could not be read',
      refreshOn: [...shipmentNews, on(orderChanged, (changed) => changed.orderId === orderId)],
    });
  }

  start(): Dispose {
    return this.reading.start();
  }
}

type Line = OrderShipments['lines'][number];

/** The parcels of an order, and how much of it has left and arrived. */
export default observer(function ShipmentsTab({ store, order }: TabProps) {
  const t = useTexts();
  const { reading } = useStore((host) => new OrderShipmentsStore(host, order.id));
  const { answer, error } = reading;
  if (!answer) {
    if (error === null) return <Loading />;
    return <ErrorNotice subject={t('details.shipments')} error={error} onRetry={() => reading.retry()} />;
  }
  const { lines, shipments } = answer;
  const names = new Map(lines.map(({ orderFileId, fileName }) => [orderFileId, fileName]));
  const sum = (of: (line: Line) => number) => lines.reduce((total, line) => total + of(line), 0);
  const number = (key: 'ordered' | 'shipped' | 'delivered'): DataColumn<Line> => ({
    key,
    title: t(`shipments.${key}`),
    align: 'right',
    render: (line) => formatNumber(line[key]),
  });
  return (
    <div className={css['column']}>
      <p className={css['quiet']}>
        {t('shipments.progress', {
          shipped: formatNumber(sum(({ shipped }) => shipped)),
          all: formatNumber(sum(({ ordered }) => ordered)),
        })}
      </p>
      {shipments.map((shipment) => (
        <Section
          key={shipment.id}
          title={t('shipment.title', { id: shipment.id })}
          actions={
            store.isProvider && <Link to={`/service-provider/shipments/${shipment.id}`}>{t('shipments.open')}</Link>
          }
        >
          <div className={css['form']}>
            <span>
              <ShipmentStatusPill status={shipment.status} /> <Tracking sent={shipment} />
            </span>
            {shipment.reason !== '' && <span dir="auto">{shipment.reason}</span>}
            <small className={css['quiet']}>
              {[
                shipment.shippedOn && t('shipments.shippedOn', { date: formatDate(shipment.shippedOn) }),
                shipment.deliveredOn && t('shipments.deliveredOn', { date: formatDate(shipment.deliveredOn) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
            <ul className={css['contents']}>
              {shipment.lines.map(({ orderFileId, quantity }) => (
                <li key={orderFileId}>
                  <bdi>{names.get(orderFileId)}</bdi> <strong>{formatNumber(quantity)}</strong>
                </li>
              ))}
            </ul>
            {shipment.papers.length > 0 && (
              <span>
                <PaperLinks id={shipment.id} papers={shipment.papers} />
              </span>
            )}
          </div>
        </Section>
      ))}
      <DataTable
        label={t('details.shipments')}
        columns={[
          { key: 'part', title: t('part.file'), rank: 'name', render: ({ fileName }) => <bdi>{fileName}</bdi> },
          number('ordered'),
          number('shipped'),
          number('delivered'),
        ]}
        rows={lines}
        rowKey={({ orderFileId }) => orderFileId}
      />
    </div>
  );
});
