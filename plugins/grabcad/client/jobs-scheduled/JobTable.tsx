import type { Job, JobStatus } from '@sinter/sdk/contract/scheduling/jobs';
import { formatDateTime } from '@sinter/sdk/i18n';
import {
  LightButton,
  DataTable,
  Link,
  useOpens,
  StatusPill,
  useTexts,
  type DataColumn,
  type Tone,
  LinkButton,
} from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { JobsScheduledStore } from './JobsScheduledStore.ts';
import { jobPath, selectPartsPath } from '../paths.ts';
import css from './jobs.module.css';

const tones: Record<JobStatus, Tone> = {
  QUEUED: 'grey',
  WAITING: 'grey',
  IN_PROGRESS: 'blue',
  PAUSED: 'amber',
  COMPLETED: 'green',
  MERGED: 'green',
  FAILED: 'red',
  CANCELLED: 'red',
};

export const JobTable = observer(function JobTable({ store }: { store: JobsScheduledStore }) {
  const t = useTexts();
  const opens = useOpens();
  // Whoever may choose no parts is given no addresses of models either.
  const sends = opens(selectPartsPath);
  const send: DataColumn<Job> = {
    key: 'send',
    title: t('tray.send'),
    render: (job) =>
      store.canSend(job) && (
        <LightButton
          size="small"
          loading={store.sending === job.id}
          onClick={() => void store.send(job.id)}
          aria-label={t('jobs.send', { name: job.jobName })}
        >
          {t('tray.send')}
        </LightButton>
      ),
  };
  return (
    <DataTable
      label={t('jobs.title')}
      rows={store.jobs}
      rowKey={(job) => job.id}
      columns={[
        ...(sends ? [send] : []),
        {
          key: 'id',
          title: t('column.id'),
          render: ({ id, jobType }) =>
            jobType === 'ORDER' && opens(jobPath) ? (
              <Link to={`${jobPath}?id=${id}`} className={css['id']} aria-label={t('job.open', { id })}>
                {id}
              </Link>
            ) : (
              id
            ),
        },
        {
          key: 'build',
          rank: 'name',
          title: t('column.build'),
          render: (job) => (
            <strong>
              <bdi>{job.jobName}</bdi>
            </strong>
          ),
        },
        { key: 'files', title: t('column.files'), render: (job) => <Files job={job} /> },
        { key: 'from', title: t('column.from'), render: (job) => formatDateTime(job.fromDate) },
        { key: 'to', rank: 'extra', title: t('column.to'), render: (job) => formatDateTime(job.toDate) },
        { key: 'machine', title: t('column.machine'), render: (job) => job.equipmentDTO.displayName },
        {
          key: 'status',
          title: t('column.status'),
          render: (job) => <StatusPill tone={tones[job.jobStatus]}>{t(`status.${job.jobStatus}`)}</StatusPill>,
        },
      ]}
    />
  );
});

/** The first file, and the others on request, each with how many are done. */
function Files({ job }: { job: Job }) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const files = job.jobOrderDTOs.flatMap((order) => order.fileIds);
  const more = files.length - 1;
  return (
    <>
      <ul className={css['files']}>
        {(open ? files : files.slice(0, 1)).map((file) => (
          <li key={file.rfqCadFileId}>
            <bdi>{file.fileName}</bdi>{' '}
            <span className={css['count']}>{`${file.completedQuantity} / ${file.quantity}`}</span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <LinkButton aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('files.collapse') : t('files.more', { count: more })}
        </LinkButton>
      )}
    </>
  );
}
