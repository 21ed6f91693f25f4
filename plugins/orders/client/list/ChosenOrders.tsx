import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { LightButton, useLocation, useNavigate, usePlugin, useTexts } from '@sinter/sdk/ui';
import { BulkBar, BulkChoice, BulkReport, BulkTags, ColorLabel } from '@sinter/sdk/ui/lists';
import type { OrderListStore } from './OrderListStore.ts';

const AskedOfMany = lazy(() => import('./AskedOfMany.tsx'));
// Few print the papers of many orders.
const TravellerChoice = lazy(() => import('../travellers/TravellerChoice.tsx'));
const TravellerPanel = lazy(() => import('../travellers/TravellerPanel.tsx'));
/** In the address: they are shown. It is there after a reload, and in the notice. */
const travellers = 'travelers';

/** What can be done with the chosen orders; asked about first, and told of each afterwards. */
export const ChosenOrders = observer(function ChosenOrders({ store }: { store: OrderListStore }) {
  const t = useTexts();
  const { asked, list, possible, labels } = store;
  const { flag, user } = usePlugin();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const printed = user.defaultRole === 'ROLE_SERVICE_PROVIDER' && flag('WORKPLAN');
  const address = new URLSearchParams(search);
  const showTravellers = (shown: boolean) => {
    if (shown) address.set(travellers, 'last');
    else address.delete(travellers);
    navigate(`${pathname}?${address.toString()}`, { replace: true });
  };
  return (
    <>
      {printed && address.has(travellers) && (
        <Suspense fallback={null}>
          <TravellerPanel onClose={() => showTravellers(false)} />
        </Suspense>
      )}
      <BulkBar selection={list.selection}>
        {possible.map((event) => (
          <LightButton key={event} size="small" onClick={() => store.ask(event)}>
            {t(`event.${event}`)}
          </LightButton>
        ))}
        {labels.mayGive && (
          <BulkChoice
            label={t('priority.give')}
            options={[...labels.all, null].map((label) => ({
              key: String(label?.id ?? 'none'),
              value: label?.id ?? null,
              text: label ? <ColorLabel {...label} /> : t('priority.none'),
            }))}
            onChoose={store.labelChosen}
          />
        )}
        {printed && list.selection.count > 0 && (
          <Suspense fallback={null}>
            <TravellerChoice store={store} onBegun={() => showTravellers(true)} />
          </Suspense>
        )}
        {store.mayTag && (
          <BulkTags
            own={[...new Set(list.selection.chosen.flatMap(({ tags }) => tags.map(({ label }) => label)))].toSorted()}
            known={store.tags.known}
            onOpen={store.tags.askKnown}
            onAdd={(tags) => store.tagChosen('TAG', tags)}
            onRemove={(tag) => store.tagChosen('UNTAG', [tag])}
          />
        )}
      </BulkBar>
      {asked && (
        <Suspense fallback={null}>
          <AskedOfMany {...asked} store={store} />
        </Suspense>
      )}
      {list.bulk && (
        <BulkReport
          bulk={list.bulk}
          title={t(`bulk.${list.bulk.kind}`)}
          nameOf={({ id, displayTitle }) => `#${id} ${displayTitle}`}
          doneText={t(`bulk.${list.bulk.kind}.done`)}
          onClose={list.closeBulk}
        />
      )}
    </>
  );
});
