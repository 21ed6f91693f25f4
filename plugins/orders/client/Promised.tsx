import { formatDate, toDate } from '@sinter/sdk/i18n';
import { DueMarker, StatusPill, useTexts } from '@sinter/sdk/ui';
import css from './price.module.css';

/** The day by which a facility promises an order; marked when it is near or past, unless nothing is left to hurry for. */
export function Promised({ date, over }: { date: string; over: boolean }) {
  const t = useTexts();
  if (over) return formatDate(date);
  return (
    <span className={css['beside']}>
      <DueMarker date={date} />
      {isPast(date) && <StatusPill tone="red">{t('due.late')}</StatusPill>}
    </span>
  );
}

const isPast = (date: string): boolean => toDate(date).getTime() < Date.now();
