import { observer } from 'mobx-react-lite';
import { jobEventSchema, jobStatusSchema } from '@sinter/sdk/contract/scheduling/jobStatus';
import type { LotDetail } from '@sinter/sdk/contract/production/lots';
import { LightButton, StatusPill, useTexts, type Tone } from '@sinter/sdk/ui';
import type { BuildEvent, LotStore } from './LotStore.ts';
import css from './lot.module.css';

const events = jobEventSchema.extract(['START', 'RESUME', 'COMPLETE', 'PAUSE', 'FAIL']).options;
const tones: Partial<Record<string, Tone>> = {
  IN_PROGRESS: 'green',
  PAUSED: 'amber',
  FAILED: 'red',
  QUEUED: 'blue',
  WAITING: 'blue',
};

/** The build that makes the pieces: it moves this step. */
export const Build = observer(function Build({ store, lot }: { store: LotStore; lot: LotDetail }) {
  const t = useTexts();
  const { job } = lot;
  if (!job) return <p className={css['quiet']}>{t(lot.jobId === null ? 'build.none' : 'build.notYours')}</p>;
  const allowed = events.filter((event) => job.allowed.includes(event));
  const status = jobStatusSchema.safeParse(job.status).data;
  const press = (event: BuildEvent) => {
    if (event === 'COMPLETE' || event === 'FAIL') store.open(event);
    else void store.build(event);
  };
  return (
    <div className={css['build']}>
      <p>
        <bdi>{lot.jobName}</bdi> <bdi className={css['quiet']}>{lot.machine}</bdi>{' '}
        {status && <StatusPill tone={tones[status] ?? 'grey'}>{t(`build.status.${status}`)}</StatusPill>}
      </p>
      {allowed.length === 0 ? (
        <p className={css['quiet']}>{t('build.nothing')}</p>
      ) : (
        <div className={css['actions']}>
          {allowed.map((event) => (
            <LightButton
              key={event}
              kind={event === 'FAIL' ? 'danger' : event === 'PAUSE' ? 'default' : 'primary'}
              disabled={store.busy}
              loading={store.building.doing?.[0] === event}
              onClick={() => press(event)}
            >
              {t(`build.event.${event}`)}
            </LightButton>
          ))}
        </div>
      )}
    </div>
  );
});
