import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import type { AccuracyRow, Observation } from '@sinter/sdk/contract/orders/pricing';
import { formatDate, formatDuration, formatMass, formatNumber } from '@sinter/sdk/i18n';
import { EmptyState, LightButton, Link, StatusPill, useOpens, useStore, useTexts } from '@sinter/sdk/ui';
import { ListTable } from '@sinter/sdk/ui/lists';
import { BuildsStore } from './AccuracyStore.ts';
import css from './pricingRules.module.css';

const LeaveOut = lazy(() => import('./LeaveOut.tsx'));
const schedules = '/service-provider/schedules';

/** The finished builds that a row rests on. A person may say that one does not count. */
export const Builds = observer(function Builds({ row, onDecided }: { row: AccuracyRow; onDecided: () => void }) {
  const t = useTexts();
  const opens = useOpens();
  const store = useStore((host) => new BuildsStore(host, row, onDecided));
  const { leaving, deciding } = store;
  const ofJob = (build: Observation) => t('accuracy.job', { id: String(build.jobId) });
  return (
    <>
      <ListTable
        list={store.list}
        label={t('accuracy.buildsOf', { machine: row.machineModel.name, material: row.material.name })}
        empty={<EmptyState title={t('accuracy.none')} text={t('accuracy.noneText')} />}
        columns={[
          {
            key: 'job',
            rank: 'name',
            title: t('accuracy.build'),
            render: (build) => (
              <>
                {opens(schedules) ? (
                  <Link to={`${schedules}?view=week&day=${build.finishedAt.slice(0, 10)}&job=${build.jobId}`}>
                    {ofJob(build)}
                  </Link>
                ) : (
                  ofJob(build)
                )}
                <span className={css['under']}>
                  <bdi>{build.machine.name}</bdi>
                </span>
              </>
            ),
          },
          {
            key: 'finished',
            rank: 'extra',
            title: t('accuracy.finished'),
            render: ({ finishedAt }) => formatDate(finishedAt),
          },
          {
            key: 'hours',
            title: t('accuracy.hoursBoth'),
            render: ({ estimatedHours, actualHours }) => (
              <>
                {formatDuration(estimatedHours * 60)} → {formatDuration(actualHours * 60)}{' '}
                <strong>×{formatNumber(actualHours / estimatedHours, 2)}</strong>
              </>
            ),
          },
          {
            key: 'grams',
            rank: 'detail',
            title: t('accuracy.gramsBoth'),
            render: ({ estimatedGrams, actualGrams }) =>
              estimatedGrams === null || actualGrams === null
                ? '–'
                : `${formatMass(estimatedGrams * 1000)} → ${formatMass(actualGrams * 1000)}`,
          },
          {
            key: 'counts',
            title: t('accuracy.counts'),
            render: (build) => (
              <div className={css['counts']}>
                {build.excluded !== null && <Excluded build={build} />}
                {build.excluded === null ? (
                  <LightButton
                    size="small"
                    aria-label={t('accuracy.leaveOutNamed', { job: ofJob(build) })}
                    onClick={() => store.leave(build)}
                  >
                    {t('accuracy.leaveOut')}
                  </LightButton>
                ) : (
                  <LightButton
                    size="small"
                    disabled={deciding.busy}
                    aria-label={t('accuracy.countNamed', { job: ofJob(build) })}
                    onClick={() => void deciding.run(build, null)}
                  >
                    {t('accuracy.count')}
                  </LightButton>
                )}
              </div>
            ),
          },
        ]}
      />
      {leaving && (
        <Suspense>
          <LeaveOut store={store} build={leaving} />
        </Suspense>
      )}
    </>
  );
});

function Excluded({ build: { excluded, decidedBy } }: { build: Observation }) {
  const t = useTexts();
  return (
    <span>
      <StatusPill tone="grey">{t('accuracy.excluded')}</StatusPill>{' '}
      <span className={css['quiet']}>
        {excluded === '' ? t('accuracy.implausible') : <bdi>{excluded}</bdi>}
        {decidedBy !== '' && (
          <>
            {' · '}
            <bdi>{decidedBy}</bdi>
          </>
        )}
      </span>
    </span>
  );
}
