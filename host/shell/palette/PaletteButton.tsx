import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { SearchOutlined } from '@ant-design/icons';
import { ErrorBoundary } from '@sinter/sdk/ui';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import type { ShellStores } from '../ShellStores.ts';
import layout from '../layout/shell.module.css';

const Palette = lazy(() => import('./Palette.tsx'));

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the search over everything; Ctrl-K (⌘K) does so from anywhere. */
export function PaletteButton({ shell }: { shell: ShellStores }) {
  const t = useHostTexts();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      // A question that is open is answered first.
      if (document.querySelector('dialog:modal:not([data-palette])')) return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  const keys = isApple ? '⌘K' : 'Ctrl K';
  return (
    <>
      <button
        type="button"
        className={layout['searchButton']}
        aria-label={t('palette.open')}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <SearchOutlined aria-hidden />
        <span aria-hidden="true">{t('palette.button')}</span>
        <kbd aria-hidden="true">{keys}</kbd>
      </button>
      {open && (
        <ErrorBoundary subject={t('palette.button')} onError={close}>
          <Suspense fallback={null}>
            <Palette shell={shell} onClose={close} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
