import { lazy, Suspense, type ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import { dueMarkSchema } from '@sinter/sdk/contract/orders/filters';
import type { OrderRow } from '@sinter/sdk/contract/orders/orders';
import { homeTiles } from '@sinter/sdk/contract/orders/homeTiles';
import { orderColumns } from '@sinter/sdk/contract/orders/orderColumns';
import { DataTable, LightButton, Page, SearchInput, useSlot, usePlugin, useStore, useTexts } from '@sinter/sdk/ui';
import { ColumnChooser, DropPanel, FilterTabs, ListTable, SavedFiltersMenu } from '@sinter/sdk/ui/lists';
import { Labels } from '../Labels.ts';
import { ChosenOrders } from './ChosenOrders.tsx';
import { choosable, fileColumns, hiddenAtFirst, tableColumns, type Side } from './columns.tsx';
import type { OrderGroups } from '../../shared/groups.ts';
import { countNarrowing } from '../../shared/listFilters.ts';
import { isSortable, OrderListStore } from './OrderListStore.ts';
import css from './orderList.module.css';

// Most lists are read without it.
const FilterPanel = lazy(() => import('./FilterPanel.tsx'));

interface OrderListProps {
  side: Side;
  groups: OrderGroups;
  title: string;
  actions?: ReactNode;
  /** Shown while there are no orders at all. */
  empty: ReactNode;
  /** Of what has been put away. */
  archive?: boolean;
}

/** The list of orders of either side. */
export const OrderList = observer(function OrderList(props: OrderListProps) {
  const { side, groups, title, actions, empty, archive = false } = props;
  const t = useTexts();
  const store = useStore((host) => new OrderListStore(host, groups, hiddenAtFirst(side)));
  const { list, columns, saved, labels, file } = store;
  const narrowing = countNarrowing(list.filters);
  const tabs = groups.tabs.map((group) => ({
    id: group.id,
    label: t(`group.${group.id}`),
    count: store.countOf(group),
  }));
  const dueTabs = dueMarkSchema.options.map((id) => ({ id, label: t(`due.${id}`), count: store.dueCountOf(id) }));
  /** All orders are looked at, in whichever tab. */
  const isWhole = list.filters.q === '' && list.filters.due === null && narrowing === 0;
  const view = { labels, side, archive, hiddenColumns: store.hiddenColumns };
  const tiles = useSlot(homeTiles);
  const added = useSlot(orderColumns).map(({ key, label, render }) => ({
    key,
    title: label,
    render: ({ id, displayTitle }: OrderRow) => render({ order: { id, displayTitle } }, null),
  }));
  const write = () => {
    const body = { ...store.body, ...fileColumns(t, view) };
    void file.run(title, { query: store.sort, body });
  };
  return (
    <Page title={title} actions={actions}>
      {!archive && store.welcome !== null && (
        <p className={css['welcome']} dir="auto">
          {store.welcome}
        </p>
      )}
      {!archive && tiles.length > 0 && (
        <div className={css['tiles']}>
          {tiles.map(({ key, render }) => (
            <div key={key}>{render({})}</div>
          ))}
        </div>
      )}
      <div className={css['filters']}>
        {tabs.length > 1 && (
          <FilterTabs
            label={t('list.status')}
            tabs={tabs}
            chosen={list.filters.status}
            onChoose={(status) => list.filter({ status })}
          />
        )}
        {!archive && (
          <FilterTabs label={t('list.due')} tabs={dueTabs} chosen={list.filters.due ?? ''} onChoose={store.toggleDue} />
        )}
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
          <DropPanel label={narrowing === 0 ? t('filter') : t('filter.some', { number: narrowing })}>
            {() => (
              <Suspense fallback={<span role="status">{t('filter.loading')}</span>}>
                <FilterPanel list={list} side={side} hiddenColumns={store.hiddenColumns} />
              </Suspense>
            )}
          </DropPanel>
          <SavedFiltersMenu saved={saved} filters={list.filters} onChoose={list.showFilters} />
          <ColumnChooser
            columns={[...choosable(t, view), ...added.map(({ key, title: name }) => ({ key, label: name }))]}
            hidden={columns.hidden}
            onToggle={columns.toggle}
          />
          <LightButton loading={file.busy} onClick={write}>
            {t('list.export')}
          </LightButton>
        </div>
      </div>
      <ChosenOrders store={store} />
      <div className={css['table']}>
        <ListTable
          list={list}
          label={title}
          columns={[...tableColumns(t, view, isSortable), ...added]}
          choice={columns}
          nameOf={store.mayChoose ? ({ id, displayTitle }) => `#${id} ${displayTitle}` : undefined}
          empty={empty}
          nothingFound={
            !list.isFiltered || (isWhole && store.counts.answer?.total === 0)
              ? undefined
              : { title: t('list.nothing.title'), text: t('list.nothing.text'), all: t('list.nothing.all') }
          }
        />
      </div>
    </Page>
  );
});

/** Rows as a customer's list shows them, for who decides what it shows. */
export function CustomerRows({ orders, hiddenColumns, label }: CustomerRowsProps) {
  const t = useTexts();
  const host = usePlugin();
  const view = { labels: new Labels(host), side: 'engineer', archive: false, hiddenColumns } as const;
  const later = hiddenAtFirst(view.side);
  const columns = tableColumns(t, view, () => false).filter(({ key }) => !later.includes(key));
  return (
    <div className={css['table']}>
      <DataTable label={label} columns={columns} rows={orders} rowKey={({ id }) => id} />
    </div>
  );
}

interface CustomerRowsProps {
  orders: readonly OrderRow[];
  hiddenColumns: readonly string[];
  label: string;
}
