import { useTexts } from '@sinter/sdk/ui';
import { Button, Checkbox, Input } from 'antd';
import { observer } from 'mobx-react-lite';
import { filterKeys, isEmpty, noFilter, sameFilter, toggled } from './filters.ts';
import type { Filter } from './filters.ts';
import type { SchedulerStore } from './SchedulerStore.ts';
import css from './filterPanel.module.css';

interface FilterPanelProps {
  store: SchedulerStore;
  /** What is ticked and not yet applied. */
  draft: Filter;
}

/** Saved filters, groups of check boxes, and what to do with what is ticked. */
export const FilterPanel = observer(function FilterPanel({ store, draft }: FilterPanelProps) {
  const t = useTexts();
  const { options, saved } = store;
  return (
    <div className={css['panel']} role="dialog" aria-label={t('filter.title')}>
      {saved.filters.length > 0 && (
        <section className={css['saved']} aria-label={t('filter.saved')}>
          <h3>{t('filter.saved')}</h3>
          <ul>
            {saved.filters.map((filter) => (
              <li key={filter.label} className={sameFilter(filter.searchFilters, draft) ? css['current'] : undefined}>
                <button type="button" className={css['pick']} onClick={() => store.setDraft(filter.searchFilters)}>
                  {filter.label}
                </button>
                <button
                  type="button"
                  className={css['delete']}
                  aria-label={t('filter.delete', { label: filter.label })}
                  onClick={() => saved.ask(filter)}
                >
                  ×
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className={css['groups']}>
        {filterKeys.map((key) => (
          <details key={key} open={draft[key].length > 0 || undefined} className={css['group']}>
            <summary>
              {t(`filter.${key}`)}
              {draft[key].length > 0 && <span className={css['count']}>{draft[key].length}</span>}
            </summary>
            <div className={css['options']}>
              {options[key].map(({ id, name }) => (
                <Checkbox
                  key={id}
                  checked={draft[key].includes(id)}
                  onChange={() => store.setDraft(toggled(draft, key, id))}
                >
                  {name}
                </Checkbox>
              ))}
            </div>
          </details>
        ))}
      </div>
      <form
        className={css['save']}
        onSubmit={(event) => {
          event.preventDefault();
          void saved.add(draft);
        }}
      >
        <Input
          value={saved.name}
          placeholder={t('filter.name')}
          aria-label={t('filter.name')}
          aria-invalid={saved.problem !== null}
          status={saved.problem === null ? '' : 'error'}
          maxLength={60}
          onChange={(event) => saved.setName(event.target.value)}
        />
        <Button htmlType="submit">{t('filter.save')}</Button>
        {saved.problem !== null && (
          <p role="alert" className={css['problem']}>
            {saved.problem}
          </p>
        )}
      </form>
      <footer>
        <Button type="text" disabled={isEmpty(draft)} onClick={() => store.setDraft(noFilter)}>
          {t('filter.clear')}
        </Button>
        <Button type="primary" onClick={store.applyDraft}>
          {t('filter.apply')}
        </Button>
      </footer>
    </div>
  );
});
