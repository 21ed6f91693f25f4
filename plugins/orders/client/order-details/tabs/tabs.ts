import type { OrderDetail } from '@sinter/sdk/contract/orders/orders';

export const tabs = ['overview', 'parts', 'quotes', 'work', 'shipments', 'documents', 'messages', 'activity'] as const;
export type Tab = (typeof tabs)[number];
/** Those that are shown here: messages have a screen of their own. */
export type OwnTab = Exclude<Tab, 'messages'>;

/** What a tab's being there depends on besides the order. */
export interface TabViewer {
  isProvider: boolean;
  seesPrices: boolean;
  opensFiles: boolean;
  /** A quote can be written, or one is begun. */
  quotes: boolean;
  /** Comments are on, and this person may read them. */
  hasMessages: boolean;
}

/** The tabs that have something to show. */
export function tabsOf(order: OrderDetail, viewer: TabViewer): Tab[] {
  const { quotes, requestStatus, rfqFileDTOs, made, poNumber, ndaRequired } = order;
  const scheduled = rfqFileDTOs.some((part) => part.scheduled > 0);
  const awaitsQuotes = !viewer.isProvider && viewer.seesPrices && requestStatus === 'DISTRIBUTED';
  const shown: Record<Tab, boolean> = {
    overview: true,
    parts: rfqFileDTOs.length > 0,
    quotes: quotes.length > 0 || viewer.quotes || awaitsQuotes,
    work: made !== null || (viewer.isProvider && scheduled),
    shipments: made !== null && rfqFileDTOs.length > 0,
    documents: viewer.opensFiles && (poNumber !== null || ndaRequired || quotes.length > 0),
    messages: viewer.hasMessages && rfqFileDTOs.length > 0,
    activity: true,
  };
  return tabs.filter((tab) => shown[tab]);
}

/** The tab that an address names, as far as it is there. */
export function chosenTab(search: string, shown: readonly Tab[]): OwnTab {
  const named = new URLSearchParams(search).get('tab');
  return shown.filter(isOwn).find((tab) => tab === named) ?? 'overview';
}

const isOwn = (tab: Tab): tab is OwnTab => tab !== 'messages';

export function tabPath(orderId: number, tab: Tab): string {
  if (tab === 'messages') return `/order/${orderId}/messages`;
  return tab === 'overview' ? `/order-details/${orderId}` : `/order-details/${orderId}?tab=${tab}`;
}
