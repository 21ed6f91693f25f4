import type { ChartJob, Job } from '@sinter/sdk/contract/scheduling';
import { formatDuration, formatMaterial } from '@sinter/sdk/i18n';
import { Link, Loading, StatusPill, Thumbnail, usePlugin, useTexts } from '@sinter/sdk/ui';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { SchedulerStore } from '../scheduler-view/SchedulerStore.ts';
import { toneOf } from '../status.ts';
import { formatUtilization, formatWindow } from '../texts.ts';
import type { Zone } from '../zone.ts';
import { Failure } from '../Failure.tsx';
import { ActionDialog } from './ActionDialog.tsx';
import { actionsOf, isDanger, isEditable } from './jobActions.ts';
import { JobDetailsStore } from './JobDetailsStore.ts';
import css from './drawer.module.css';

interface JobDetailsProps {
  store: SchedulerStore;
  chartJob: ChartJob;
}

/** A job and what may be done to it. Of another facility's job the chart's facts are all there is. */
export const JobDetails = observer(function JobDetails({ store, chartJob }: JobDetailsProps) {
  const t = useTexts();
  const machine = store.equipments?.find(({ id }) => id === chartJob.equipmentId);
  if (machine && machine.spId === store.facilityId) return <OwnJob store={store} jobId={chartJob.id} />;
  return (
    <div className={css['details']}>
      <Heading job={chartJob} />
      <dl>
        <Fact name={t('job.machine')}>{machine && `${machine.displayName} · ${machine.facilityName}`}</Fact>
        <ChartFacts job={chartJob} zone={store.zone} />
      </dl>
      <p className={css['quiet']}>{t('job.elsewhere')}</p>
    </div>
  );
});

const OwnJob = observer(function OwnJob({ store, jobId }: { store: SchedulerStore; jobId: number }) {
  const host = usePlugin();
  const t = useTexts();
  const [details] = useState(() => new JobDetailsStore(host, jobId, store.changed));
  useEffect(() => details.start(), [details]);
  const { job } = details;
  if (details.error !== null)
    return <Failure title={t('job.failed')} error={details.error} onRetry={() => void details.load()} />;
  if (!job) return <Loading />;
  return (
    <div className={css['details']}>
      <Heading job={job} />
      {details.problem !== null && details.asking === null && (
        <p role="alert" className={css['refusal']}>
          {details.problem}
        </p>
      )}
      {store.canPlan && (
        <div className={css['actions']}>
          {actionsOf(job).map((event, place) => (
            <Button
              key={event}
              type={place === 0 ? 'primary' : 'default'}
              danger={isDanger(event)}
              disabled={details.busy}
              onClick={() => details.begin(event)}
            >
              {t(`action.${event}`)}
            </Button>
          ))}
          {isEditable(job) && <Button onClick={() => store.open({ kind: 'edit', job })}>{t('action.edit')}</Button>}
        </div>
      )}
      <dl>
        <Fact name={t('job.machine')}>{job.equipmentDTO.displayName}</Fact>
        <Fact name={t('job.material')}>{job.materialDTO?.name}</Fact>
        <Fact name={t('job.amount')}>
          {Number(job.materialQuantityUsed) > 0 && formatMaterial(Number(job.materialQuantityUsed), job.materialUnit)}
        </Fact>
        <Fact name={t('job.estimated')}>
          {Number(job.estimatedTime) > 0 && formatDuration(Number(job.estimatedTime) * 60)}
        </Fact>
        <ChartFacts job={job} zone={store.zone} />
      </dl>
      <Parts job={job} />
      <ActionDialog store={details} />
    </div>
  );
});

function Heading({ job }: { job: Pick<Job, 'jobName' | 'jobStatus'> }) {
  const t = useTexts();
  return (
    <header>
      <h2>{job.jobName}</h2>
      <StatusPill tone={toneOf[job.jobStatus]}>{t(`status.${job.jobStatus}`)}</StatusPill>
    </header>
  );
}

function ChartFacts({
  job,
  zone,
}: {
  job: Pick<ChartJob, 'fromDate' | 'toDate' | 'buildPlateUtilization' | 'jobNotes'>;
  zone: Zone;
}) {
  const t = useTexts();
  return (
    <>
      <Fact name={t('job.time')}>{formatWindow(zone, job)}</Fact>
      <Fact name={t('job.utilization')}>
        {job.buildPlateUtilization !== null && formatUtilization(job.buildPlateUtilization)}
      </Fact>
      <Fact name={t('job.notes')}>{job.jobNotes}</Fact>
    </>
  );
}

/** Nothing for a fact that is not known. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Parts({ job }: { job: Job }) {
  const t = useTexts();
  if (job.jobOrderDTOs.length === 0) return null;
  return (
    <section>
      <h3>{t('form.parts')}</h3>
      {job.jobOrderDTOs.map(({ orderId, rfqDTO, fileIds }) => (
        <div key={orderId}>
          <Link to={`/order-details/${orderId}`}>{t('job.order', { id: orderId, title: rfqDTO.displayTitle })}</Link>
          <ul className={css['parts']}>
            {fileIds.map((file) => (
              <li key={file.rfqCadFileId}>
                <Thumbnail src={file.rfqFileDTO.pngFileDTO?.fileURL ?? null} alt={file.fileName} size={40} />
                <div className={css['facts']}>
                  <strong>{file.fileName}</strong>
                </div>
                <span className={css['left']}>
                  {t('job.completed', { completed: file.completedQuantity, total: file.quantity })}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
