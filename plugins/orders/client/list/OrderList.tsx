import type { ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import { Page, SearchInput, useStore, useTexts } from '@sinter/sdk/ui';
import { ColumnChooser, CsvButton, FilterTabs, ListTable, SavedFiltersMenu } from '@sinter/sdk/ui/lists';
import { ChosenOrders } from './ChosenOrders.tsx';
import { choosable, csvColumns, tableColumns, type Side } from './columns.tsx';
import { buyerGroups, providerGroups } from '../../shared/groups.ts';
import { OrderListStore } from './OrderListStore.ts';
import css from './orderList.module.css';

interface OrderListProps {
  side: Side;
  title: string;
  actions?: ReactNode;
  /** Shown while there are no orders at all. */
  empty: ReactNode;
}

/** The list of orders of either side. */
export const OrderList = observer(function OrderList({ side, title, actions, empty }: OrderListProps) {
  const t = useTexts();
  const store = useStore((host) => new OrderListStore(host, side === 'buyer' ? buyerGroups : providerGroups));
  const { list, columns, saved, csv, labels } = store;
  const tabs = store.groups.tabs.map((group) => ({
    id: group.id,
    label: t(`group.${group.id}`),
    count: store.countOf(group),
  }));
  return (
    <Page title={title} actions={actions}>
      <div className={css['filters']}>
        <FilterTabs
          label={t('list.status')}
          tabs={tabs}
          chosen={list.filters.status}
          onChoose={(status) => list.filter({ status })}
        />
        <div className={css['search']}>
          <SearchInput
            // The field keeps its own text: clearing it from outside takes a new one.
            key={list.timesCleared}
            label={t('list.search')}
            placeholder={t('list.searchHint')}
            initial={list.filters.q}
            onSearch={(q) => list.filter({ q })}
          />
        </div>
        <div className={css['tools']}>
          <SavedFiltersMenu saved={saved} filters={list.filters} onChoose={list.showFilters} />
          <ColumnChooser columns={choosable(t, labels, side)} hidden={columns.hidden} onToggle={columns.toggle} />
          <CsvButton csv={csv} name={title} columns={csvColumns(t, labels, side)} />
        </div>
      </div>
      <ChosenOrders store={store} />
      <div className={css['table']}>
        <ListTable
          list={list}
          label={title}
          columns={tableColumns(t, labels, side)}
          choice={columns}
          nameOf={store.mayChoose ? ({ id, displayTitle }) => `#${id} ${displayTitle}` : undefined}
          empty={empty}
          nothingFound={
            store.counts.answer?.total === 0
              ? undefined
              : { title: t('list.nothing.title'), text: t('list.nothing.text'), all: t('list.nothing.all') }
          }
        />
      </div>
    </Page>
  );
});
