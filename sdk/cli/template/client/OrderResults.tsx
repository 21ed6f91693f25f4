import { useEffect, useState } from 'react';
import { observer } from 'mobx-react-lite';
import type { ShellSearchProps } from '@sinter/sdk/plugin';
import { usePlugin, useTexts } from '@sinter/sdk/ui';
import { SearchResults } from '@sinter/sdk/ui/root';
import { LatestOrders } from './LatestOrders.ts';

/** A group of the search that opens with Ctrl-K. */
export default observer(function OrderResults({ query, close }: ShellSearchProps) {
  const host = usePlugin();
  const t = useTexts();
  const [{ orders }] = useState(() => new LatestOrders(host));
  useEffect(() => orders.follow(), [orders]);
  useEffect(() => {
    if (query === '') orders.clear();
    else orders.ask(query);
  }, [orders, query]);
  const open = (id: number) => {
    close();
    host.navigate(`/order-details/${id}`);
  };
  return (
    <SearchResults
      label={t('page.orders')}
      error={orders.error}
      items={(orders.answer ?? []).map(({ id, displayTitle, customer }) => ({
        id,
        label: displayTitle,
        detail: customer,
        choose: () => open(id),
      }))}
    />
  );
});
