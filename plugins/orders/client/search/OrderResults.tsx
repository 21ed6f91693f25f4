import { useEffect, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { searchOrders } from '@sinter/sdk/contract/orders';
import type { PluginHost, ShellSearchProps } from '@sinter/sdk/plugin';
import { usePlugin, useTexts } from '@sinter/sdk/ui';
import { RemoteSearch, SearchResults } from '@sinter/sdk/ui/root';
import { OrderStatusPill } from '../status.tsx';

const shown = 6;

const searchOf = ({ api, log }: PluginHost) =>
  new RemoteSearch(async (searchString, signal) => {
    const { orders } = await api.call(searchOrders, { query: { size: shown }, body: { searchString } }, { signal });
    return orders;
  }, log);

/** Orders among the results of the shell's search. */
export default observer(function OrderResults({ query, close }: ShellSearchProps) {
  const host = usePlugin();
  const t = useTexts();
  const [search] = useState(() => searchOf(host));
  useEffect(() => search.ask(query), [search, query]);
  useEffect(() => search.stop, [search]);
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
