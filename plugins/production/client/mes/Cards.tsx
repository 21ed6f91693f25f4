import { useEffect, useRef, useState, type ReactNode } from 'react';
import { LightButton, useTexts } from '@sinter/sdk/ui';
import css from './mes.module.css';

interface MoveButtonsProps {
  name: string;
  index: number;
  count: number;
  /** How many have to stay. */
  least: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}

export function MoveButtons({ name, index, count, least, onMove, onRemove }: MoveButtonsProps) {
  const t = useTexts();
  const place = useRef<HTMLSpanElement>(null);
  const pressed = useRef<'up' | 'down' | null>(null);
  // The keyboard stays where it was: at the ends of the list one of the two buttons is off.
  useEffect(() => {
    const { current } = pressed;
    if (current === null) return;
    pressed.current = null;
    const button = (to: string) => place.current?.querySelector<HTMLButtonElement>(`[data-to="${to}"]:enabled`);
    (button(current) ?? button(current === 'up' ? 'down' : 'up'))?.focus();
  }, [index]);
  const move = (to: 'up' | 'down') => {
    pressed.current = to;
    onMove(to === 'up' ? index - 1 : index + 1);
  };
  return (
    <span ref={place} className={css['buttons']}>
      <LightButton
        size="small"
        disabled={index === 0}
        aria-label={t('mes.up', { name })}
        data-to="up"
        onClick={() => move('up')}
      >
        ↑
      </LightButton>
      <LightButton
        size="small"
        disabled={index === count - 1}
        aria-label={t('mes.down', { name })}
        data-to="down"
        onClick={() => move('down')}
      >
        ↓
      </LightButton>
      <LightButton size="small" disabled={count <= least} aria-label={t('mes.remove', { name })} onClick={onRemove}>
        ×
      </LightButton>
    </span>
  );
}

export const moved = <Item,>(list: readonly Item[], from: number, to: number): Item[] => {
  const item = list.slice(from, from + 1);
  return list.toSpliced(from, 1).toSpliced(to, 0, ...item);
};

interface CardsProps<Item extends { key: string }> {
  label: string;
  items: readonly Item[];
  nameOf: (item: Item, index: number) => string;
  /** What is said of one that is closed. */
  aboutOf?: (item: Item) => string;
  /** Those that must be seen: something in them is wrong. */
  isWrong: (index: number) => boolean;
  least: number;
  /** `null`: no more fit. */
  onAdd: (() => void) | null;
  add: string;
  onChange: (items: Item[]) => void;
  /** Where others name it; otherwise it leaves the list. */
  onRemove?: (index: number) => void;
  children: (item: Item, index: number, change: (part: Partial<Item>) => void) => ReactNode;
}

/** A list whose entries open, are moved and removed by buttons, and added at its end. */
export function Cards<Item extends { key: string }>(props: CardsProps<Item>) {
  const { label, items, nameOf, aboutOf, isWrong, least, add, onAdd, onChange, onRemove, children } = props;
  const t = useTexts();
  const [opened, setOpened] = useState<readonly string[]>([]);
  const [known, setKnown] = useState(items);
  const [said, setSaid] = useState('');
  const [dragged, setDragged] = useState<number | null>(null);
  const move = (from: number, to: number, name: string) => {
    if (from === to) return;
    onChange(moved(items, from, to));
    setSaid(t('mes.moved', { name, place: to + 1, count: items.length }));
  };
  // What was added here is written next.
  if (known !== items) {
    const last = items.at(-1);
    if (last && items.length === known.length + 1 && !known.some(({ key }) => key === last.key)) {
      setOpened([...opened, last.key]);
    }
    setKnown(items);
  }
  return (
    <>
      <span role="status" className={css['spoken']}>
        {said}
      </span>
      <ol className={css['cards']} aria-label={label}>
        {items.map((item, index) => {
          const name = nameOf(item, index);
          const open = opened.includes(item.key) || isWrong(index);
          return (
            <li key={item.key} className={css['card']}>
              <div className={css['head']} data-dragged={dragged === index || undefined}>
                <button
                  type="button"
                  className={css['opener']}
                  draggable
                  onDragStart={() => setDragged(index)}
                  onDragEnd={() => setDragged(null)}
                  onDragOver={(event) => dragged !== null && event.preventDefault()}
                  onDrop={(event) => {
                    const from = dragged === null ? undefined : items[dragged];
                    if (dragged === null || !from) return;
                    event.preventDefault();
                    move(dragged, index, nameOf(from, dragged));
                    setDragged(null);
                  }}
                  aria-expanded={open}
                  onClick={() => setOpened(open ? opened.filter((key) => key !== item.key) : [...opened, item.key])}
                >
                  <span aria-hidden="true" className={open ? css['down'] : css['ahead']} />
                  <bdi>{name}</bdi>
                  {!open && aboutOf && <span className={css['quiet']}>{aboutOf(item)}</span>}
                </button>
                <MoveButtons
                  name={name}
                  index={index}
                  count={items.length}
                  least={least}
                  onMove={(to) => move(index, to, name)}
                  onRemove={() => (onRemove ? onRemove(index) : onChange(items.toSpliced(index, 1)))}
                />
              </div>
              {open && (
                <div className={css['fields']} role="group" aria-label={name}>
                  {children(item, index, (part) => onChange(items.with(index, { ...item, ...part })))}
                </div>
              )}
            </li>
          );
        })}
      </ol>
      <div>
        <LightButton disabled={onAdd === null} onClick={onAdd ?? undefined}>
          {add}
        </LightButton>
      </div>
    </>
  );
}
