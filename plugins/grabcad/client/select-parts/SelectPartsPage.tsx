import {
  ErrorNotice,
  FilterChips,
  LightSelect,
  Page,
  Pager,
  SearchInput,
  Section,
  usePlugin,
  useTexts,
} from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Screens } from '../tray/Screens.tsx';
import { TrayPanel } from '../tray/TrayPanel.tsx';
import { traySession } from '../tray/TraySession.ts';
import { AvailableParts } from './AvailableParts.tsx';
import { SelectedParts, SendParts } from './SelectedParts.tsx';
import { pageSize } from '../../shared/partSearch.ts';
import { filterKinds, SelectPartsStore } from './SelectPartsStore.ts';
import css from './selectParts.module.css';

export default observer(function SelectPartsPage() {
  const host = usePlugin();
  const t = useTexts();
  const session = host.get(traySession);
  const [store] = useState(() => new SelectPartsStore(host, session));
  useEffect(() => store.start(), [store]);

  return (
    <Page title={t('selectParts.title')} actions={<Screens />}>
      <TrayPanel session={session} />
      <div className={css['columns']}>
        <Section title={t('available.title')}>
          <Filters store={store} />
          {store.error !== null ? (
            <ErrorNotice subject={t('available.title')} error={store.error} onRetry={store.retry} />
          ) : (
            <AvailableParts store={store} />
          )}
          <Pager page={store.page} pageSize={pageSize} shown={store.orders.length} onPage={store.setPage} />
        </Section>
        <Section title={t('selected.title')}>
          <SelectedParts store={store} />
        </Section>
        <SendParts store={store} />
      </div>
    </Page>
  );
});

const Filters = observer(function Filters({ store }: { store: SelectPartsStore }) {
  const t = useTexts();
  return (
    <div className={css['filters']}>
      <SearchInput label={t('filter.search')} placeholder={t('filter.search')} onSearch={store.setSearch} />
      {filterKinds.map((kind) => (
        <LightSelect
          key={kind}
          aria-label={t(`filter.${kind}`)}
          value=""
          onChange={(event) => store.addFilter(kind, Number(event.target.value))}
        >
          <option value="" disabled>
            {t(`filter.${kind}`)}
          </option>
          {store.choices[kind].map((choice) => (
            <option key={choice.id} value={choice.id}>
              {choice.name}
            </option>
          ))}
        </LightSelect>
      ))}
      <FilterChips chips={store.chips} onRemove={store.removeFilter} onClear={store.clearFilters} />
    </div>
  );
});
