import { createSlot } from '../../plugin/slot.ts';

export interface RowBadgeProps {
  machine: { id: number; name: string };
}
/**
 * A mark beside a machine's name in the chart: a word or a sign, one line high. Drawn for the machines in view, so ask for
 * all machines at once.
 */
export const rowBadge = createSlot<RowBadgeProps>('scheduling/RowBadge@1');
