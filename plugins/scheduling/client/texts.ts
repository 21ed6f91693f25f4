import type { ChartJob } from '@sinter/sdk/contract/scheduling';
import { currentLocale, formatDateTime } from '@sinter/sdk/i18n';
import type { Zone } from './zone.ts';

/** From and to by the facility's clock. */
export const formatWindow = (zone: Zone, { fromDate, toDate }: { fromDate: string; toDate: string }): string =>
  `${formatDateTime(zone.toPicker(Number(fromDate)))} – ${formatDateTime(zone.toPicker(Number(toDate)))}`;

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
