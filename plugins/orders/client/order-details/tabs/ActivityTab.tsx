import { formatDateTime } from '@sinter/sdk/i18n';
import { Section, TimeZoneNote, useTexts } from '@sinter/sdk/ui';
import type { TabProps } from './TabProps.ts';
import css from '../orderDetails.module.css';

/** What happened to the order, newest first. On the wire an entry is `EVENT` or `EVENT: reason`. */
export default function ActivityTab({ order: { activity } }: TabProps) {
  const t = useTexts();
  return (
    <Section>
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
    </Section>
  );
}
