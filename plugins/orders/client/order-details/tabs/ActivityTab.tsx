import { readHistory } from '@sinter/sdk/contract/orders/history';
import { Section, useStore, useTexts } from '@sinter/sdk/ui';
import { Steps } from '../../why/Steps.tsx';
import { StepsStore } from '../../why/StepsStore.ts';
import type { TabProps } from './TabProps.ts';

/** Everything that happened to the order. */
export default function ActivityTab({ order: { id } }: TabProps) {
  const t = useTexts();
  const store = useStore(
    (host) => new StepsStore(host, id, (signal) => host.api.call(readHistory, { params: { id } }, { signal })),
  );
  return (
    <Section>
      <Steps store={store} subject={t('details.activity')} />
    </Section>
  );
}
