import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { LightButton } from '../index.ts';
import css from './lists.module.css';

/**
 * A button and what it opens below itself. Escape, the button, and going elsewhere close it. Plain elements: lists stand
 * on screens that may not weigh what antd's popovers do.
 */
export function DropPanel({
  label,
  small = false,
  children,
}: {
  label: string;
  small?: boolean;
  children: (close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLSpanElement>(null);
  const id = useId();
  const close = () => setOpen(false);
  useEffect(() => (open ? listen(box.current, close) : undefined), [open]);
  return (
    <span ref={box} className={css['drop']}>
      <LightButton
        size={small ? 'small' : 'middle'}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {label}
      </LightButton>
      {open && (
        <div ref={moveInside} id={id} className={css['panel']} role="group" aria-label={label}>
          {children(close)}
        </div>
      )}
    </span>
  );
}

/** Pixels between the panel and the edge of the window. */
const edge = 8;

/** Where the button stands near the edge of the window, the panel would reach beyond it. */
function moveInside(panel: HTMLElement | null): (() => void) | undefined {
  if (!panel) return undefined;
  // What is in it may come later than the panel itself.
  const observer = new ResizeObserver(() => {
    panel.style.translate = '';
    const { left, right } = panel.getBoundingClientRect();
    const beyond = Math.min(left - edge, 0) + Math.max(right - document.documentElement.clientWidth + edge, 0);
    panel.style.translate = `${-beyond}px`;
  });
  observer.observe(panel);
  return () => observer.disconnect();
}

/** Not by losing the focus: a button that is pressed and disabled meanwhile loses it too. */
function listen(box: HTMLElement | null, close: () => void): () => void {
  const leave = ({ target }: Event) => {
    if (target instanceof Node && !box?.contains(target)) close();
  };
  const escape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    box?.querySelector('button')?.focus();
    close();
  };
  document.addEventListener('pointerdown', leave);
  document.addEventListener('focusin', leave);
  document.addEventListener('keydown', escape);
  return () => {
    document.removeEventListener('pointerdown', leave);
    document.removeEventListener('focusin', leave);
    document.removeEventListener('keydown', escape);
  };
}
