import type { AnsweredItem } from '@sinter/sdk/contract/production/checklists';
import { formatDateTime } from '@sinter/sdk/i18n';
import { StatusPill, useTexts } from '@sinter/sdk/ui';
import type { Attaching } from '../lot/Attach.ts';
import { CheckInput } from '../lot/CheckInput.tsx';
import { Limits } from '../lot/Limits.tsx';
import { passes, type Answer } from '../lot/staged.ts';
import css from './checklists.module.css';

interface GateItemProps {
  item: AnsweredItem;
  value: Answer | null;
  me: string;
  disabled: boolean;
  attaching: Attaching;
  onChange: (value: Answer | null) => void;
}

/** An item with its field, and who answered it. */
export function GateItem({ item, value, me, disabled, attaching, onChange }: GateItemProps) {
  const t = useTexts();
  const { label, required, kind, by, at } = item;
  const passed = passes(item, value);
  return (
    <li data-open={required && value === null}>
      <div className={css['itemName']}>
        <bdi>{label}</bdi>
        <span className={css['quiet']}>{t(required ? 'check.required' : 'check.optional')}</span>
        <Limits check={item} />
      </div>
      <CheckInput check={item} value={value} me={me} disabled={disabled} attaching={attaching} onChange={onChange} />
      <span className={css['itemState']}>
        {passed !== null && (
          <StatusPill tone={passed ? 'green' : 'red'}>
            {t(`check.${kind === 'MEASUREMENT' ? 'limits' : 'result'}.${passed ? 'pass' : 'fail'}`)}
          </StatusPill>
        )}
        {at !== null && value === item.value && (
          <span className={css['quiet']}>{t('check.by', { name: by, time: formatDateTime(at) })}</span>
        )}
      </span>
    </li>
  );
}
