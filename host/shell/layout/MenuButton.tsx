import { useEffect, useId, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import css from './shell.module.css';

interface MenuButtonProps {
  label: string;
  /** What is on the button. */
  face: ReactNode;
  /** An icon alone. */
  small?: boolean;
  /** Above the list: a search. */
  head?: ReactNode;
  onOpen?: () => void;
  /** Links and buttons; choosing one closes the menu. */
  children: ReactNode;
}

/** A button that opens a list below itself. Escape, leaving it, or a choice closes it; arrows move through it. */
export function MenuButton({ label, face, small = false, head, onOpen, children }: MenuButtonProps) {
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const stops = () => [...(panel.current?.querySelectorAll<HTMLElement>('input, a, button') ?? [])];

  useEffect(() => {
    if (open) stops()[0]?.focus();
  }, [open]);
  const show = (next: boolean) => {
    if (next) onOpen?.();
    setOpen(next);
  };
  const leave = (event: FocusEvent) => {
    // Focus goes nowhere after a click on something that takes none, or when the list has just come.
    if (event.relatedTarget && !frame.current?.contains(event.relatedTarget)) show(false);
  };
  const choose = (event: MouseEvent) => {
    if (event.target instanceof Element && panel.current?.contains(event.target.closest('a, button'))) show(false);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      show(false);
      button.current?.focus();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) return show(true);
      const all = stops();
      const at = all.findIndex((item) => item === document.activeElement);
      all[(at + (event.key === 'ArrowDown' ? 1 : -1) + all.length) % all.length]?.focus();
    }
  };
  useEffect(() => {
    if (!open) return undefined;
    const away = (event: PointerEvent) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', away);
    return () => document.removeEventListener('pointerdown', away);
  }, [open]);
  return (
    <div ref={frame} role="presentation" className={css['menuButton']} onBlur={leave} onKeyDown={key} onClick={choose}>
      <button
        ref={button}
        type="button"
        className={small ? css['iconButton'] : css['wordButton']}
        aria-label={label}
        title={small ? label : undefined}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => show(!open)}
      >
        {face}
      </button>
      {open && (
        <div ref={panel} id={id} className={css['menuPanel']}>
          {head}
          <ul>{children}</ul>
        </div>
      )}
    </div>
  );
}
