import { readWhy } from '@sinter/sdk/contract/orders/history';
import { useStore, useTexts } from '@sinter/sdk/ui';
import { Steps } from './Steps.tsx';
import { StepsStore } from './StepsStore.ts';

export interface WhyProps {
  orderId: number;
  /** Of this quote; left out: of the order. */
  quoteId?: number;
}

/** What led to the present status. */
export default function Why({ orderId, quoteId }: WhyProps) {
  const t = useTexts();
  const store = useStore(
    (host) =>
      new StepsStore(host, orderId, (signal) =>
        host.api.call(readWhy, { params: { id: orderId }, query: { quoteId } }, { signal }),
      ),
  );
  return <Steps store={store} subject={t('why.title')} />;
}
