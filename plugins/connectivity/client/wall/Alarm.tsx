import type { LiveMachine } from '@sinter/sdk/contract/connectivity/machines';
import { formatDateTime } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import css from './wall.module.css';

/** What a machine complains of, since when, and whether somebody has seen to it. */
export function Alarm({ alarm: { text, code, at, open } }: { alarm: NonNullable<LiveMachine['alarm']> }) {
  const t = useTexts();
  return (
    <p className={css['alarm']} role={open ? 'alert' : undefined}>
      <strong>
        <bdi>{text || code}</bdi>
      </strong>
      <span>{formatDateTime(at)}</span>
      {!open && <span>{t('alarm.seen')}</span>}
    </p>
  );
}
