import type { ProjectRow } from '@sinter/sdk/contract/projects/projects';
import { formatDateTime, formatNumber, formatShortDate } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import { DueMarker, Link, StatusPill, type DataColumn } from '@sinter/sdk/ui';
import css from './projects.module.css';

export const projectColumns = (t: PluginHost['t'], path: string): DataColumn<ProjectRow>[] => [
  {
    key: 'name',
    title: t('project.name'),
    rank: 'name',
    render: ({ id, name, closed }) => (
      <span className={css['name']}>
        <Link to={`${path}/${id}`} className={css['open']}>
          <bdi>{name}</bdi>
        </Link>
        {closed && <StatusPill tone="grey">{t('project.closed')}</StatusPill>}
      </span>
    ),
  },
  {
    key: 'partner',
    title: t('project.with'),
    rank: 'extra',
    render: ({ customer, facility }) => (
      <span className={css['stack']}>
        <bdi>{customer?.name ?? '–'}</bdi>
        <bdi className={css['quiet']}>{facility?.name ?? ''}</bdi>
      </span>
    ),
  },
  {
    key: 'progress',
    title: t('project.progress'),
    render: ({ tasks }) =>
      tasks.total === 0 ? (
        <span className={css['quiet']}>{t('project.noTasks')}</span>
      ) : (
        <span className={css['progress']}>
          <progress
            max={tasks.total}
            value={tasks.done}
            aria-label={t('project.tasksDone', { done: tasks.done, total: tasks.total })}
          />
          <span>{t('project.tasksDone', { done: tasks.done, total: tasks.total })}</span>
          {tasks.overdue > 0 && <span className={css['late']}>{t('project.tasksLate', { count: tasks.overdue })}</span>}
        </span>
      ),
  },
  {
    key: 'targetDate',
    title: t('project.targetDate'),
    render: ({ targetDate, closed }) =>
      targetDate === null ? '–' : closed ? formatShortDate(targetDate) : <DueMarker date={targetDate} />,
  },
  {
    key: 'orders',
    title: t('project.orders'),
    align: 'right',
    rank: 'extra',
    render: (row) => formatNumber(row.orderCount),
  },
  {
    key: 'parts',
    title: t('project.parts'),
    align: 'right',
    rank: 'detail',
    render: (row) => formatNumber(row.partCount),
  },
  {
    key: 'members',
    title: t('project.members'),
    rank: 'detail',
    render: ({ members, memberCount }) => (
      <span className={css['quiet']}>
        <bdi>{members.join(', ')}</bdi>
        {memberCount > members.length && ` +${formatNumber(memberCount - members.length)}`}
      </span>
    ),
  },
  { key: 'updated', title: t('project.updated'), rank: 'wide', render: ({ updatedOn }) => formatDateTime(updatedOn) },
];
