import { useEffect, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { searchOrders } from '@sinter/sdk/contract/orders/orders';
import type { PluginHost, ShellSearchProps } from '@sinter/sdk/plugin';
import { RemoteSearch } from '@sinter/sdk/state/lists';
import { useOpens, usePlugin, useTexts } from '@sinter/sdk/ui';
import { includesWords, SearchResults } from '@sinter/sdk/ui/root';
import { OrderStatusPill } from '../status.tsx';

const shown = 6;
/** Several orders are of one customer. */
const asked = 30;

const searchOf = (host: PluginHost) =>
  new RemoteSearch(host, async (searchString, signal) => {
    const found = { query: { size: asked }, body: { searchString: searchString.replace(/^#/, '') } };
    return (await host.api.call(searchOrders, found, { signal })).orders;
  });

/** Orders, and the customers a provider has orders of, among the results of the shell's search. */
export default observer(function OrderResults({ query, close }: ShellSearchProps) {
  const host = usePlugin();
  const t = useTexts();
  const opens = useOpens();
  const [search] = useState(() => searchOf(host));
  useEffect(() => search.ask(query), [search, query]);
  useEffect(() => search.follow(), [search]);
  const go = (path: string) => {
    close();
    host.navigate(path);
  };
  const customers = opens('/service-provider')
    ? [...new Set(search.items.map(({ customer }) => customer))].filter((name) => includesWords(name, query))
    : [];
  return (
    <>
      <SearchResults
        label={t('search.orders')}
        loading={search.loading}
        error={search.error}
        items={search.items
          .filter(({ id }) => opens(`/order-details/${id}`))
          .slice(0, shown)
          .map(({ id, displayTitle, status, statusName, quote }) => ({
            id,
            label: `#${id} ${displayTitle}`,
            detail: <OrderStatusPill status={status} statusName={statusName} quoted={quote !== null} />,
            choose: () => go(`/order-details/${id}`),
          }))}
      />
      <SearchResults
        label={t('search.customers')}
        items={customers.slice(0, shown).map((name) => ({
          id: name,
          label: name,
          choose: () => go(`/service-provider?status=ALL&q=${encodeURIComponent(name)}`),
        }))}
      />
    </>
  );
});
