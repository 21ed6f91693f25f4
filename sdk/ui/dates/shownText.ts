import { formatDate, formatDateTime, formatTime } from '../../i18n/index.ts';
import type { DateKind } from './readTyped.ts';

/** A value as the field shows it. Its own clock is the one meant: it is not moved into another zone. */
export function shownText(value: string, kind: DateKind): string {
  if (kind === 'date') return formatDate(value);
  if (kind === 'time') return formatTime(`1970-01-01T${value}Z`, 'UTC');
  return formatDateTime(`${value}Z`, 'UTC');
}
