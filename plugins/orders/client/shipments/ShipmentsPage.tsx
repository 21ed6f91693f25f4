import { lazy, Suspense, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { shipmentStatusSchema } from '@sinter/sdk/contract/orders/shipments';
import {
  EmptyState,
  LightButton,
  LightInput,
  LightSelect,
  Page,
  SearchInput,
  useNavigate,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { DateInput } from '@sinter/sdk/ui/dates';
import { ColumnChooser, CsvButton, FilterTabs, ListTable, SavedFiltersMenu } from '@sinter/sdk/ui/lists';
import { choosableColumns, csvColumns, shipmentPath, tableColumns } from './columns.tsx';
import { ShipmentsStore } from './ShipmentsStore.ts';
import css from './shipments.module.css';

const NewShipment = lazy(() => import('./NewShipment.tsx'));

/** Parcels of the facility. */
export default observer(function ShipmentsPage() {
  const t = useTexts();
  const navigate = useNavigate();
  const store = useStore((host) => new ShipmentsStore(host));
  const [adding, setAdding] = useState(false);
  const { list, customers, columns, saved, csv } = store;
  const { filters } = list;
  const tabs = ['', ...shipmentStatusSchema.options].map((status) => ({
    id: status,
    label: status === '' ? t('shipments.all') : t(`shipment.status.${status}`),
    count: store.countOf(status),
  }));
  const add = store.mayCreate && (
    <LightButton kind="primary" onClick={() => setAdding(true)}>
      {t('shipments.new')}
    </LightButton>
  );
  const day = (name: 'from' | 'to') => (
    <label className={css['day']}>
      {t(`shipments.${name}`)}
      <DateInput
        label={t(`shipments.${name}`)}
        value={filters[name] || null}
        min={(name === 'to' && filters.from) || undefined}
        max={(name === 'from' && filters.to) || undefined}
        onChange={(picked) => list.filter({ [name]: picked ?? '' })}
      />
    </label>
  );
  return (
    <Page title={t('page.shipments')} actions={add}>
      <div className={css['filters']}>
        <FilterTabs
          label={t('shipments.status')}
          tabs={tabs}
          chosen={filters.status}
          onChoose={(status) => list.filter({ status })}
        />
        <div className={css['search']}>
          <SearchInput
            // The field keeps its own text: clearing it from outside takes a new one.
            key={list.timesCleared}
            label={t('shipments.search')}
            placeholder={t('shipments.searchHint')}
            initial={filters.q}
            onSearch={(q) => list.filter({ q })}
          />
        </div>
        <label className={css['customer']}>
          {t('shipments.customer')}
          <LightSelect value={filters.customer} onChange={({ target }) => list.filter({ customer: target.value })}>
            <option value="">{t('shipments.everyCustomer')}</option>
            {customers.answer?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </LightSelect>
        </label>
        <label className={css['ofOrder']}>
          {t('shipments.orderNumber')}
          <LightInput
            type="search"
            inputMode="numeric"
            maxLength={9}
            value={filters.order}
            onChange={({ target }) => list.filter({ order: target.value.replaceAll(/\D/g, '') })}
          />
        </label>
        {day('from')}
        {day('to')}
        <div className={css['tools']}>
          <SavedFiltersMenu saved={saved} filters={filters} onChoose={list.showFilters} />
          <ColumnChooser
            columns={choosableColumns(t).map(({ key, title }) => ({ key, label: title }))}
            hidden={columns.hidden}
            onToggle={columns.toggle}
          />
          <CsvButton csv={csv} name={t('page.shipments')} columns={csvColumns(t)} />
        </div>
      </div>
      <ListTable
        list={list}
        label={t('page.shipments')}
        columns={tableColumns(t)}
        choice={columns}
        empty={<EmptyState title={t('shipments.empty')} text={t('shipments.emptyText')} />}
        nothingFound={{ title: t('shipments.nothing'), text: t('list.nothing.text'), all: t('list.nothing.all') }}
      />
      {adding && (
        <Suspense fallback={null}>
          <NewShipment onClose={() => setAdding(false)} onMade={(id) => navigate(shipmentPath(id))} />
        </Suspense>
      )}
    </Page>
  );
});
