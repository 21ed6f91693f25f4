import { useTexts } from '@sinter/sdk/ui';
import { Button } from 'antd';
import { useId } from 'react';
import type { ReactNode } from 'react';
import type { Side } from './conflict.ts';
import css from './drawer.module.css';

interface VersionRow<Key extends string> {
  key: Key;
  name: string;
  mine: ReactNode;
  theirs: ReactNode;
  side: Side;
  /** There is nothing to choose. */
  locked: boolean;
}

interface VersionsProps<Key extends string> {
  rows: readonly VersionRow<Key>[];
  onChoose: (key: Key, side: Side) => void;
  onAll: (side: Side) => void;
}

const sides: readonly Side[] = ['mine', 'theirs'];

/** Two versions of something, field by field, with a choice for each. */
export function Versions<Key extends string>({ rows, onChoose, onAll }: VersionsProps<Key>) {
  const t = useTexts();
  const id = useId();
  return (
    <>
      <div className={css['actions']}>
        {sides.map((side) => (
          <Button key={side} size="small" onClick={() => onAll(side)}>
            {t(`conflict.all.${side}`)}
          </Button>
        ))}
      </div>
      <table className={css['versions']}>
        <thead>
          <tr>
            <th scope="col">{t('conflict.field')}</th>
            {sides.map((side) => (
              <th key={side} scope="col">
                {t(`conflict.${side}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.name}</th>
              {sides.map((side) => (
                <td key={side} data-chosen={row.side === side}>
                  <Choice row={row} side={side} group={`${id}-${row.key}`} onChoose={onChoose} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

interface ChoiceProps<Key extends string> {
  row: VersionRow<Key>;
  side: Side;
  group: string;
  onChoose: (key: Key, side: Side) => void;
}

function Choice<Key extends string>({ row, side, group, onChoose }: ChoiceProps<Key>) {
  return (
    <label>
      <input
        type="radio"
        name={group}
        checked={row.side === side}
        disabled={row.locked && side === 'mine'}
        onChange={() => onChoose(row.key, side)}
      />
      <span>{row[side]}</span>
    </label>
  );
}
