import type { RuledStep } from './types.ts';

/** Of a lot that is settled: the step that starts by itself once this one has ended, where the facility wants that. */
export function startsAfter<Step extends RuledStep & { workCenter: string }>(
  steps: readonly Step[],
  ended: Step,
): Step | null {
  const next = steps[steps.indexOf(ended) + 1];
  return ended.status === 'COMPLETED' && next?.status === 'READY' && next.workCenter === ended.workCenter ? next : null;
}
