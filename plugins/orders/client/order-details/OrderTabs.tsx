import { lazy, Suspense } from 'react';
import type { ComponentType } from 'react';
import { observer } from 'mobx-react-lite';
import { orderMessages } from '@sinter/sdk/contract/orders/messages';
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
  const chosen = chosenTab(search, shown);
  const Content = contents[chosen];
  return (
    <>
      <nav aria-label={t('details.tabs')} className={css['tabs']}>
        {shown.map((tab) => (
          <Link
            key={tab}
            ref={tab === chosen ? chosenInView : null}
            to={tabPath(order.id, tab)}
            aria-current={tab === chosen ? 'page' : undefined}
          >
            {t(`details.${tab}`)}
            {tab === 'messages' && (
              <Suspense fallback={null}>
                <Slot name={orderMessages} props={{ orderId: order.id }} />
              </Suspense>
            )}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<Loading />}>
        <Content store={store} order={order} />
      </Suspense>
    </>
  );
});
