import type { Characteristic } from '@sinter/sdk/contract/quality/inspectionPlans';

export type Value = number | boolean;

/** Whether it is a value of that kind. */
export const suits = ({ kind }: Pick<Characteristic, 'kind'>, value: Value): boolean =>
  kind === 'ATTRIBUTE' ? typeof value === 'boolean' : typeof value === 'number' && Number.isFinite(value);

/** Whether a value conforms. Limits count as fulfilled. */
export function conforms({ lowest, highest }: Pick<Characteristic, 'lowest' | 'highest'>, value: Value): boolean {
  if (typeof value === 'boolean') return value;
  return (lowest === null || value >= lowest) && (highest === null || value <= highest);
}

/** What somebody typed, with a comma or a point; `null`: no number. */
export function numberIn(text: string): number | null {
  const plain = text.trim().replace('−', '-').replace(',', '.');
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,2})?$/i.test(plain) ? Number(plain) : null;
}
