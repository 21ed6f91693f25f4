import type { ReactNode } from 'react';
import { matchStatusSchema, orderStatusSchema } from '@sinter/sdk/contract/orders/orders';
import { primaryUseCaseSchema } from '@sinter/sdk/contract/orders/request';
import type { OrderRow } from '@sinter/sdk/contract/orders/orders';
import { formatDate, formatNumber, formatShortDate } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import { ColorLabel, TagChips } from '@sinter/sdk/ui/lists';
import { DueMarker, Link, Thumbnail, type DataColumn } from '@sinter/sdk/ui';
import { isOver, publicGroupOf } from '../../shared/groups.ts';
import { isColumnHidden } from '../../shared/hiddenColumns.ts';
import { cellOf, type CellKey } from '../../shared/rowValues.ts';
import type { Labels } from '../Labels.ts';
import { Price } from '../Price.tsx';
import { OrderStatusPill, PublicStatusPill } from '../status.tsx';
import { WhyPill } from '../why/WhyPill.tsx';
import css from './orderList.module.css';

type Texts = PluginHost['t'];
/** Whose list it is; a third-party engineer is told what the public is told. */
export type Side = 'provider' | 'engineer' | 'public';

interface OrderColumn {
  key: CellKey;
  /** In the table, where it is more than the text of the file. A dash stands where there is nothing. */
  render?: (order: OrderRow, t: Texts, labels: Labels) => ReactNode;
  align?: 'right';
  rank?: DataColumn<OrderRow>['rank'];
  /** Whose list begins with it; everybody may choose it. */
  on: readonly Side[];
  /** Left out: everybody's. */
  for?: readonly Side[];
  /** Only in the archive. */
  archive?: boolean;
}

const everybody = ['provider', 'engineer', 'public'] as const;
const statusWords = [...new Set([...matchStatusSchema.options, ...orderStatusSchema.options]), 'quoted'].map(
  (status) => `status.${status}`,
);
const useCaseWords = primaryUseCaseSchema.options.map((use) => `useCase.${use}`);
const date = (text: string | null) => text && formatDate(text);
const yesNo = (yes: boolean, t: Texts) => (yes ? t('yes') : '–');

