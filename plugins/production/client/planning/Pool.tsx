import { observer } from 'mobx-react-lite';
import { poolActions } from '@sinter/sdk/contract/production/poolActions';
import { poolSortSchema } from '@sinter/sdk/contract/production/planning';
import { formatNumber, formatShortDate } from '@sinter/sdk/i18n';
import {
  EmptyState,
  ErrorNotice,
  LightButton,
  LightSelect,
  Loading,
  SearchInput,
  Slot,
  useTexts,
} from '@sinter/sdk/ui';
import { dropped } from './dragging.ts';
import { MoveTo } from './MoveTo.tsx';
import type { PlanningStore } from './PlanningStore.ts';
import { PoolRows } from './PoolRows.tsx';
import { noFilters } from './PoolStore.ts';
import css from './planning.module.css';

/** What is still to schedule. What is dropped here comes out of its build. */
export const Pool = observer(function Pool({ store }: { store: PlanningStore }) {
  const t = useTexts();
  const { pool } = store;
  const { loaded, question } = pool;
  return (
    <section
      className={css['pool']}
      aria-label={t('plan.parts')}
      ref={dropped(store, 'POOL')}
      data-over={store.over === 'POOL'}
    >
      <h2>
        {t('plan.parts')}
        {loaded && <span>{formatNumber(loaded.total)}</span>}
      </h2>
      <Narrow store={store} />
      <Chosen store={store} />
      {question.error !== null && (
        <ErrorNotice subject={t('plan.parts')} error={question.error} onRetry={question.retry} />
      )}
      {!loaded && question.error === null && <Loading />}
      {loaded?.total === 0 &&
        (pool.isFiltered ? (
          <EmptyState
            title={t('plan.nothing')}
            text={t('plan.nothing.text')}
            actions={<LightButton onClick={() => pool.filter(noFilters)}>{t('plan.all')}</LightButton>}
          />
        ) : (
          <EmptyState title={t('plan.empty')} text={t('plan.empty.text')} />
        ))}
      {loaded && loaded.total > 0 && <PoolRows store={store} loaded={loaded} />}
    </section>
  );
});

const Narrow = observer(function Narrow({ store }: { store: PlanningStore }) {
  const t = useTexts();
  const { pool } = store;
  const { filters } = pool;
  const choices = store.choices.answer;
  return (
    <div className={css['filters']}>
      <SearchInput
        key={filters.text === '' ? 'empty' : 'text'}
        label={t('plan.search')}
        placeholder={t('plan.search')}
        initial={filters.text}
        onSearch={(text) => pool.filter({ text })}
      />
      {(['process', 'material'] as const).map((name) => (
        <LightSelect
          key={name}
          aria-label={t(`plan.${name}`)}
          value={filters[name]}
          onChange={({ target }) => pool.filter({ [name]: target.value })}
        >
          <option value="">{t(`plan.${name}.all`)}</option>
          {choices?.[name === 'process' ? 'processes' : 'materials'].map((each) => (
            <option key={each.id} value={each.id}>
              {each.name} ({formatNumber(each.parts)})
            </option>
          ))}
        </LightSelect>
      ))}
      <LightSelect
        aria-label={t('plan.week')}
        value={filters.week}
        onChange={({ target }) => pool.filter({ week: target.value })}
      >
        <option value="">{t('plan.week.all')}</option>
        {choices?.weeks.map(({ week, parts }) => (
          <option key={week} value={week}>
            {week === 'NONE' ? t('plan.week.none') : t('plan.week.of', { date: formatShortDate(week) })} (
            {formatNumber(parts)})
          </option>
        ))}
      </LightSelect>
      <LightSelect
        aria-label={t('plan.sort')}
        value={filters.sort}
        onChange={({ target }) => pool.filter({ sort: target.value })}
      >
        {poolSortSchema.options.map((sort) => (
          <option key={sort} value={sort}>
            {t(`plan.sort.${sort}`)}
          </option>
        ))}
      </LightSelect>
      <label className={css['check']}>
        <input type="checkbox" checked={filters.late} onChange={() => pool.filter({ late: !filters.late })} />
        {t('plan.late', { count: choices?.late ?? 0 })}
      </label>
    </div>
  );
});

const Chosen = observer(function Chosen({ store }: { store: PlanningStore }) {
  const t = useTexts();
  const { pool } = store;
  const { chosen, loaded } = pool;
  const pieces = pool.pieces.reduce((sum, { quantity }) => sum + quantity, 0);
  if (!loaded || loaded.total === 0) return null;
  return (
    <div className={css['chosen']} role="group" aria-label={t('plan.chosen')}>
      {chosen.size === 0 ? (
        <>
          <span className={css['quiet']}>{t('plan.hint')}</span>
          <LightButton size="small" onClick={pool.chooseAll}>
            {t('plan.chooseAll', { count: loaded.parts.length })}
          </LightButton>
        </>
      ) : (
        <>
          <span>{t('plan.chosen.pieces', { count: pieces })}</span>
          <MoveTo store={store} carried={() => ({ from: null, pieces: pool.pieces })} />
          <Slot
            name={poolActions}
            props={{ orderFileIds: pool.pieces.map(({ orderFileId }) => orderFileId) }}
            whileLoading={null}
          />
          <LightButton size="small" onClick={pool.chooseNone}>
            {t('plan.chooseNone')}
          </LightButton>
        </>
      )}
      <span role="alert">{store.problemAt('NEW')}</span>
    </div>
  );
});
