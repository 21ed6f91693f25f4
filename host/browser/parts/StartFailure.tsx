import { ErrorNotice } from '@sinter/sdk/ui';
import { useHostTexts } from '../useHostTexts.ts';
import css from './notices.module.css';

/** The server could not say whether there is a session. */
export function StartFailure({ error }: { error: unknown }) {
  const t = useHostTexts();
  return (
    <main className={css['start']}>
      <ErrorNotice subject={t('start.subject')} error={error} onRetry={() => window.location.reload()} />
    </main>
  );
}
