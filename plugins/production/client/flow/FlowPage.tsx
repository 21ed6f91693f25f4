import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { formatNumber, formatPercent } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import {
  EmptyState,
  ErrorNotice,
  LightButton,
  LightSelect,
  Loading,
  Page,
  StatusPill,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { loadOf, loadTone, nameOf } from '../words.ts';
import { FlowStore, type Flow, type FlowFilters, type FlowStep } from './FlowStore.ts';
import css from './flow.module.css';

const Beside = lazy(() => import('./Beside.tsx'));

/** Where all work stands, step by step. */
export default observer(function FlowPage() {
  const t = useTexts();
  const store = useStore((host) => new FlowStore(host));
  const { list } = store;
  const { answer } = list;
  const { beside } = store;
  const opened = beside && list.rows.find(({ key }) => key === beside.step);
  return (
    <Page title={t('page.flow')}>
      {answer && <Narrow store={store} choices={answer.choices} />}
      {list.error !== null && <ErrorNotice subject={t('page.flow')} error={list.error} onRetry={list.retry} />}
      {!answer && list.error === null && <Loading />}
      {answer && store.sums.lots === 0 && !list.loading && (
        <EmptyState
          title={t(list.isFiltered ? 'flow.nothing' : 'flow.empty')}
          text={t(list.isFiltered ? 'flow.nothing.text' : 'flow.empty.text')}
          actions={list.isFiltered && <LightButton onClick={list.showAll}>{t('flow.all')}</LightButton>}
        />
      )}
      {answer && list.rows.length > 0 && (
        <>
          <Sums store={store} />
          <ol className={css['steps']} aria-label={t('flow.steps')} aria-busy={list.loading}>
            {list.rows.map((step) => (
              <Step key={step.key} store={store} step={step} />
            ))}
          </ol>
          {beside && opened && (
            <Suspense fallback={null}>
              <Beside store={store} step={opened} what={beside.what} />
            </Suspense>
          )}
        </>
      )}
    </Page>
  );
});

const narrows = [
  ['process', 'processes'],
  ['customer', 'companies'],
  ['priority', 'priorities'],
] as const satisfies readonly (readonly [keyof FlowFilters, keyof Flow['choices']])[];

const Narrow = observer(function Narrow({ store, choices }: { store: FlowStore; choices: Flow['choices'] }) {
  const t = useTexts();
  const { list } = store;
  return (
    <div className={css['filters']}>
      {narrows.map(([name, from]) => (
        <label key={name}>
          {t(`flow.${name}`)}
          <LightSelect value={list.filters[name]} onChange={({ target }) => list.filter({ [name]: target.value })}>
            <option value="">{t(`flow.${name}.all`)}</option>
            {choices[from].map((choice) => (
              <option key={choice.id} value={choice.id}>
                {choice.name}
              </option>
            ))}
          </LightSelect>
        </label>
      ))}
      {list.isFiltered && <LightButton onClick={list.showAll}>{t('flow.all')}</LightButton>}
    </div>
  );
});

const Sums = observer(function Sums({ store }: { store: FlowStore }) {
  const t = useTexts();
  const { sums } = store;
  return (
    <dl className={css['sums']}>
      {(['lots', 'pieces', 'late', 'held', 'throughput'] as const).map((key) => (
        <div key={key} data-bad={(key === 'late' || key === 'held') && sums[key] > 0}>
          <dt>{t(`flow.sum.${key}`)}</dt>
          <dd>{formatNumber(sums[key])}</dd>
        </div>
      ))}
      <div>
        <dt>{t('flow.sum.yield')}</dt>
        <dd>{store.yield === null ? '–' : formatPercent(store.yield, 1)}</dd>
      </div>
    </dl>
  );
});

function Step({ store, step }: { store: FlowStore; step: FlowStep }) {
  const t = useTexts();
  const name = nameOf(t, step);
  const load = loadOf(step);
  return (
    <li className={css['step']} data-load={load ?? undefined}>
      <h2>
        <bdi>{name}</bdi>
      </h2>
      <p className={css['main']}>
        <strong>{formatNumber(step.lots)}</strong> {t('flow.lots', { count: step.lots })}
        <span>{t('board.pieces', { count: step.pieces })}</span>
      </p>
      <p className={css['pills']}>
        {load && step.limit !== null && (
          <StatusPill tone={loadTone[load]}>
            {t(`load.${load === 'full' && step.blocks ? 'blocked' : load}`, { limit: formatNumber(step.limit) })}
          </StatusPill>
        )}
        {step.late > 0 && <StatusPill tone="red">{t('board.late', { count: step.late })}</StatusPill>}
      </p>
      <dl>
        {(['waiting', 'running', 'held'] as const).map((key) => (
          <div key={key}>
            <dt>{t(`flow.${key}`)}</dt>
            <dd>{formatNumber(step[key])}</dd>
          </div>
        ))}
        <div>
          <dt>{t('flow.age')}</dt>
          <dd>{step.age === null ? '–' : ageIn(t, step.age)}</dd>
        </div>
        <div>
          <dt>{t('flow.yield')}</dt>
          <dd>{step.yield === null ? '–' : formatPercent(step.yield, 1)}</dd>
        </div>
        <div>
          <dt>{t('flow.throughput')}</dt>
          <dd>{formatNumber(step.throughput)}</dd>
        </div>
      </dl>
      <p className={css['actions']}>
        {step.lots > 0 && (
          <LightButton
            size="small"
            aria-label={t('flow.lotsAt', { step: name })}
            onClick={() => store.open({ step: step.key, what: 'lots' })}
          >
            {t('flow.open')}
          </LightButton>
        )}
        <LightButton
          size="small"
          aria-label={t('flow.limit.title', { step: name })}
          onClick={() => store.open({ step: step.key, what: 'limit' })}
        >
          {t('flow.limit')}
        </LightButton>
      </p>
    </li>
  );
}

const ageIn = (t: PluginHost['t'], hours: number): string =>
  hours < 48 ? t('flow.hours', { count: Math.round(hours) }) : t('flow.days', { count: Math.round(hours / 24) });
