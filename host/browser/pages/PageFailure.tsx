import { useEffect } from 'react';
import { PluginFailure } from '#host/runtime/failure.ts';
import { ErrorNotice } from '@sinter/sdk/ui';
import { useHostTexts } from '../useHostTexts.ts';
import css from './pages.module.css';

interface PageFailureProps {
  /** The page, as people call it. */
  subject: string;
  error: unknown;
  onRetry: () => void;
}

/** In place of a page that could not be shown: the reason, in words that its user understands. It comes back with the connection. */
export function PageFailure({ subject, error, onRetry }: PageFailureProps) {
  const t = useHostTexts();
  useEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  const kind = error instanceof PluginFailure ? error.kind : 'render';
  return (
    <div className={css['notice']}>
      <ErrorNotice subject={subject} error={error} text={t(`page.failure.${kind}`)} onRetry={onRetry} />
    </div>
  );
}
