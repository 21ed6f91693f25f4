import type { ListedPlatform } from '@sinter/sdk/contract/production/platforms';
import { formatDateTime, formatLength, formatNumber, formatPercent } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import type { CsvColumn } from '@sinter/sdk/state/lists';
import { Link, type DataColumn } from '@sinter/sdk/ui';
import { platformPath } from '../paths.ts';
import { PlatePicture } from './PlatePicture.tsx';
import css from './platforms.module.css';

type Texts = PluginHost['t'];
type Column = DataColumn<ListedPlatform> & { title: string };

const materialsOf = ({ materials }: ListedPlatform): string => materials.map(({ name }) => name).join(', ');

/** Columns that may be left out; the name always stays. */
export const choosableColumns = (t: Texts): Column[] => [
  {
    key: 'picture',
    title: t('platforms.picture'),
    width: 88,
    render: ({ picture }) => <PlatePicture picture={picture} />,
  },
  {
    key: 'revision',
    rank: 'extra',
    title: t('platforms.revision'),
    align: 'right',
    render: ({ revision }) => formatNumber(revision),
  },
  {
    key: 'machine',
    title: t('platforms.machine'),
    render: ({ machine, model }) => (
      <span className={css['stack']}>
        <bdi>{model.name}</bdi>
        <small>
          <bdi>{machine.name}</bdi>
        </small>
      </span>
    ),
  },
  { key: 'material', title: t('platforms.material'), render: (row) => <bdi>{materialsOf(row) || '–'}</bdi> },
  {
    key: 'parts',
    rank: 'detail',
    title: t('platforms.parts'),
    align: 'right',
    render: (row) => formatNumber(row.parts),
  },
  { key: 'pieces', title: t('platforms.pieces'), align: 'right', render: ({ pieces }) => formatNumber(pieces) },
  {
    key: 'utilisation',
    rank: 'extra',
    sortable: true,
    title: t('platforms.utilisation'),
    align: 'right',
    render: ({ utilisation }) => formatPercent(utilisation, 1),
  },
  {
    key: 'height',
    rank: 'extra',
    sortable: true,
    title: t('platforms.height'),
    align: 'right',
    render: ({ heightMm }) => <span className={css['short']}>{formatLength(heightMm)}</span>,
  },
  { key: 'builds', title: t('platforms.builds'), align: 'right', render: ({ builds }) => formatNumber(builds) },
  {
    key: 'source',
    rank: 'wide',
    title: t('platforms.source'),
    render: ({ source }) => t(`platforms.source.${source}`),
  },
  {
    key: 'changed',
    rank: 'detail',
    sortable: true,
    title: t('platforms.changed'),
    render: ({ changedAt, changedBy }) => (
      <span className={css['stack']}>
        {formatDateTime(changedAt)}
        {changedBy !== '' && (
          <small>
            <bdi>{changedBy}</bdi>
          </small>
        )}
      </span>
    ),
  },
];

export const tableColumns = (t: Texts): DataColumn<ListedPlatform>[] => [
  {
    key: 'name',
    rank: 'name',
    sortable: true,
    title: t('platforms.name'),
    render: ({ id, name }) => (
      <Link to={platformPath(id)}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  ...choosableColumns(t),
];

export const csvColumns = (t: Texts): CsvColumn<ListedPlatform>[] => [
  { title: t('platforms.number'), value: ({ id }) => id },
  { title: t('platforms.name'), value: ({ name }) => name },
  { title: t('platforms.revision'), value: ({ revision }) => revision },
  { title: t('platforms.machine'), value: ({ machine }) => machine.name },
  { title: t('platforms.model'), value: ({ model }) => model.name },
  { title: t('platforms.material'), value: materialsOf },
  { title: t('platforms.parts'), value: ({ parts }) => parts },
  { title: t('platforms.pieces'), value: ({ pieces }) => pieces },
  { title: t('platforms.utilisation'), value: ({ utilisation }) => utilisation },
  { title: t('platforms.heightMm'), value: ({ heightMm }) => heightMm },
  { title: t('platforms.builds'), value: ({ builds }) => builds },
  { title: t('platforms.source'), value: ({ source }) => t(`platforms.source.${source}`) },
  { title: t('platforms.changed'), value: ({ changedAt }) => changedAt },
  { title: t('platforms.changedBy'), value: ({ changedBy }) => changedBy },
];
