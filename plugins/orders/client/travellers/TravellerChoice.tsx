import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import { principalOf } from '@sinter/sdk/auth';
import type { CallInput } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract/errors';
import { refusal } from '@sinter/sdk/contract/guard';
import { printTravellers } from '@sinter/sdk/contract/production/travellerPrints';
import { usePlugin, useTexts } from '@sinter/sdk/ui';
import { BulkChoice } from '@sinter/sdk/ui/lists';
import { Action } from '@sinter/sdk/state';
import type { OrderListStore } from '../list/OrderListStore.ts';

/** Prints the travellers of the chosen orders, or of all that the list finds. */
export default observer(function TravellerChoice({ store, onBegun }: { store: OrderListStore; onBegun: () => void }) {
  const t = useTexts();
  const host = usePlugin();
  const { list } = store;
  const [printing] = useState(
    () =>
      new Action<[CallInput<typeof printTravellers>], unknown>(host, {
        run: (input) => host.api.call(printTravellers, input),
        failed: 'travelers could not be asked for',
        toast: true,
        // Where one is still made, that is shown.
        onDone: onBegun,
        onFailed: (error) => error instanceof CallError && error.code === 'CONFLICT' && onBegun(),
      }),
  );
  if (refusal(printTravellers.guard, principalOf(host.user)) !== null) return null;
  const chosen = list.selection.count;
  const each = [
    { key: 'chosen', all: false, grouped: false, text: t('travellers.chosen', { count: chosen }) },
    { key: 'chosenGrouped', all: false, grouped: true, text: t('travellers.chosenGrouped', { count: chosen }) },
    { key: 'all', all: true, grouped: false, text: t('travellers.all') },
    { key: 'allGrouped', all: true, grouped: true, text: t('travellers.allGrouped') },
  ];
  return (
    <BulkChoice
      label={t('travellers.print')}
      options={each.map((one) => ({ ...one, value: one }))}
      onChoose={({ all, grouped }) => {
        const of = all ? { search: store.body } : { orderIds: list.selection.chosen.map(({ id }) => id) };
        void printing.run({ query: all ? store.sort : {}, body: { grouped, of } });
      }}
    />
  );
});
