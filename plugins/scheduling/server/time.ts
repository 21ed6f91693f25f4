import { CallError } from '@sinter/sdk/contract';
import type { Interval } from '@sinter/sdk/plugin';

const yearMs = 365 * 86_400_000;

/** A wish of somebody's, in the time that planning is about. */
export function timeFrom({ fromDate, toDate }: { fromDate: string; toDate: string }): Interval {
  const time = { from: Number(fromDate), to: Number(toDate) };
  const refuse = (field: string, text: string) => new CallError('INVALID_INPUT', text, { fields: { [field]: text } });
  if (time.to <= time.from) throw refuse('toDate', 'The end must be after the start.');
  if (time.to - time.from > yearMs) throw refuse('toDate', 'At most a year.');
  if (time.from > Date.now() + 10 * yearMs) throw refuse('fromDate', 'That is more than ten years ahead.');
  return time;
}

/** For reading: within what the database and the calendar can count. */
export const readableTime = (text: string): number => Math.min(Number(text), Date.UTC(2200, 0));
