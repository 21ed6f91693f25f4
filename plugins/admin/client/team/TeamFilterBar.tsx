import { observer } from 'mobx-react-lite';
import { SearchInput, useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import { ColumnChooser, CsvButton, SavedFiltersMenu } from '@sinter/sdk/ui/lists';
import { csvColumns, keysFor } from './columns.tsx';
import type { TeamFilters } from './members.ts';
import { rolesOfSide } from './rights.ts';
import type { TeamStore } from './TeamStore.ts';
import css from './team.module.css';

const states = ['ACTIVE', 'INVITED', 'DISABLED'] as const;

/** Narrows the list, chooses its columns, and hands it out. */
export const TeamFilterBar = observer(function TeamFilterBar({ store }: { store: TeamStore }) {
  const t = useTexts();
  const { list, kind, columns, saved, csv } = store;
  const roles = rolesOfSide[kind === 'THIRD_PARTY' ? 'buyer' : store.side];
  const choice = (name: keyof TeamFilters, options: { value: string; label: string }[]) => (
    <Select
      className={css['filter']}
      aria-label={t(`team.filter.${name}`)}
      placeholder={t(`team.filter.${name}`)}
      value={list.filters[name] === '' ? null : list.filters[name]}
      options={options}
      allowClear
      popupMatchSelectWidth={false}
      onChange={(value) => list.filter({ [name]: value ?? '' })}
    />
  );
  return (
    <div className={css['filters']}>
      <div className={css['search']}>
        <SearchInput
          // The field keeps its own text: clearing it from outside takes a new one.
          key={list.timesCleared}
          label={t('team.search')}
          placeholder={t('team.search')}
          initial={list.filters.q}
          onSearch={(q) => list.filter({ q })}
        />
      </div>
      {choice(
        'status',
        states.map((value) => ({ value, label: t(`team.status.${value}`) })),
      )}
      {choice(
        'role',
        roles.map((value) => ({ value, label: t(`role.${value}`) })),
      )}
      {kind === 'OWN' &&
        store.departments.length > 0 &&
        choice(
          'department',
          store.departments.map(({ id, name }) => ({ value: String(id), label: name })),
        )}
      <div className={css['tools']}>
        <SavedFiltersMenu saved={saved} filters={{ kind, ...list.filters }} onChoose={store.showSaved} />
        <ColumnChooser
          columns={keysFor(store).map((key) => ({ key, label: t(`team.column.${key}`) }))}
          hidden={columns.hidden}
          onToggle={columns.toggle}
        />
        <CsvButton csv={csv} name={t('page.team')} columns={csvColumns(t, store)} />
      </div>
    </div>
  );
});
