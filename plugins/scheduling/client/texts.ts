import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import { currentLanguage, currentLocale, directionOf, formatDateTime, formatTime } from '@sinter/sdk/i18n';
import { wallOf } from '@sinter/sdk/plugin';
import { dayOf } from '../shared/days.ts';
import type { Zone } from './zone.ts';

/** Where lines end: there a drawer leaves the beginning of what it lies on in sight. */
export const drawerSide = (): 'left' | 'right' => (directionOf(currentLanguage()) === 'rtl' ? 'left' : 'right');

/** From and to by the facility's clock; the day is said once where it is the same. */
export function formatWindow({ name }: Zone, { fromDate, toDate }: { fromDate: string; toDate: string }): string {
  const day = (time: string) => dayOf(wallOf(name, Number(time)));
  const end = day(fromDate) === day(toDate) ? formatTime(toDate, name) : formatDateTime(toDate, name);
  return `${formatDateTime(fromDate, name)} – ${end}`;
}

/** `0.4567` as `45.67%`, always with two decimals. */
export const formatUtilization = (share: number): string =>
  new Intl.NumberFormat(currentLocale(), {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(share);

const noteLimit = 80;
export const cutNotes = ({ jobNotes }: Pick<ChartJob, 'jobNotes'>): string =>
  jobNotes.length > noteLimit ? `${jobNotes.slice(0, noteLimit)}…` : jobNotes;
