import type { CheckAnswer } from '@sinter/sdk/contract/production/lots';
import type { StepCheck } from '@sinter/sdk/contract/production/mes';

/** Whether this is an answer to the check. */
export function fits({ kind, choices }: StepCheck, value: CheckAnswer['value']): boolean {
  switch (kind) {
    case 'TASK':
    case 'CHECKBOX':
      return value === true;
    case 'PASS_FAIL':
      return typeof value === 'boolean';
    case 'VALUE':
    case 'MEASUREMENT':
      return typeof value === 'number' && Number.isFinite(value);
    case 'LIST':
      return typeof value === 'string' && choices.includes(value);
    case 'TIMESTAMP':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value));
    case 'FILE':
      return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
    case 'PERSON':
      return typeof value === 'string' && value.trim() !== '';
  }
}

/** Limits count as fulfilled. */
export function passes({ kind, lowest, highest }: StepCheck, value: CheckAnswer['value']): boolean | null {
  if (kind === 'PASS_FAIL') return value === true;
  if (kind !== 'MEASUREMENT' || typeof value !== 'number') return null;
  return (lowest === null || value >= lowest) && (highest === null || value <= highest);
}
