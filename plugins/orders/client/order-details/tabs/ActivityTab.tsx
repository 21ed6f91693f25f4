import { lazy, Suspense } from 'react';
import { readHistory } from '@sinter/sdk/contract/orders/history';
import { Loading, Section, useStore, useTexts } from '@sinter/sdk/ui';
import { Steps } from '../../why/Steps.tsx';
import { StepsStore } from '../../why/StepsStore.ts';
import type { TabProps } from './TabProps.ts';
import css from '../orderDetails.module.css';

const Keeping = lazy(() => import('../../archive/Keeping.tsx'));
const RecordSection = lazy(() => import('../../record/RecordSection.tsx'));

/** Everything that happened to the order. */
export default function ActivityTab({ order: { id } }: TabProps) {
  const t = useTexts();
  const store = useStore(
    (host) => new StepsStore(host, id, (signal) => host.api.call(readHistory, { params: { id } }, { signal })),
  );
  return (
    <div className={css['columns']}>
      <div className={css['column']}>
        <Section>
          <Steps store={store} subject={t('details.activity')} />
        </Section>
      </div>
      <div className={css['column']}>
        <Suspense fallback={<Loading />}>
          <Keeping orderId={id} />
          <RecordSection orderId={id} />
        </Suspense>
      </div>
    </div>
  );
}
