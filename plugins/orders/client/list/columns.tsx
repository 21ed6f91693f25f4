import type { ReactNode } from 'react';
import type { OrderRow } from '@sinter/sdk/contract/orders/orders';
import { formatDate, formatMoney, formatNumber, formatShortDate } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import type { CsvCell, CsvColumn } from '@sinter/sdk/state/lists';
import { ColorLabel } from '@sinter/sdk/ui/lists';
import { DueMarker, Link, Thumbnail, type DataColumn } from '@sinter/sdk/ui';
import type { Labels } from '../Labels.ts';
import { fromMinor } from '../order-details/money.ts';
import { Price } from '../Price.tsx';
import { isOver, OrderStatusPill, statusText } from '../status.tsx';
import { WhyPill } from '../why/WhyPill.tsx';
import css from './orderList.module.css';

type Texts = PluginHost['t'];
export type Side = 'buyer' | 'provider';

interface OrderColumn {
  key: string;
  /** In the table unless there is more to show, and in the exported file unless that has `value`. */
  text: (order: OrderRow, t: Texts, labels: Labels) => string;
  /** In the exported file: numbers as such, dates in ISO. */
  value?: (order: OrderRow) => CsvCell;
  render?: (order: OrderRow, t: Texts, labels: Labels) => ReactNode;
  align?: 'right';
  rank?: DataColumn<OrderRow>['rank'];
  sortable?: true;
  /** Only providers see whose order it is. */
  for?: 'provider';
  /** Stands in the table with another one. */
  onlyInFile?: true;
}

const columns: readonly OrderColumn[] = [
  {
    key: 'id',
    sortable: true,
    text: ({ id }) => `${id}`,
    value: ({ id }) => id,
    render: ({ id }) => <span className={css['id']}>#{id}</span>,
  },
  {
    key: 'title',
    rank: 'name',
    text: ({ displayTitle }) => displayTitle,
    render: ({ id, displayTitle, createdOn }, t) => (
      <span className={css['stack']}>
        <Link to={`/order-details/${id}`} className={css['open']}>
          <bdi>{displayTitle}</bdi>
        </Link>
        <span className={css['quiet']}>{t('list.created', { date: formatDate(createdOn) })}</span>
      </span>
    ),
  },
  { key: 'created', onlyInFile: true, text: ({ createdOn }) => createdOn },
  {
    key: 'status',
    text: ({ status, quote }, t) => t(statusText(status, quote !== null)),
    render: ({ id, status, quote }) => (
      <WhyPill orderId={id}>
        <OrderStatusPill status={status} quoted={quote !== null} />
      </WhyPill>
    ),
  },
  {
    key: 'priority',
    rank: 'extra',
    for: 'provider',
    sortable: true,
    text: (order, _, labels) => labels.of(order)?.label ?? '',
    render: (order, _, labels) => <Priority label={labels.of(order)} />,
  },
  {
    key: 'parts',
    rank: 'wide',
    text: ({ rfqFileDTOs }) => rfqFileDTOs.map(({ originalFileDTO }) => originalFileDTO.fileName).join('; '),
    render: (order, t) => <Parts order={order} t={t} />,
  },
  {
    key: 'quantity',
    rank: 'extra',
    align: 'right',
    text: ({ quantity }) => formatNumber(quantity),
    value: ({ quantity }) => quantity,
  },
  {
    key: 'customer',
    rank: 'extra',
    for: 'provider',
    text: ({ customer }) => customer,
    render: (order) => <Customer order={order} />,
  },
  { key: 'creator', for: 'provider', onlyInFile: true, text: ({ creator }) => creator },
  {
    key: 'targetDate',
    text: ({ estimatedDeliveryDate }) => formatShortDate(estimatedDeliveryDate),
    value: ({ estimatedDeliveryDate }) => estimatedDeliveryDate?.slice(0, 10),
    render: ({ estimatedDeliveryDate, status }) =>
      isOver(status) ? formatShortDate(estimatedDeliveryDate) : <DueMarker date={estimatedDeliveryDate} />,
  },
  {
    key: 'quote',
    align: 'right',
    text: ({ quote }) => (quote ? formatMoney(quote.amount, quote.currency, { exact: true }) : '–'),
    render: ({ quote }) => (quote ? <Price price={quote} /> : '–'),
    value: ({ quote }) => quote && fromMinor(quote.amount, quote.currency),
  },
  { key: 'currency', onlyInFile: true, text: ({ quote }) => quote?.currency ?? '' },
];

/** A facility without labels has no column for them. */
const columnsFor = (labels: Labels, side: Side) =>
  columns.filter(
    (column) =>
      (column.for === undefined || column.for === side) && (column.key !== 'priority' || labels.all.length > 0),
  );

/** The columns of buyers' and providers' tables. */
export const tableColumns = (t: Texts, labels: Labels, side: Side): DataColumn<OrderRow>[] =>
  columnsFor(labels, side)
    .filter(({ onlyInFile }) => !onlyInFile)
    .map(({ key, text, render = text, align, rank, sortable = false }) => ({
      key,
      title: t(`column.${key}`),
      render: (order) => render(order, t, labels),
      sortable,
      ...(align ? { align } : {}),
      ...(rank ? { rank } : {}),
    }));

/** Those that may be hidden: all but the title, which opens the order. */
export const choosable = (t: Texts, labels: Labels, side: Side): { key: string; label: string }[] =>
  columnsFor(labels, side)
    .filter(({ key, onlyInFile }) => !onlyInFile && key !== 'title')
    .map(({ key }) => ({ key, label: t(`column.${key}`) }));

/** Every column, whether it is shown or not. */
export const csvColumns = (t: Texts, labels: Labels, side: Side): CsvColumn<OrderRow>[] =>
  columnsFor(labels, side).map(({ key, text, value = text }) => ({
    title: t(`column.${key}`),
    value: (order) => value(order, t, labels),
  }));

const Priority = ({ label }: { label: ReturnType<Labels['of']> }) => (label ? <ColorLabel {...label} /> : '–');

function Parts({ order: { rfqFileDTOs }, t }: { order: OrderRow; t: Texts }) {
  const [first, ...others] = rfqFileDTOs;
  if (!first) return '–';
  const { fileName } = first.originalFileDTO;
  return (
    <span className={css['parts']}>
      <Thumbnail src={first.pngFileDTO?.fileURL ?? null} alt={fileName} size={40} />
      <span>
        <span className={css['file']} title={fileName}>
          <bdi>{fileName}</bdi>
        </span>
        {others.length > 0 && <span className={css['quiet']}>{t('list.more', { count: others.length })}</span>}
      </span>
    </span>
  );
}

const Customer = ({ order: { customer, creator } }: { order: OrderRow }) => (
  <span className={css['stack']}>
    <bdi>{customer}</bdi>
    <bdi className={css['quiet']}>{creator}</bdi>
  </span>
);
