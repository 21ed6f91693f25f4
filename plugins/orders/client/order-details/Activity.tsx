import type { OrderDetail } from '@sinter/sdk/contract/orders/orders';
import { formatDateTime } from '@sinter/sdk/i18n';
import { TimeZoneNote, useTexts } from '@sinter/sdk/ui';
import css from './orderDetails.module.css';

/** What happened to the order, newest first. On the wire an entry is `EVENT` or `EVENT: reason`. */
export function Activity({ order: { activity } }: { order: OrderDetail }) {
  const t = useTexts();
  return (
    <>
      <ol className={css['activity']}>
        {activity.map(({ at, who, what }, index) => {
          const [, event = '', reason] = /^([A-Z_]+)(?:: ([\s\S]*))?$/.exec(what) ?? [];
          return (
            // Entries are only ever added, and several may fall into one second.
            <li key={activity.length - index}>
              <strong>{t(`activity.${event}`) || what}</strong>
              {reason && <q>{reason}</q>}
              <span>{[formatDateTime(at), who].filter((text) => text !== '').join(' · ')}</span>
            </li>
          );
        })}
      </ol>
      <TimeZoneNote />
    </>
  );
}
