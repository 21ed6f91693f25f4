import { observer } from 'mobx-react-lite';
import { formatDateTime, formatTime } from '@sinter/sdk/i18n';
import { Link, useTexts } from '@sinter/sdk/ui';
import { lotPath } from '../paths.ts';
import type { Offline } from './Offline.ts';
import css from './offline.module.css';

const dayMs = 86_400_000;

/** From when it is what is shown, and what waits on this device. `lots`: with the way to those that ask for a decision. */
export const OfflineBar = observer(function OfflineBar({
  offline,
  lots = false,
}: {
  offline: Offline;
  lots?: boolean;
}) {
  const t = useTexts();
  const { asOf, waiting } = offline;
  const conflicts = lots ? offline.conflicts : [];
  if (asOf === null && waiting.length === 0 && conflicts.length === 0) return null;
  const refused = new Map(conflicts.map(({ lotId, lot }) => [lotId, lot ?? String(lotId)]));
  return (
    <div className={css['bar']} role="status">
      {asOf !== null && (
        <span>{t('offline.asOf', { time: Date.now() - asOf < dayMs ? formatTime(asOf) : formatDateTime(asOf) })}</span>
      )}
      {waiting.length > 0 && <span>{t('offline.waiting', { count: waiting.length })}</span>}
      {conflicts.length > 0 && (
        <span data-refused>
          {t('offline.refused', { count: conflicts.length })}{' '}
          {[...refused].map(([id, number]) => (
            <Link key={id} to={lotPath(id)}>
              {t('lot.named', { number })}
            </Link>
          ))}
        </span>
      )}
    </div>
  );
});
