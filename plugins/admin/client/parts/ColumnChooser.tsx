import { Checkbox, Popover } from 'antd';
import { LightButton, useTexts } from '@sinter/sdk/ui';
import css from './parts.module.css';

interface ColumnChooserProps {
  columns: readonly { key: string; label: string }[];
  hidden: readonly string[];
  onToggle: (key: string) => void;
}

/** Which columns a table shows. */
export function ColumnChooser({ columns, hidden, onToggle }: ColumnChooserProps) {
  const t = useTexts();
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={
        <div className={css['choices']} role="group" aria-label={t('common.columns')}>
          {columns.map(({ key, label }) => (
            <Checkbox key={key} checked={!hidden.includes(key)} onChange={() => onToggle(key)}>
              {label}
            </Checkbox>
          ))}
        </div>
      }
    >
      <LightButton>{t('common.columns')}</LightButton>
    </Popover>
  );
}
