import { useUiTexts } from '../host.ts';
import { DropPanel } from './DropPanel.tsx';
import css from './lists.module.css';

interface ColumnChooserProps {
  /** The columns that may be hidden, in the order of the table. */
  columns: readonly { key: string; label: string }[];
  /** Keys of the hidden columns, from `ColumnChoice`. */
  hidden: readonly string[];
  onToggle: (key: string) => void;
}

/** Lets the user choose the columns of a table. */
export function ColumnChooser({ columns, hidden, onToggle }: ColumnChooserProps) {
  const t = useUiTexts();
  return (
    <DropPanel label={t('columns')}>
      {() =>
        columns.map(({ key, label }) => (
          <label key={key} className={css['choice']}>
            <input
              type="checkbox"
              className={css['choose']}
              checked={!hidden.includes(key)}
              onChange={() => onToggle(key)}
            />
            {label}
          </label>
        ))
      }
    </DropPanel>
  );
}
