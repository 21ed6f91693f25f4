import type { CapaRow } from '@sinter/sdk/contract/quality/capas';
import { formatDate, formatNumber } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import type { CsvColumn } from '@sinter/sdk/state/lists';
import { Link, StatusPill, type DataColumn } from '@sinter/sdk/ui';
import { capaPath } from '../paths.ts';
import { CapaStatusPill, Due } from './words.tsx';
import css from '../ncr/ncr.module.css';

type Texts = PluginHost['t'];
type Column = DataColumn<CapaRow> & { title: string };

/** Columns that may be left out; number and title always stay. */
export const choosableColumns = (t: Texts): Column[] => [
  { key: 'status', title: t('capa.status'), render: ({ status }) => <CapaStatusPill status={status} /> },
  { key: 'type', title: t('capa.type'), rank: 'extra', render: ({ type }) => t(`capa.type.${type}`) },
  { key: 'source', title: t('capa.source'), rank: 'extra', render: ({ source }) => t(`capa.source.${source}`) },
  { key: 'owner', title: t('capa.owner'), render: ({ owner }) => <bdi>{owner?.name ?? '–'}</bdi> },
  {
    key: 'due',
    title: t('capa.due'),
    sortable: true,
    render: ({ dueOn, overdue, status }) => (
      <span className={css['stack']}>
        <Due on={dueOn} over={status === 'CLOSED'} />
        {overdue && <StatusPill tone="red">{t('capa.overdue')}</StatusPill>}
      </span>
    ),
  },
  {
    key: 'tasks',
    title: t('capa.tasks'),
    render: ({ tasks }) => (
      <span className={css['stack']}>
        {t('capa.tasks.done', { done: formatNumber(tasks.done), total: formatNumber(tasks.total) })}
        {tasks.overdue > 0 && (
          <StatusPill tone="red">{t('capa.tasks.overdue', { tasks: formatNumber(tasks.overdue) })}</StatusPill>
        )}
      </span>
    ),
  },
  {
    key: 'check',
    title: t('capa.checkOn'),
    rank: 'detail',
    render: ({ checkOn }) => (checkOn === null ? '–' : formatDate(checkOn)),
  },
  {
    key: 'created',
    title: t('capa.created'),
    rank: 'detail',
    sortable: true,
    render: ({ createdAt }) => formatDate(createdAt),
  },
];

export const tableColumns = (t: Texts): DataColumn<CapaRow>[] => [
  {
    key: 'number',
    rank: 'name',
    title: t('capa.number'),
    sortable: true,
    render: ({ id, number, title }) => (
      <span className={css['stack']}>
        <Link to={capaPath(id)}>{number}</Link>
        <bdi>{title}</bdi>
      </span>
    ),
  },
  ...choosableColumns(t),
];

export const csvColumns = (t: Texts): CsvColumn<CapaRow>[] => [
  { title: t('capa.number'), value: ({ number }) => number },
  { title: t('capa.title'), value: ({ title }) => title },
  { title: t('capa.status'), value: ({ status }) => t(`capa.status.${status}`) },
  { title: t('capa.type'), value: ({ type }) => t(`capa.type.${type}`) },
  { title: t('capa.source'), value: ({ source }) => t(`capa.source.${source}`) },
  { title: t('capa.owner'), value: ({ owner }) => owner?.name ?? '' },
  { title: t('capa.due'), value: ({ dueOn }) => (dueOn ? formatDate(dueOn) : '') },
  { title: t('capa.tasks.total'), value: ({ tasks }) => tasks.total },
  { title: t('capa.tasks.finished'), value: ({ tasks }) => tasks.done },
  { title: t('capa.tasks.late'), value: ({ tasks }) => tasks.overdue },
  { title: t('capa.checkOn'), value: ({ checkOn }) => (checkOn ? formatDate(checkOn) : '') },
  { title: t('capa.created'), value: ({ createdAt }) => formatDate(createdAt) },
];
