import { useTexts } from '@sinter/sdk/ui';
import { Button, Checkbox, Input } from 'antd';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { filterKeys, isEmpty, noFilter, sameFilter, toggled } from './filters.ts';
import type { Filter, FilterKey } from './filters.ts';
import type { SchedulerStore } from './SchedulerStore.ts';
import css from './filterPanel.module.css';

interface FilterPanelProps {
  store: SchedulerStore;
  /** What is ticked and not yet applied. */
  draft: Filter;
}

/** Saved filters, groups of check boxes, and what to do with what is ticked. */
export default observer(function FilterPanel({ store, draft }: FilterPanelProps) {
  const t = useTexts();
  const { saved } = store;
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
          <Group key={key} group={key} store={store} draft={draft} />
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

/** Opens with what is chosen; what is closed is not drawn. */
const Group = observer(function Group({ group, store, draft }: FilterPanelProps & { group: FilterKey }) {
  const t = useTexts();
  const chosen = draft[group];
  const [open, setOpen] = useState(chosen.length > 0);
  return (
    <details open={open} className={css['group']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {t(`filter.${group}`)}
        {chosen.length > 0 && <span className={css['count']}>{chosen.length}</span>}
      </summary>
      {open && (
        <div className={css['options']} role="group" aria-label={t(`filter.${group}`)}>
          {store.options[group].map(({ id, name }) => (
            <Checkbox key={id} checked={chosen.includes(id)} onChange={() => store.setDraft(toggled(draft, group, id))}>
              {name}
            </Checkbox>
          ))}
          {store.options[group].length === 0 && <span className={css['none']}>{t('filter.none')}</span>}
        </div>
      )}
    </details>
  );
});
