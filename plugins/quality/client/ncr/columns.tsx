import type { NcrLine } from '@sinter/sdk/contract/quality/ncr';
import { tagsText } from '@sinter/sdk/contract/tagsText';
import { formatDate, formatNumber } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import type { CsvColumn } from '@sinter/sdk/state/lists';
import { DueMarker, Link, StatusPill, type DataColumn } from '@sinter/sdk/ui';
import { TagChips } from '@sinter/sdk/ui/lists';
import { ncrPath } from '../paths.ts';
import type { NcrChoices } from './NcrsStore.ts';
import { ContainmentPill, keyText, NcrStatusPill, stepText } from './words.tsx';
import css from './ncr.module.css';

type Texts = PluginHost['t'];
type Column = DataColumn<NcrLine> & { title: string };

/** What it is about, in one line: where it happened, or which part. */
const about = ({ job, machine, step, lotId }: NcrLine, t: Texts): string =>
  [machine?.name, job?.name, stepText(t, step), lotId === null ? '' : t('ncr.lot', { id: lotId })]
    .filter(Boolean)
    .join(' · ');

/** Columns that may be left out; number and title always stay. */
export const choosableColumns = (t: Texts, choices: NcrChoices | null): Column[] => [
  { key: 'status', title: t('ncr.status'), render: ({ status }) => <NcrStatusPill status={status} /> },
  {
    key: 'severity',
    title: t('ncr.severity'),
    render: ({ severity }) => keyText(t, 'severity', severity, choices?.severities),
  },
  { key: 'type', title: t('ncr.type'), rank: 'extra', render: ({ type }) => keyText(t, 'type', type, choices?.types) },
  {
    key: 'part',
    title: t('ncr.part'),
    render: ({ part, order }) => (
      <span className={css['stack']}>
        <bdi>{part || '–'}</bdi>
        {order && (
          <Link to={`/order-details/${order.id}`}>
            #{order.id} <bdi>{order.name}</bdi>
          </Link>
        )}
      </span>
    ),
  },
  { key: 'about', title: t('ncr.about'), rank: 'extra', render: (row) => <bdi>{about(row, t) || '–'}</bdi> },
  {
    key: 'quantity',
    title: t('ncr.quantity'),
    align: 'right',
    render: ({ affectedQuantity }) => formatNumber(affectedQuantity),
  },
  {
    key: 'containment',
    title: t('ncr.containment'),
    render: ({ containment }) => <ContainmentPill containment={containment} />,
  },
  {
    key: 'assignee',
    title: t('ncr.assignee'),
    rank: 'detail',
    render: ({ assignee }) => <bdi>{assignee?.name ?? '–'}</bdi>,
  },
  {
    key: 'due',
    title: t('ncr.due'),
    rank: 'detail',
    render: ({ dueAt, closedAt }) =>
      dueAt === null ? '–' : closedAt === null ? <DueMarker date={dueAt} /> : formatDate(dueAt),
  },
  { key: 'source', title: t('ncr.source'), rank: 'wide', render: ({ source }) => t(`ncr.source.${source}`) },
  { key: 'defect', title: t('ncr.defect'), rank: 'wide', render: ({ defect }) => <bdi>{defect?.name ?? '–'}</bdi> },
  {
    key: 'raised',
    title: t('ncr.raised'),
    rank: 'wide',
    render: ({ createdAt, createdBy }) => (
      <span className={css['stack']}>
        {formatDate(createdAt)} <bdi className={css['quiet']}>{createdBy}</bdi>
      </span>
    ),
  },
  {
    key: 'closed',
    title: t('ncr.closed'),
    rank: 'wide',
    render: ({ closedAt }) => (closedAt ? formatDate(closedAt) : '–'),
  },
];

export const tableColumns = (t: Texts, choices: NcrChoices | null): DataColumn<NcrLine>[] => [
  {
    key: 'number',
    rank: 'name',
    title: t('ncr.number'),
    render: ({ id, number, title, controlled, tags }) => (
      <span className={css['stack']}>
        <Link to={ncrPath(id)}>{number}</Link>
        <bdi>{title}</bdi>
        {tags.length > 0 && <TagChips tags={tags} />}
        {controlled && (
          <span>
            <StatusPill tone="red">{t('ncr.controlled')}</StatusPill>
          </span>
        )}
      </span>
    ),
  },
  ...choosableColumns(t, choices),
];

export const csvColumns = (t: Texts, choices: NcrChoices | null): CsvColumn<NcrLine>[] => [
  { title: t('ncr.number'), value: ({ number }) => number },
  { title: t('ncr.title'), value: ({ title }) => title },
  { title: t('ncr.status'), value: ({ status }) => t(`ncr.status.${status}`) },
  { title: t('ncr.severity'), value: ({ severity }) => keyText(t, 'severity', severity, choices?.severities) },
  { title: t('ncr.type'), value: ({ type }) => keyText(t, 'type', type, choices?.types) },
  { title: t('ncr.order'), value: ({ order }) => order?.id ?? '' },
  { title: t('ncr.part'), value: ({ part }) => part },
  { title: t('ncr.about'), value: (row) => about(row, t) },
  { title: t('ncr.quantity'), value: ({ affectedQuantity }) => affectedQuantity },
  { title: t('ncr.containment'), value: ({ containment }) => t(`ncr.containment.${containment}`) },
  { title: t('ncr.assignee'), value: ({ assignee }) => assignee?.name ?? '' },
  { title: t('ncr.due'), value: ({ dueAt }) => (dueAt ? formatDate(dueAt) : '') },
  { title: t('ncr.tags'), value: ({ tags }) => tagsText(tags) },
  { title: t('ncr.source'), value: ({ source }) => t(`ncr.source.${source}`) },
  { title: t('ncr.defect'), value: ({ defect }) => defect?.name ?? '' },
  { title: t('ncr.raised'), value: ({ createdAt }) => formatDate(createdAt) },
  { title: t('ncr.closed'), value: ({ closedAt }) => (closedAt ? formatDate(closedAt) : '') },
];
