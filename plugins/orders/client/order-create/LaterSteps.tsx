import { Delivery } from './Delivery.tsx';
import { Requirements } from './Requirements.tsx';
import type { RequestStore } from './RequestStore.ts';
import { Review } from './Review.tsx';
import type { Step } from './steps.ts';

interface LaterStepsProps {
  store: RequestStore;
  step: Exclude<Step, 'upload' | 'configure'>;
  go: (to: Step) => void;
}

/** What is asked once the parts are there: loaded then. */
export default function LaterSteps({ store, step, go }: LaterStepsProps) {
  switch (step) {
    case 'requirements':
      return <Requirements store={store} />;
    case 'delivery':
      return <Delivery store={store} />;
    case 'review':
      return <Review store={store} go={go} />;
  }
}
