import { Select } from 'antd';
import { observer } from 'mobx-react-lite';
import { LightButton, SearchInput, useTexts } from '@sinter/sdk/ui';
import { downloadCsv } from '@sinter/sdk/ui/csv';
import { ColumnChooser } from '@sinter/sdk/ui/lists';
import { csvRows, keysFor } from './columns.tsx';
import { rolesOfSide } from './rights.ts';
import type { TeamFilters, TeamStore } from './TeamStore.ts';
import css from './team.module.css';

const states = ['ACTIVE', 'INVITED', 'DISABLED'] as const;

/** Narrows the list, chooses its columns, and hands it out. */
export const TeamFilterBar = observer(function TeamFilterBar({ store }: { store: TeamStore }) {
  const t = useTexts();
  const roles = rolesOfSide[store.kind === 'THIRD_PARTY' ? 'buyer' : store.side];
  const choice = (name: keyof TeamFilters, options: { value: string; label: string }[]) => (
    <Select
      className={css['filter']}
      aria-label={t(`team.filter.${name}`)}
      placeholder={t(`team.filter.${name}`)}
      value={store.filters[name] === '' ? null : store.filters[name]}
      options={options}
      allowClear
      popupMatchSelectWidth={false}
      onChange={(value) => store.filter({ [name]: value ?? '' })}
    />
  );
  return (
    <div className={css['filters']}>
      <div className={css['search']}>
        <SearchInput
          // The field keeps its own text: clearing it from outside takes a new one.
          key={store.timesCleared}
          label={t('team.search')}
          placeholder={t('team.search')}
          initial={store.filters.q}
          onSearch={(q) => store.filter({ q })}
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
      {store.kind === 'OWN' &&
        store.departments.length > 0 &&
        choice(
          'department',
          store.departments.map(({ id, name }) => ({ value: String(id), label: name })),
        )}
      <div className={css['tools']}>
        <ColumnChooser
          columns={keysFor(store).map((key) => ({ key, label: t(`team.column.${key}`) }))}
          hidden={store.columns.hidden}
          onToggle={store.columns.toggle}
        />
        <LightButton
          disabled={store.found.length === 0}
          onClick={() => downloadCsv(`${t('page.team')}.csv`, csvRows(t, store))}
        >
          {t('common.export')}
        </LightButton>
      </div>
    </div>
  );
});
