import { CallError, type Sentence } from '@sinter/sdk/contract';
import type { Interval } from '@sinter/sdk/plugin';
import { say } from './texts.ts';

const yearMs = 365 * 86_400_000;

/** A wish of somebody's, in the time that planning is about. */
export function timeFrom({ fromDate, toDate }: { fromDate: string; toDate: string }): Interval {
  const time = { from: Number(fromDate), to: Number(toDate) };
  const refuse = (field: string, text: Sentence) => new CallError('INVALID_INPUT', text, { fields: { [field]: text } });
  if (time.to <= time.from) throw refuse('toDate', say('endBeforeStart'));
  if (time.to - time.from > yearMs) throw refuse('toDate', say('longerThanYear'));
  if (time.from > Date.now() + 10 * yearMs) throw refuse('fromDate', say('tooFarAhead'));
  return time;
}

/** For reading: within what the database and the calendar can count. */
export const readableTime = (text: string): number => Math.min(Number(text), Date.UTC(2200, 0));
