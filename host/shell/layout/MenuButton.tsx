import { useEffect, useId, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import css from './shell.module.css';

interface MenuButtonProps {
  label: string;
  /** What is on the button. */
  face: ReactNode;
  /** Links and buttons; choosing one closes the menu. */
  children: ReactNode;
}

/** A button that opens a list below itself. Escape, leaving it, or a choice closes it; arrows move through it. */
export function MenuButton({ label, face, children }: MenuButtonProps) {
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const items = () => [...(frame.current?.querySelectorAll<HTMLElement>('ul a, ul button') ?? [])];

  useEffect(() => {
    if (open) items()[0]?.focus();
  }, [open]);
  const leave = (event: FocusEvent) => {
    if (!frame.current?.contains(event.relatedTarget)) setOpen(false);
  };
  const choose = (event: MouseEvent) => {
    if (items().some((item) => event.target instanceof Node && item.contains(event.target))) setOpen(false);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      setOpen(false);
      button.current?.focus();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) return setOpen(true);
      const all = items();
      const at = all.findIndex((item) => item === document.activeElement);
      all[(at + (event.key === 'ArrowDown' ? 1 : -1) + all.length) % all.length]?.focus();
    }
  };
  return (
    <div ref={frame} role="presentation" className={css['menuButton']} onBlur={leave} onKeyDown={key} onClick={choose}>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {face}
      </button>
      {open && <ul id={id}>{children}</ul>}
    </div>
  );
}
