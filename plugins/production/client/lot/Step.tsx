import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import type { StepEvent, StepStatus } from '@sinter/sdk/contract/production/lots';
import { formatDateTime, formatNumber } from '@sinter/sdk/i18n';
import { LightButton, useTexts } from '@sinter/sdk/ui';
import { nameOf } from '../words.ts';
import { Build } from './Build.tsx';
import { Checks } from './Checks.tsx';
import { Commit } from './Commit.tsx';
import { Counting } from './Counting.tsx';
import type { StepProps } from './StepProps.ts';
import css from './lot.module.css';

const BuildObjects = lazy(() => import('../outcome/BuildObjects.tsx'));
const counts = ['received', 'good', 'scrap', 'rework', 'moved', 'open'] as const;
/** Its build has objects to mark, or that were marked. */
const begun: readonly StepStatus[] = ['IN_PROGRESS', 'PAUSED', 'COMPLETED'];
const main: readonly StepEvent[] = ['START', 'RESUME', 'FINISH'];

/** One step: what to do, what was counted, and what can be done with it now. */
export const Step = observer(function Step({ store, lot, step }: StepProps) {
  const t = useTexts();
  const name = nameOf(t, step);
  return (
    <section className={css['step']} aria-label={name}>
      <header>
        <h2>
          <bdi>{name}</bdi>
        </h2>
        {step.startedAt !== null && (
          <p className={css['quiet']}>
            {t(step.startedBy === '' ? 'step.started' : 'step.startedBy', {
              name: step.startedBy,
              time: formatDateTime(step.startedAt),
            })}
            {step.finishedAt !== null && ` · ${t('step.finishedAt', { time: formatDateTime(step.finishedAt) })}`}
          </p>
        )}
      </header>
      <dl className={css['counts']}>
        {counts
          .filter((key) => step[key] > 0 || (key !== 'moved' && key !== 'rework'))
          .map((key) => (
            <div key={key} data-count={key}>
              <dt>{t(`count.${key}`)}</dt>
              <dd data-some={step[key] > 0}>{formatNumber(step[key])}</dd>
            </div>
          ))}
      </dl>
      {step.instructions !== '' && (
        <div className={css['instructions']}>
          <h3>{t('step.instructions')}</h3>
          <p dir="auto">{step.instructions}</p>
        </div>
      )}
      {store.problem !== null && store.panel === null && (
        <p role="alert" className={css['refusal']}>
          {store.problem}
        </p>
      )}
      {step.kind === 'PRINT' ? (
        <>
          <Build store={store} lot={lot} />
          {lot.jobId !== null && begun.includes(step.status) && (
            <Suspense fallback={null}>
              <BuildObjects jobId={lot.jobId} />
            </Suspense>
          )}
        </>
      ) : (
        <>
          <Actions store={store} step={step} />
          {step.status === 'NOT_READY' && <p className={css['quiet']}>{t('step.notReady')}</p>}
          {step.counts && step.open > 0 && <Counting store={store} lot={lot} step={step} />}
          {step.checks.length > 0 && <Checks store={store} step={step} />}
          {(step.counts || store.staged.has(step.position)) && <Commit store={store} step={step} />}
        </>
      )}
    </section>
  );
});

const Actions = observer(function Actions({ store, step }: Omit<StepProps, 'lot'>) {
  const t = useTexts();
  const { allowed } = step;
  if (allowed.length === 0) return null;
  return (
    <div className={css['actions']}>
      {allowed.map((event) => (
        <LightButton
          key={event}
          kind={main.includes(event) ? 'primary' : 'default'}
          disabled={store.busy}
          loading={store.firing.doing?.[1] === event}
          onClick={() => (event === 'SKIP' ? store.open('skip') : void store.fire(step, event))}
        >
          {t(`event.${event}`)}
        </LightButton>
      ))}
    </div>
  );
});
