import type { legacyProblemSchema } from '@sinter/sdk/contract/production/legacy';
import type * as z from 'zod';
import type { LegacyCells } from './csv.ts';

export type LegacyProblem = z.infer<typeof legacyProblemSchema>;

export interface LegacyRow {
  orderId: number;
  part: string;
  step: string;
  operator: string;
  start: Date | null;
  end: Date | null;
  quantity: number;
  good: number;
  scrap: number;
  notes: string;
}

const isoTime = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** `undefined`: it is none. */
function timeOf(text: string): Date | null | undefined {
  if (text === '') return null;
  if (!isoTime.test(text)) return undefined;
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10)) || text.length === 10 ? text : `${text}Z`;
  const time = new Date(zoned.replace(' ', 'T'));
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** An empty one is none; `NaN`: it is no number of pieces. */
const piecesOf = (text: string): number => (text === '' ? 0 : /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN);

/** A row as it is kept, or what is wrong with it. */
export function readRow(cells: LegacyCells): LegacyRow | LegacyProblem {
  const orderId = /^#?\d{1,9}$/.test(cells.order) ? Number(cells.order.replace('#', '')) : 0;
  if (orderId === 0) return 'NO_ORDER';
  if (cells.part === '') return 'NO_PART';
  if (cells.step === '') return 'NO_STEP';
  const [start, end] = [timeOf(cells.start), timeOf(cells.end)];
  if (start === undefined || end === undefined || (start && end && end < start)) return 'TIME';
  const [good, scrap] = [piecesOf(cells.good), piecesOf(cells.scrap)];
  const quantity = cells.quantity === '' ? good + scrap : piecesOf(cells.quantity);
  if (!(good + scrap <= quantity)) return 'COUNTS';
  return {
    ...{ orderId, start, end, quantity, good, scrap },
    part: cells.part,
    step: cells.step.slice(0, 80),
    operator: cells.operator.slice(0, 200),
    notes: cells.notes.slice(0, 2000),
  };
}
