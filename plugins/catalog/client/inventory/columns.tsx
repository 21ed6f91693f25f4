import type { ReactNode } from 'react';
import type { Part } from '@sinter/sdk/contract/catalog/parts';
import { tagsText } from '@sinter/sdk/contract/tagsText';
import { formatArea, formatDate, formatLength, formatNumber, formatSize, formatVolume } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import type { CsvCell, CsvColumn } from '@sinter/sdk/state/lists';
import { StatusPill, Thumbnail, useTexts, type DataColumn, LinkButton } from '@sinter/sdk/ui';
import { TagChips } from '@sinter/sdk/ui/lists';
import { sorts } from './filters.ts';
import type { InventoryStore } from './InventoryStore.ts';
import css from './inventory.module.css';

type Texts = PluginHost['t'];

interface PartColumn {
  key: string;
  /** In the table, where that is more than the text. */
  render?: (part: Part, t: Texts) => ReactNode;
  /** In the table, and in the exported file unless it has `inFile`. */
  text: (part: Part, t: Texts) => string;
  /** Its columns in the exported file: figures without their unit, which stands in the title, and dates in ISO. */
  inFile?: readonly { unit?: string; value: (part: Part) => CsvCell }[];
  align?: 'right';
  rank?: DataColumn<Part>['rank'];
  /** Only for the company that owns the parts, or for a facility. */
  for?: 'owner' | 'facility';
}

const yesNo = (value: boolean, t: Texts) => t(value ? 'yes' : 'no');

/** What can be known of a part; everything but its name may be left out. */
const partColumns: readonly PartColumn[] = [
  { key: 'partNumber', rank: 'extra', text: ({ partNumber }) => partNumber },
  {
    key: 'revision',
    rank: 'extra',
    text: ({ revision, revisionCount }, t) =>
      revisionCount > 1
        ? t('part.revisionOf', { revision: revision.revision, count: revisionCount })
        : revision.revision,
    inFile: [{ value: ({ revision }) => revision.revision }],
  },
  { key: 'format', rank: 'detail', text: ({ revision }) => revision.format.toUpperCase() },
  { key: 'units', rank: 'detail', text: ({ revision }) => revision.units.toLowerCase() },
  {
    key: 'box',
    rank: 'detail',
    text: ({ revision }) => formatSize(revision.report.bbox.size),
    inFile: ['x', 'y', 'z'].map((axis, index) => ({
      unit: `${axis}, mm`,
      value: ({ revision }) => revision.report.bbox.size[index],
    })),
  },
  {
    key: 'volume',
    rank: 'wide',
    align: 'right',
    text: ({ revision }) => formatVolume(revision.report.volumeMm3),
    inFile: [{ unit: 'mm³', value: ({ revision }) => revision.report.volumeMm3 }],
  },
  {
    key: 'area',
    rank: 'detail',
    align: 'right',
    text: ({ revision }) => formatArea(revision.report.areaMm2),
    inFile: [{ unit: 'mm²', value: ({ revision }) => revision.report.areaMm2 }],
  },
  {
    key: 'shells',
    rank: 'detail',
    align: 'right',
    text: ({ revision }) => formatNumber(revision.report.shells),
    inFile: [{ value: ({ revision }) => revision.report.shells }],
  },
  {
    key: 'watertight',
    text: ({ revision }, t) => yesNo(revision.report.watertight, t),
    render: ({ revision: { report } }, t) => (
      <StatusPill tone={report.watertight ? 'green' : 'amber'}>{yesNo(report.watertight, t)}</StatusPill>
    ),
  },
  {
    key: 'minWall',
    rank: 'detail',
    align: 'right',
    text: ({ revision: { minWallMm } }) => (minWallMm === null ? '' : formatLength(minWallMm)),
    inFile: [{ unit: 'mm', value: ({ revision }) => revision.minWallMm }],
  },
  {
    key: 'lastOrdered',
    rank: 'extra',
    text: ({ lastOrderedOn }) => formatDate(lastOrderedOn),
    inFile: [{ value: ({ lastOrderedOn }) => lastOrderedOn }],
  },
  {
    key: 'orders',
    align: 'right',
    text: ({ orderCount }) => formatNumber(orderCount),
    inFile: [{ value: ({ orderCount }) => orderCount }],
  },
  {
    key: 'tags',
    rank: 'extra',
    for: 'owner',
    text: ({ tags }) => tags.join('; '),
    render: ({ tags }) =>
      tags.length > 0 && (
        <span className={css['tags']}>
          {tags.map((tag) => (
            <bdi key={tag}>{tag}</bdi>
          ))}
        </span>
      ),
  },
  {
    key: 'facilityTags',
    rank: 'extra',
    for: 'facility',
    text: ({ facilityTags }) => tagsText(facilityTags),
    render: ({ facilityTags }) => facilityTags.length > 0 && <TagChips tags={facilityTags} />,
  },
  { key: 'owner', rank: 'detail', text: ({ owner }) => owner },
  {
    key: 'exportClass',
    rank: 'detail',
    text: ({ exportControlled }, t) => t(exportControlled ? 'part.controlled' : 'part.notControlled'),
  },
  {
    key: 'created',
    rank: 'detail',
    text: ({ createdOn }) => formatDate(createdOn),
    inFile: [{ value: ({ createdOn }) => createdOn }],
  },
];

const columnsFor = ({ isOwner }: InventoryStore) =>
  partColumns.filter((column) => column.for === undefined || (column.for === 'owner') === isOwner);

export const choosable = (store: InventoryStore, t: Texts) =>
  columnsFor(store).map(({ key }) => ({ key, label: t(`column.${key}`) }));

export function tableColumns(t: Texts, store: InventoryStore): DataColumn<Part>[] {
  const name: DataColumn<Part> = {
    key: 'name',
    rank: 'name',
    title: t('column.name'),
    sortable: true,
    render: (part) => <Name {...{ store, part }} />,
  };
  const others = columnsFor(store).map(({ key, render, text, align, rank }): DataColumn<Part> => ({
    key,
    title: t(`column.${key}`),
    sortable: key in sorts,
    render: (part) => render?.(part, t) || <bdi className={css['text']}>{text(part, t) || '–'}</bdi>,
    ...(align ? { align } : {}),
    ...(rank ? { rank } : {}),
  }));
  return [name, ...others];
}

/** Every column, whether it is shown or not. */
export const csvColumns = (t: Texts, store: InventoryStore): CsvColumn<Part>[] => [
  { title: t('column.name'), value: ({ name }) => name },
  { title: t('column.fileName'), value: ({ revision }) => revision.fileName },
  ...columnsFor(store).flatMap(({ key, text, inFile = [{ value: (part: Part) => text(part, t) }] }) =>
    inFile.map(({ unit, value }) => ({ title: t(`column.${key}`) + (unit === undefined ? '' : ` (${unit})`), value })),
  ),
];

function Name({ store, part }: { store: InventoryStore; part: Part }) {
  const t = useTexts();
  const { name, revision, exportControlled } = part;
  return (
    <span className={css['name']}>
      <Thumbnail src={revision.pngFileDTO?.fileURL ?? null} alt="" size={44} />
      <span>
        <LinkButton onClick={() => store.open(part.id)}>
          <bdi>{name}</bdi>
        </LinkButton>
        <bdi className={css['quiet']} title={revision.fileName}>
          {revision.fileName}
        </bdi>
        {exportControlled && <StatusPill tone="red">{t('part.controlled')}</StatusPill>}
      </span>
    </span>
  );
}
