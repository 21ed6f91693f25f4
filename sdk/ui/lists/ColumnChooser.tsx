import { Checkbox, Popover } from 'antd';
import { LightButton } from '../index.ts';
import { useUiTexts } from '../host.ts';
import css from './lists.module.css';

interface ColumnChooserProps {
  /** Those that may be hidden, in the order of the table. */
  columns: readonly { key: string; label: string }[];
  /** Keys, as `ColumnChoice` holds them. */
  hidden: readonly string[];
  onToggle: (key: string) => void;
}

/** Which columns a table shows. */
export function ColumnChooser({ columns, hidden, onToggle }: ColumnChooserProps) {
  const t = useUiTexts();
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={
        <div className={css['choices']} role="group" aria-label={t('columns')}>
          {columns.map(({ key, label }) => (
            <Checkbox key={key} checked={!hidden.includes(key)} onChange={() => onToggle(key)}>
              {label}
            </Checkbox>
          ))}
        </div>
      }
    >
      <LightButton>{t('columns')}</LightButton>
    </Popover>
  );
}
