import type { OrderRow } from '@sinter/sdk/contract/orders';
import { formatDate, formatMoney, formatNumber, formatShortDate } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import { DueMarker, Link, Thumbnail, type DataColumn } from '@sinter/sdk/ui';
import { isOver, OrderStatusPill } from '../status.tsx';
import css from './orderList.module.css';

/** The columns of buyers' and providers' lists; providers also see whose order it is. */
export function orderColumns(t: PluginHost['t'], side: 'buyer' | 'provider'): DataColumn<OrderRow>[] {
  const column = (key: string, render: DataColumn<OrderRow>['render'], align?: 'right'): DataColumn<OrderRow> => ({
    key,
    title: t(`column.${key}`),
    render,
    ...(align ? { align } : {}),
  });
  return [
    column('id', ({ id }) => <span className={css['id']}>#{id}</span>),
    column('title', ({ id, displayTitle, createdOn }) => (
      <span className={css['stack']}>
        <Link to={`/order-details/${id}`} className={css['open']}>
          {displayTitle}
        </Link>
        <span className={css['quiet']}>{t('list.created', { date: formatDate(createdOn) })}</span>
      </span>
    )),
    column('status', ({ status, quote }) => <OrderStatusPill status={status} quoted={quote !== null} />),
    column('parts', (order) => <Parts order={order} t={t} />),
    column('quantity', ({ quantity }) => formatNumber(quantity), 'right'),
    ...(side === 'provider' ? [column('customer', (order) => <Customer order={order} />)] : []),
    column('targetDate', ({ estimatedDeliveryDate, status }) =>
      isOver(status) ? formatShortDate(estimatedDeliveryDate) : <DueMarker date={estimatedDeliveryDate} />,
    ),
    column('quote', ({ quote }) => (quote ? formatMoney(quote.amount, quote.currency) : '–'), 'right'),
  ];
}

function Parts({ order: { rfqFileDTOs }, t }: { order: OrderRow; t: PluginHost['t'] }) {
  const [first, ...others] = rfqFileDTOs;
  if (!first) return '–';
  const { fileName } = first.originalFileDTO;
  return (
    <span className={css['parts']}>
      <Thumbnail src={first.pngFileDTO?.fileURL ?? null} alt={fileName} size={40} />
      <span>
        <span className={css['file']} title={fileName}>
          {fileName}
        </span>
        {others.length > 0 && <span className={css['quiet']}>{t('list.more', { count: others.length })}</span>}
      </span>
    </span>
  );
}

const Customer = ({ order: { customer, creator } }: { order: OrderRow }) => (
  <span className={css['stack']}>
    {customer}
    <span className={css['quiet']}>{creator}</span>
  </span>
);
