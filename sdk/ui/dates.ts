import { followLanguage } from './dates/momentLocale.ts';

followLanguage();

export { parseTypedDate } from './dates/typedDate.ts';
export { DatePicker, DateTimeField, DateTimeInput, TimePicker } from './dates/pickers.tsx';
