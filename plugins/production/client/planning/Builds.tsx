import { observer } from 'mobx-react-lite';
import { formatNumber } from '@sinter/sdk/i18n';
import { EmptyState, ErrorNotice, LightButton, Link, Loading, StatusPill, useTexts } from '@sinter/sdk/ui';
import { BuildCard } from './BuildCard.tsx';
import { dropped } from './dragging.ts';
import type { PlanningStore } from './PlanningStore.ts';
import css from './planning.module.css';

const schedulePath = '/service-provider/schedules';

/** The builds that are being planned, and the last that ended. */
export const Builds = observer(function Builds({ store }: { store: PlanningStore }) {
  const t = useTexts();
  const { answer, error, retry } = store.builds;
  return (
    <section className={css['builds']} aria-label={t('plan.builds')}>
      <h2>
        {t('plan.builds')}
        {answer && <span>{formatNumber(answer.builds.length)}</span>}
      </h2>
      {store.carried && (
        <div className={css['new']} ref={dropped(store, 'NEW')} data-over={store.over === 'NEW'}>
          {t('plan.dropNew')}
        </div>
      )}
      {!answer && error !== null && <ErrorNotice subject={t('plan.builds')} error={error} onRetry={retry} />}
      {!answer && error === null && <Loading />}
      {answer?.builds.length === 0 && (
        <EmptyState
          title={t('plan.noBuilds')}
          text={t('plan.noBuilds.text')}
          actions={
            <LightButton onClick={() => store.show({ what: 'proposals' })}>{t('plan.proposals.show')}</LightButton>
          }
        />
      )}
      {answer && answer.builds.length > 0 && (
        <ul className={css['cards']}>
          {answer.builds.map((build) => (
            <BuildCard key={build.id} store={store} build={build} />
          ))}
        </ul>
      )}
      {answer && answer.ended.length > 0 && (
        <details className={css['ended']}>
          <summary>{t('plan.ended', { count: answer.ended.length })}</summary>
          <ul>
            {answer.ended.map(({ id, name, status, job, machine }) => (
              <li key={id}>
                <bdi>{name}</bdi>
                <span className={css['quiet']}>{machine.name}</span>
                <StatusPill tone={status === 'DISCARDED' ? 'grey' : 'green'}>{t(`plan.status.${status}`)}</StatusPill>
                {job && <Link to={`${schedulePath}?job=${job.id}`}>{t('plan.openJob')}</Link>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
});
