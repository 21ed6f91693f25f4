import { observer } from 'mobx-react-lite';
import { listProposals, planningChanged, type Proposal } from '@sinter/sdk/contract/production/planning';
import { formatDuration, formatNumber, formatPercent, formatShortDate } from '@sinter/sdk/i18n';
import { on, Question } from '@sinter/sdk/state';
import { EmptyState, ErrorNotice, LightButton, Loading, StatusPill, useStore, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import type { PlanningStore } from './PlanningStore.ts';
import css from './planning.module.css';

/** Builds that are worth planning, each with why. Nothing is made until a person plans one. */
export const Proposals = observer(function Proposals({ store }: { store: PlanningStore }) {
  const t = useTexts();
  const { question } = useStore(({ api, events, log }) => {
    const asked = new Question<void, Proposal[]>(
      { log, events },
      {
        ask: (_asked, signal) => api.call(listProposals, {}, { signal }),
        failed: 'proposals could not be loaded',
        refreshOn: [on(planningChanged)],
      },
    );
    return { question: asked, start: () => asked.start() };
  });
  const { answer, error, retry } = question;
  return (
    <SideDrawer title={t('plan.proposals')} size={520} unsaved={false} onClose={() => store.show(null)}>
      <p className={css['quiet']}>{t('plan.proposals.text')}</p>
      <p role="alert">{store.problemAt('NEW')}</p>
      {!answer &&
        (error === null ? <Loading /> : <ErrorNotice subject={t('plan.proposals')} error={error} onRetry={retry} />)}
      {answer?.length === 0 && <EmptyState title={t('plan.proposals.none')} text={t('plan.proposals.none.text')} />}
      {answer && answer.length > 0 && (
        <ul className={css['cards']}>
          {answer.map((proposal) => (
            <Card key={proposal.key} store={store} proposal={proposal} />
          ))}
        </ul>
      )}
    </SideDrawer>
  );
});

const Card = observer(function Card({ store, proposal }: { store: PlanningStore; proposal: Proposal }) {
  const t = useTexts();
  const { machine, material, week, late, orders, pieces, setupsSaved, hoursSaved, fill, unmeasured } = proposal;
  const number = pieces.reduce((sum, { quantity }) => sum + quantity, 0);
  const saved =
    hoursSaved === null
      ? t('plan.why.setups', { count: setupsSaved })
      : t('plan.why.setupTime', { count: setupsSaved, time: formatDuration(Math.round(hoursSaved * 60)) });
  return (
    <li className={css['card']}>
      <header>
        <h3>
          {machine.name} · {material.name}
        </h3>
        {late > 0 && <StatusPill tone="red">{t('plan.why.late', { count: late })}</StatusPill>}
      </header>
      <dl>
        <div>
          <dt>{t('plan.pieces')}</dt>
          <dd>{formatNumber(number)}</dd>
        </div>
        <div>
          <dt>{t('plan.orders')}</dt>
          <dd>{formatNumber(orders)}</dd>
        </div>
      </dl>
      <ul className={css['why']}>
        <li>{week === 'NONE' ? t('plan.week.none') : t('plan.why.week', { date: formatShortDate(week) })}</li>
        {setupsSaved > 0 && <li>{saved}</li>}
        <li>{t('plan.why.fill', { share: formatPercent(fill, 0) })}</li>
        {unmeasured > 0 && <li>{t('plan.why.unmeasured', { count: unmeasured })}</li>}
      </ul>
      <footer>
        <LightButton size="small" kind="primary" loading={store.acting.busy} onClick={() => void store.plan(proposal)}>
          {t('plan.why.plan')}
        </LightButton>
      </footer>
    </li>
  );
});