/** The 24 columns of specification 3 with the defaults of each role, and what tells and orders them. */
const columns: readonly OrderColumn[] = [
  { key: 'id', on: everybody, render: ({ id }) => <span className={css['id']}>#{id}</span> },
  {
    key: 'title',
    on: everybody,
    rank: 'name',
    render: ({ id, displayTitle, createdOn, unread, tags, status, allowedEvents }, t) => (
      <span className={css['stack']}>
        <Link
          // Who may send a draft goes on with it.
          to={
            status === 'DRAFT' && allowedEvents.includes('SUBMIT')
              ? `/order/create?order=${id}`
              : `/order-details/${id}`
          }
          className={css['open']}
          data-unread={unread || undefined}
        >
          <bdi>{displayTitle}</bdi>
          {unread && <span className={css['spoken']}> {t('list.unread')}</span>}
        </Link>
        <span className={css['quiet']}>{t('list.created', { date: formatDate(createdOn) })}</span>
        {tags.length > 0 && <TagChips tags={tags} />}
      </span>
    ),
  },
  {
    key: 'status',
    on: everybody,
    render: ({ id, status, statusName, quote }) => (
      <WhyPill orderId={id}>
        <OrderStatusPill status={status} statusName={statusName} quoted={quote !== null} />
      </WhyPill>
    ),
  },
  {
    key: 'priority',
    on: ['provider'],
    for: ['provider'],
    rank: 'extra',
    render: (order, _, labels) => <Priority label={labels.of(order)} />,
  },
  // They stand under the title too.
  { key: 'tags', on: [], render: ({ tags }) => <TagChips tags={tags} /> },
  { key: 'parts', on: ['provider'], rank: 'wide', render: (order, t) => <Parts order={order} t={t} /> },
  {
    key: 'quantity',
    on: everybody,
    rank: 'extra',
    align: 'right',
    render: ({ quantity }) => formatNumber(quantity),
  },
  { key: 'customer', on: everybody, rank: 'extra' },
  { key: 'creator', on: everybody, rank: 'wide' },
  { key: 'facility', on: ['provider'], rank: 'wide' },
  {
    key: 'targetDate',
    on: everybody,
    render: ({ estimatedDeliveryDate, status }) =>
      isOver(status) ? formatShortDate(estimatedDeliveryDate) : <DueMarker date={estimatedDeliveryDate} />,
  },
  {
    key: 'quote',
    on: ['engineer', 'public'],
    align: 'right',
    render: ({ quote }) => quote && <Price price={quote} />,
  },
  { key: 'customerContactName', on: [] },
  { key: 'customerEmail', on: [], render: ({ customerEmail }) => <Apart text={customerEmail} /> },
  { key: 'customerPhone', on: [], render: ({ customerPhone }) => <Apart text={customerPhone} /> },
  { key: 'exportControlled', on: [], render: ({ exportControlled }, t) => yesNo(exportControlled, t) },
  { key: 'NDARequired', on: [], render: ({ ndaRequired }, t) => yesNo(ndaRequired, t) },
  { key: 'partNumber', on: [], render: ({ partNumbers }) => <Apart text={partNumbers.join('; ')} /> },
  { key: 'serviceType', on: [] },
  { key: 'primaryUseCase', on: [] },
  { key: 'industryFocus', on: [] },
  { key: 'materials', on: [] },
  { key: 'machines', on: [], for: ['provider'] },
  { key: 'deliveryMethod', on: [] },
  { key: 'createdOn', on: [], render: ({ createdOn }) => date(createdOn) },
  { key: 'quoteDueDate', on: [], render: ({ quoteDueDate }) => <DueMarker date={quoteDueDate} /> },
  { key: 'thirdPartyOrderId', on: [], render: ({ thirdPartyOrderId }) => <Apart text={thirdPartyOrderId} /> },
  { key: 'rfqConfigName', on: [] },
  { key: 'archivedOn', on: everybody, archive: true, render: ({ archived }) => date(archived?.at ?? null) },
  { key: 'archivedBy', on: everybody, archive: true, rank: 'extra' },
  { key: 'closedAs', on: [], for: ['provider', 'engineer'], archive: true, rank: 'wide' },
  { key: 'closeReason', on: everybody, archive: true, rank: 'wide' },
  { key: 'keptUntil', on: everybody, archive: true, render: ({ archived }) => date(archived?.keptUntil ?? null) },
  { key: 'legalHold', on: everybody, archive: true, rank: 'wide' },
];

/** Which list it is. */
export interface ListView {
  labels: Labels;
  side: Side;
  archive: boolean;
  /** Kept from the customer. */
  hiddenColumns?: readonly string[];
}

/** A facility without labels has no column for them. */
const columnsFor = ({ labels, side, archive, hiddenColumns = [] }: ListView) =>
  columns.filter(
    (column) =>
      (column.for === undefined || column.for.includes(side)) &&
      (!column.archive || archive) &&
      (column.key !== 'priority' || labels.all.length > 0) &&
      !isColumnHidden({ hiddenColumns }, column.key),
  );

/** What the server keeps by a key, in the reader's words. */
const wordOf =
  (t: Texts, labels: Labels) =>
  (key: string): string => {
    const label = /^priority\.(\d+)$/.exec(key)?.[1];
    return label === undefined ? t(key) : (labels.of({ priorityId: Number(label) })?.label ?? '');
  };

/** What the server sorts by a click on the column's title. */
export type Sortable = (column: string) => boolean;

export const tableColumns = (t: Texts, view: ListView, isSortable: Sortable): DataColumn<OrderRow>[] => {
  const { labels, side } = view;
  return columnsFor(view).map(({ key, render, align, rank }) => ({
    key,
    title: t(`column.${key}`),
    render: (order) => {
      if (key === 'status' && side === 'public' && order.statusName === undefined)
        return <PublicStatusPill group={publicGroupOf(order.status)} />;
      const cell = cellOf(key, order, wordOf(t, labels));
      if (cell === null || cell === '') return '–';
      return render ? render(order, t, labels) : <bdi>{cell}</bdi>;
    },
    sortable: isSortable(key),
    ...(align ? { align } : {}),
    ...(rank ? { rank } : {}),
  }));
};

/** Those that may be hidden: all but the title, which opens the order. */
export const choosable = (t: Texts, view: ListView): { key: string; label: string }[] =>
  columnsFor(view)
    .filter(({ key }) => key !== 'title')
    .map(({ key }) => ({ key, label: t(`column.${key}`) }));

/** Those that a list does not begin with. */
export const hiddenAtFirst = (side: Side): string[] =>
  columns
    .filter(({ on, for: theirs = everybody }) => !on.includes(side) && theirs.includes(side))
    .map(({ key }) => key);

/** Every column of the file, whether it is shown or not, and the words for what the server keeps by keys. */
export function fileColumns(t: Texts, view: ListView) {
  const { labels, side } = view;
  const shown = columnsFor(view).flatMap(({ key }) => (key === 'quote' ? ([key, 'currency'] as const) : [key]));
  const words = ['yes', 'no', ...statusWords, ...useCaseWords];
  const word = wordOf(t, labels);
  const spoken = words.map((key): [string, string] => {
    const isPublic = side === 'public' && key.startsWith('status.');
    return [key, isPublic ? t(`group.${publicGroupOf(key.slice('status.'.length))}`) : word(key)];
  });
  const named = labels.all.map(({ id, label }): [string, string] => [`priority.${id}`, label]);
  return {
    columns: shown.map((key) => ({ key, title: t(`column.${key}`) })),
    words: Object.fromEntries([...spoken, ...named]),
  };
}

const Priority = ({ label }: { label: ReturnType<Labels['of']> }) => (label ? <ColorLabel {...label} /> : '–');

/** Numbers, addresses and names of files keep their order in a language that runs from right to left. */
const Apart = ({ text }: { text: string | null }) => <bdi dir="ltr">{text}</bdi>;

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
