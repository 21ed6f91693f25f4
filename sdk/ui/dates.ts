import { followLanguage } from './dates/momentLocale.ts';

followLanguage();

export { parseTypedDate } from './dates/typedDate.ts';
export { DateField, DatePicker, DateTimeField, DateTimeInput, TimePicker } from './dates/pickers.tsx';
