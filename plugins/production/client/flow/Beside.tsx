import { FlowLots } from './FlowLots.tsx';
import type { FlowStep, FlowStore } from './FlowStore.ts';
import { LimitForm } from './LimitForm.tsx';

/** What is open beside the board. */
export default function Beside({ store, step, what }: { store: FlowStore; step: FlowStep; what: 'lots' | 'limit' }) {
  return what === 'lots' ? (
    <FlowLots key={step.key} store={store} step={step} />
  ) : (
    <LimitForm key={step.key} store={store} step={step} />
  );
}
