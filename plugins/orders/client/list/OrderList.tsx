import type { ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import { EmptyState, LightButton, Page, SearchInput, useStore, useTexts, DataTable } from '@sinter/sdk/ui';
import { orderColumns } from './columns.tsx';
import { buyerGroups, providerGroups } from './groups.ts';
import { OrderListStore, pageSize } from './OrderListStore.ts';
import { StatusTabs } from './StatusTabs.tsx';
import css from './orderList.module.css';

interface OrderListProps {
  side: 'buyer' | 'provider';
  title: string;
  actions?: ReactNode;
  /** Shown while there are no orders at all. */
  empty: ReactNode;
}

/** The list of orders of either side. */
export const OrderList = observer(function OrderList({ side, title, actions, empty }: OrderListProps) {
  const t = useTexts();
  const store = useStore((host) => new OrderListStore(host, side === 'buyer' ? buyerGroups : providerGroups));
  const nothingFound = (
    <EmptyState
      title={t('list.nothing.title')}
      text={t('list.nothing.text')}
      actions={<LightButton onClick={store.showAll}>{t('list.nothing.all')}</LightButton>}
    />
  );
  return (
    <Page title={title} actions={actions}>
      <div className={css['filters']}>
        <StatusTabs store={store} />
        <div className={css['search']}>
          <SearchInput
            // The field keeps its own text: clearing it from outside takes a new one.
            key={store.timesCleared}
            label={t('list.search')}
            placeholder={t('list.searchHint')}
            initial={store.search}
            onSearch={store.searchFor}
          />
        </div>
      </div>
      <div className={css['table']}>
        <DataTable
          label={title}
          columns={orderColumns(t, side)}
          rows={store.rows}
          rowKey={({ id }) => id}
          total={store.total}
          page={store.page}
          pageSize={pageSize}
          onPage={store.showPage}
          loading={store.loading}
          error={store.error}
          onRetry={store.retry}
          empty={store.loading ? ' ' : store.isFiltered && store.counts?.total !== 0 ? nothingFound : empty}
        />
      </div>
    </Page>
  );
});
