import type { ReactNode } from 'react';
import css from './lists.module.css';
import { DropPanel } from './DropPanel.tsx';

interface BulkChoiceProps<Value> {
  /** What is chosen: `Set priority`. */
  label: string;
  options: readonly { key: string; value: Value; text: ReactNode }[];
  onChoose: (value: Value) => void;
}

/** A button of a `BulkBar` that asks which of a few it shall be. */
export function BulkChoice<Value>({ label, options, onChoose }: BulkChoiceProps<Value>) {
  return (
    <DropPanel label={label} small>
      {(close) =>
        options.map(({ key, value, text }) => (
          <button
            key={key}
            type="button"
            className={css['menu']}
            onClick={() => {
              close();
              onChoose(value);
            }}
          >
            {text}
          </button>
        ))
      }
    </DropPanel>
  );
}
