export { DateField } from './dates/DateField.tsx';
export { DateInput } from './dates/DateInput.tsx';
export { today } from './dates/today.ts';
export type { DateKind } from './dates/readTyped.ts';
