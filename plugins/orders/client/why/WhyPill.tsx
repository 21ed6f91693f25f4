import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Loading, useTexts } from '@sinter/sdk/ui';
import type { WhyProps } from './Why.tsx';
import css from './why.module.css';

const Why = lazy(() => import('./Why.tsx'));

/** A status that says, when it is pressed, what led to it. */
export function WhyPill({ children, ...of }: WhyProps & { children: ReactNode }) {
  const t = useTexts();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => (open ? closeOnScroll(panel.current) : undefined), [open]);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={css['pill']}
        popoverTarget={id}
        title={t('why.title')}
        aria-haspopup="dialog"
      >
        {children}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('why.title')}
        tabIndex={-1}
        className={css['panel']}
        onToggle={({ newState }) => {
          setOpen(newState === 'open');
          if (newState !== 'open' || !button.current || !panel.current) return;
          place(panel.current, button.current.getBoundingClientRect());
          panel.current.focus();
        }}
      >
        {open && (
          <>
            <h2>{t('why.title')}</h2>
            <Suspense fallback={<Loading />}>
              <Why {...of} />
            </Suspense>
          </>
        )}
      </div>
    </>
  );
}

/** Pixels between the panel, the button and the edge of the window. */
const gap = 8;

/** Below the button, or above it where there is more room. */
function place(panel: HTMLElement, at: DOMRect): void {
  const { clientWidth, clientHeight } = document.documentElement;
  const start = getComputedStyle(panel).direction === 'rtl' ? at.right - panel.offsetWidth : at.left;
  panel.style.left = `${Math.max(gap, Math.min(start, clientWidth - panel.offsetWidth - gap))}px`;
  const above = at.top > clientHeight - at.bottom;
  panel.style.top = above ? 'auto' : `${at.bottom + gap}px`;
  panel.style.bottom = above ? `${clientHeight - at.top + gap}px` : 'auto';
  panel.style.maxHeight = `${(above ? at.top : clientHeight - at.bottom) - 2 * gap}px`;
}

/** Its button would scroll away from it. */
function closeOnScroll(panel: HTMLElement | null): () => void {
  const close = ({ target }: Event) => {
    if (target instanceof Node && !panel?.contains(target)) panel?.hidePopover();
  };
  document.addEventListener('scroll', close, true);
  return () => document.removeEventListener('scroll', close, true);
}
