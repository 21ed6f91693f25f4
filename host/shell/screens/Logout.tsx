import { useEffect, useState } from 'react';
import { resetLanguage } from '@sinter/sdk/i18n';
import { ErrorNotice, Loading } from '@sinter/sdk/ui';
import type { Browser } from '#host/browser/browser.ts';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import css from './screens.module.css';

/** Ends the session, then opens a new page: nothing of the old one can be left behind. */
export function Logout({ browser: { session } }: { browser: Browser }) {
  const t = useHostTexts();
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    document.title = t('logout.title');
    session.logout().then(
      () => {
        resetLanguage();
        window.location.replace('/custom-login');
      },
      (error: unknown) => setFailure(error),
    );
  }, [session, t]);
  return (
    <main className={css['whole']}>
      {failure === null ? (
        <Loading text={t('logout.title')} />
      ) : (
        <ErrorNotice title={t('logout.failed')} error={failure} onRetry={() => window.location.reload()} />
      )}
    </main>
  );
}
