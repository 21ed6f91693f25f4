import { lazy, Suspense } from 'react';
import type { ComponentType } from 'react';
import { observer } from 'mobx-react-lite';
import { orderMessages } from '@sinter/sdk/contract/orders/messages';
import { orderTabs } from '@sinter/sdk/contract/orders/orderTabs';
import { chosenInView, Link, Loading, Slot, useLocation, useSlot, useTexts } from '@sinter/sdk/ui';
import { OverviewTab } from './tabs/OverviewTab.tsx';
import type { TabProps } from './tabs/TabProps.ts';
import { chosenTab, tabPath, tabsOf, type OwnTab } from './tabs/tabs.ts';
import css from './orderDetails.module.css';

/** All but the first are loaded when they are opened. */
const contents: Record<OwnTab, ComponentType<TabProps>> = {
  overview: OverviewTab,
  parts: lazy(() => import('./tabs/PartsTab.tsx')),
  quotes: lazy(() => import('./tabs/QuotesTab.tsx')),
  work: lazy(() => import('./tabs/WorkTab.tsx')),
  shipments: lazy(() => import('./tabs/ShipmentsTab.tsx')),
  documents: lazy(() => import('./tabs/DocumentsTab.tsx')),
  activity: lazy(() => import('./tabs/ActivityTab.tsx')),
};

/** The tabs of an order and the one that the address names. */
export const OrderTabs = observer(function OrderTabs({ store, order }: TabProps) {
  const t = useTexts();
  const { search } = useLocation();
  const commented = useSlot(orderMessages).length > 0;
  const shown = tabsOf(order, { ...store.viewer, hasMessages: commented && store.mayReadMessages });
  const added = useSlot(orderTabs);
  const named = new URLSearchParams(search).get('tab');
  const foreign = added.find(({ key }) => key === named);
  const chosen = chosenTab(search, shown);
  const Content = contents[chosen];
  const { id, displayTitle } = order;
  return (
    <>
      <nav aria-label={t('details.tabs')} className={css['tabs']}>
        {shown.map((tab) => (
          <Link
            key={tab}
            ref={!foreign && tab === chosen ? chosenInView : null}
            to={tabPath(id, tab)}
            aria-current={!foreign && tab === chosen ? 'page' : undefined}
          >
            {t(`details.${tab}`)}
            {tab === 'messages' && (
              <Suspense fallback={null}>
                <Slot name={orderMessages} props={{ orderId: id }} />
              </Suspense>
            )}
          </Link>
        ))}
        {added.map(({ key, label }) => (
          <Link
            key={key}
            ref={foreign?.key === key ? chosenInView : null}
            to={`${tabPath(id, 'overview')}?tab=${key}`}
            aria-current={foreign?.key === key ? 'page' : undefined}
          >
            <bdi>{label}</bdi>
          </Link>
        ))}
      </nav>
      <Suspense fallback={<Loading />}>
        {foreign ? foreign.render({ order: { id, displayTitle } }) : <Content store={store} order={order} />}
      </Suspense>
    </>
  );
});
