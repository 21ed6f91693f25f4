import { useEffect, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { searchOrders } from '@sinter/sdk/contract/orders/orders';
import type { PluginHost, ShellSearchProps } from '@sinter/sdk/plugin';
import { RemoteSearch } from '@sinter/sdk/state/lists';
import { usePlugin, useTexts } from '@sinter/sdk/ui';
import { SearchResults } from '@sinter/sdk/ui/root';
import { OrderStatusPill } from '../status.tsx';

const shown = 6;

const searchOf = (host: PluginHost) =>
  new RemoteSearch(host, async (searchString, signal) => {
    const asked = { query: { size: shown }, body: { searchString } };
    return (await host.api.call(searchOrders, asked, { signal })).orders;
  });

/** Orders among the results of the shell's search. */
export default observer(function OrderResults({ query, close }: ShellSearchProps) {
  const host = usePlugin();
  const t = useTexts();
  const [search] = useState(() => searchOf(host));
  useEffect(() => search.ask(query), [search, query]);
  useEffect(() => search.follow(), [search]);
  return (
    <SearchResults
      label={t('search.orders')}
      loading={search.loading}
      error={search.error}
      items={search.items.map(({ id, displayTitle, status, quote }) => ({
        id,
        label: `#${id} ${displayTitle}`,
        detail: <OrderStatusPill status={status} quoted={quote !== null} />,
        choose: () => {
          close();
          host.navigate(`/order-details/${id}`);
        },
      }))}
    />
  );
});
