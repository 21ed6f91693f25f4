import { jobActions, jobDrawer, type JobSlotProps } from '@sinter/sdk/contract/scheduling/jobSlots';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import { Loading, Slot, StatusPill, usePlugin, useTexts } from '@sinter/sdk/ui';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useState } from 'react';
import { DowntimeActions } from '../downtime/DowntimeActions.tsx';
import { Failure } from '../Failure.tsx';
import { isDowntime, toneOf } from '../status.ts';
import { ActionDialog } from './ActionDialog.tsx';
import type { JobDesk, ShownJob } from './desk.ts';
import { isDanger, mayMerge, mayRerun } from './jobActions.ts';
import { JobDetailsStore } from './JobDetailsStore.ts';
import { Fact, FileList, JobFacts, Parts, ShownFacts } from './JobFacts.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { isEditable } from './rules.ts';
import css from './drawer.module.css';

const JobTags = lazy(() => import('./JobTags.tsx'));

interface JobDetailsProps {
  desk: JobDesk;
  shown: ShownJob;
  onForm: (form: JobDetailsStore | null) => void;
}

/** A job and what may be done to it. Of another facility's job the chart's facts are all there is. */
export const JobDetails = observer(function JobDetails({ desk, shown, onForm }: JobDetailsProps) {
  const t = useTexts();
  const machine = desk.equipments?.find(({ id }) => id === shown.equipmentId);
  if (!machine || machine.spId === desk.facilityId) return <OwnJob desk={desk} jobId={shown.id} onForm={onForm} />;
  return (
    <div className={css['details']}>
      <Heading job={shown} />
      <dl>
        <Fact name={t('job.machine')}>{`${machine.displayName} · ${machine.facilityName}`}</Fact>
        <ShownFacts job={shown} zone={desk.zone} />
      </dl>
      <p className={css['quiet']}>{t('job.elsewhere')}</p>
    </div>
  );
});

/** What plugins are told of it. */
const told = ({ id, jobName, jobStatus, equipmentId }: Job): JobSlotProps['job'] => ({
  id,
  jobName,
  jobStatus,
  equipmentId,
});

interface OwnJobProps extends Pick<JobDetailsProps, 'desk' | 'onForm'> {
  jobId: number;
}

const OwnJob = observer(function OwnJob({ desk, jobId, onForm }: OwnJobProps) {
  const host = usePlugin();
  const t = useTexts();
  const [store] = useState(() => new JobDetailsStore(host, jobId, desk));
  useEffect(() => {
    onForm(store);
    const end = store.start();
    return () => {
      onForm(null);
      end();
    };
  }, [store, onForm]);
  const { job } = store;
  if (store.error !== null) return <Failure title={t('job.failed')} error={store.error} onRetry={store.retry} />;
  if (!job) return <Loading />;
  return (
    <div className={css['details']}>
      <Heading job={job} />
      {!isDowntime(job) && (
        <Suspense fallback={null}>
          <JobTags job={job} onChange={store.refresh} />
        </Suspense>
      )}
      {store.problem !== null && store.asking === null && store.merging === null && (
        <p role="alert" className={css['refusal']}>
          {store.problem}
        </p>
      )}
      {desk.canPlan &&
        (isDowntime(job) ? (
          <DowntimeActions key={job.version} desk={desk} job={job} />
        ) : (
          store.asking === null && store.merging === null && <Actions store={store} desk={desk} />
        ))}
      <ActionDialog store={store} />
      <MergeDialog store={store} zone={desk.zone} />
      <dl>
        <JobFacts job={job} zone={desk.zone} />
      </dl>
      <Parts job={job} />
      <FileList job={job} />
      <Slot name={jobDrawer} props={{ job: told(job) }} />
    </div>
  );
});

const Actions = observer(function Actions({ store, desk }: { store: JobDetailsStore; desk: JobDesk }) {
  const t = useTexts();
  const { job, actions, busy } = store;
  if (!job) return null;
  const model = desk.equipments?.find(({ id }) => id === job.equipmentId)?.machine.id;
  return (
    <div className={css['actions']}>
      {actions.map((event, place) => (
        <Button
          key={event}
          type={place === 0 && !isDanger(event) ? 'primary' : 'default'}
          danger={isDanger(event)}
          disabled={busy}
          onClick={() => store.begin(event)}
        >
          {t(`action.${event}`)}
        </Button>
      ))}
      {isEditable(job) && <Button onClick={() => desk.open({ kind: 'edit', job })}>{t('action.edit')}</Button>}
      {mayMerge(job) && model !== undefined && (
        <Button disabled={busy} onClick={() => store.beginMerge(model)}>
          {t('action.MERGE')}
        </Button>
      )}
      {mayRerun(job) && (
        <Button disabled={busy} onClick={() => void store.rerun()}>
          {t('action.RERUN')}
        </Button>
      )}
      <Slot name={jobActions} props={{ job: told(job) }} whileLoading={null} />
    </div>
  );
});

function Heading({ job }: { job: Pick<ShownJob, 'jobName' | 'jobStatus'> }) {
  const t = useTexts();
  return (
    <header>
      <h2>
        <bdi>{job.jobName}</bdi>
      </h2>
      <StatusPill tone={toneOf[job.jobStatus]}>{t(`status.${job.jobStatus}`)}</StatusPill>
    </header>
  );
}
