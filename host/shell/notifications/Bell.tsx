import { lazy, Suspense, useRef, useState } from 'react';
import { BellOutlined } from '@ant-design/icons';
import { observer } from 'mobx-react-lite';
import { ErrorBoundary } from '@sinter/sdk/ui';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import css from '../layout/shell.module.css';
import type { ShellStores } from '../ShellStores.ts';

const BellPanel = lazy(() => import('./BellPanel.tsx'));

/** How much is unread; what it is opens below. */
export const Bell = observer(function Bell({ shell }: { shell: ShellStores }) {
  const t = useHostTexts();
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { unread, badge } = shell.notifications;
  const label = unread === 0 ? t('bell.label') : t('bell.unread', { count: unread, shown: badge });
  const close = () => setOpen(false);
  return (
    <div ref={frame} className={css['menuButton']}>
      <button
        ref={button}
        type="button"
        className={css['iconButton']}
        aria-label={label}
        title={label}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <BellOutlined aria-hidden />
        {unread > 0 && (
          <span className={css['unread']} aria-hidden="true">
            {badge}
          </span>
        )}
      </button>
      {open && (
        <ErrorBoundary subject={t('bell.label')} onError={close}>
          <Suspense fallback={null}>
            <BellPanel shell={shell} frame={frame} button={button} onClose={close} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
});
