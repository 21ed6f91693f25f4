import moment from 'moment';
import { userDateFormat } from '../../i18n/index.ts';

const acceptedFormats = [
  'DD-MM-YY',
  'DD-MM-YYYY',
  'DD.MM.YYYY',
  'DD/MM/YY',
  'DD/MM/YYYY',
  'M/D/YYYY',
  'D/M/YYYY',
  'MM-DD-YY',
  'MM-DD-YYYY',
  'MM/DD/YY',
  'MM/DD/YYYY',
  'YYYY-MM-DD',
  'LL',
  'll',
];

/**
 * A typed date, or `undefined` when it has none of the specification's formats (specification 5). The shown format is
 * tried first.
 */
export function parseTypedDate(text: string, shown = userDateFormat()): moment.Moment | undefined {
  const date = moment(text.trim(), [shown, ...acceptedFormats], true);
  return date.isValid() ? date : undefined;
}
