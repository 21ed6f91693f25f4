import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import { tagsText } from '@sinter/sdk/contract/tagsText';
import { formatDateTime } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import type { CsvCell, CsvColumn } from '@sinter/sdk/state/lists';
import { StatusPill, useTexts, LinkButton } from '@sinter/sdk/ui';
import type { DataColumn } from '@sinter/sdk/ui';
import { ColorLabel, TagChips } from '@sinter/sdk/ui/lists';
import { toneOf } from '../status.ts';
import type { Zone } from '../zone.ts';
import { isoOf } from './isoOf.ts';
import css from './list.module.css';

type Texts = PluginHost['t'];

/** What the cells need beside the job. */
interface Around {
  t: Texts;
  zone: Zone;
  onOpen: (job: Job) => void;
}

interface JobColumn {
  key: string;
  /** In the table unless there is more to show, and in the exported file unless that has `value`. */
  text: (job: Job, around: Pick<Around, 't' | 'zone'>) => string;
  /** In the exported file: numbers as such, times in ISO. */
  value?: (job: Job, zone: Zone) => CsvCell;
  render?: (job: Job, around: Around) => ReactNode;
  rank?: DataColumn<Job>['rank'];
  sortable?: true;
  /** Only there: in the table it stands with the name. */
  inFile?: true;
}

const filesOf = (job: Job) => job.jobOrderDTOs.flatMap((order) => order.fileIds);
const timeOf = (zone: Zone, text: string): string => formatDateTime(text, zone.name);

const columns: readonly JobColumn[] = [
  { key: 'id', text: ({ id }) => `${id}`, value: ({ id }) => id },
  {
    key: 'build',
    rank: 'name',
    text: ({ jobName }) => jobName,
    render: (job, { onOpen }) => (
      <span className={css['named']}>
        <LinkButton onClick={() => onOpen(job)}>
          <bdi>{job.jobName}</bdi>
        </LinkButton>
        {job.tags.length > 0 && <TagChips tags={job.tags} />}
      </span>
    ),
  },
  {
    key: 'files',
    rank: 'wide',
    text: (job) =>
      filesOf(job)
        .map(({ fileName, completedQuantity, quantity }) => `${fileName} ${completedQuantity} / ${quantity}`)
        .join('; '),
    render: (job) => <Files job={job} />,
  },
  {
    key: 'from',
    sortable: true,
    text: ({ fromDate }, { zone }) => timeOf(zone, fromDate),
    value: ({ fromDate }, zone) => isoOf(zone, Number(fromDate)),
  },
  {
    key: 'to',
    rank: 'extra',
    text: ({ toDate }, { zone }) => timeOf(zone, toDate),
    value: ({ toDate }, zone) => isoOf(zone, Number(toDate)),
  },
  {
    key: 'priority',
    rank: 'extra',
    sortable: true,
    text: ({ priorityDTO }) => priorityDTO?.label ?? '',
    render: ({ priorityDTO }) => (priorityDTO ? <ColorLabel {...priorityDTO} /> : '–'),
  },
  { key: 'tags', inFile: true, text: ({ tags }) => tagsText(tags) },
  { key: 'machine', text: ({ equipmentDTO }) => equipmentDTO.displayName },
  { key: 'type', rank: 'wide', text: ({ jobType }, { t }) => t(`type.${jobType}`) },
  {
    key: 'status',
    text: ({ jobStatus }, { t }) => t(`status.${jobStatus}`),
    render: ({ jobStatus }, { t }) => <StatusPill tone={toneOf[jobStatus]}>{t(`status.${jobStatus}`)}</StatusPill>,
  },
];

const inTable = columns.filter(({ inFile }) => !inFile);

export const tableColumns = (around: Around): DataColumn<Job>[] =>
  inTable.map(({ key, text, render, rank, sortable = false }) => ({
    key,
    title: around.t(`list.${key}`),
    render: (job) => render?.(job, around) ?? <span className={css['whole']}>{text(job, around)}</span>,
    sortable,
    ...(rank ? { rank } : {}),
  }));

/** Those that may be hidden: all but the name, which opens the job. */
export const choosable = (t: Texts): { key: string; label: string }[] =>
  inTable.filter(({ key }) => key !== 'build').map(({ key }) => ({ key, label: t(`list.${key}`) }));

/** Every column, whether it is shown or not. */
export const csvColumns = (t: Texts, zone: Zone): CsvColumn<Job>[] =>
  columns.map(({ key, text, value }) => ({
    title: t(`list.${key}`),
    value: (job) => (value ? value(job, zone) : text(job, { t, zone })),
  }));

/** The first file, and the others on request, each with how many are done. */
function Files({ job }: { job: Job }) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const files = filesOf(job);
  const more = files.length - 1;
  return (
    <>
      <ul className={css['files']}>
        {(open ? files : files.slice(0, 1)).map((file) => (
          <li key={file.rfqCadFileId}>
            <bdi>{file.fileName}</bdi> <span>{`${file.completedQuantity} / ${file.quantity}`}</span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <LinkButton aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('list.collapse') : t('list.more', { count: more })}
        </LinkButton>
      )}
    </>
  );
}
