import { useRouteError } from 'react-router-dom';
import { LightButton } from '@sinter/sdk/ui';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { BarePage } from './BarePage.tsx';
import css from './screens.module.css';

/** What a loader of modules says when a file is not there any more, or is another one by now. */
const gone = /Error loading|Failed to fetch dynamically imported module|integrity/;

/** In place of a screen of the host that could not be drawn: most often because a newer version was installed. */
export function RouteFailure() {
  const t = useHostTexts();
  const isUpdated = gone.test(String(useRouteError()));
  return (
    <BarePage title={t(isUpdated ? 'updated.title' : 'page.failed')}>
      <p>{t(isUpdated ? 'updated.text' : 'broken.text')}</p>
      <div className={css['buttons']}>
        <LightButton kind="primary" onClick={() => window.location.reload()}>
          {t('updated.reload')}
        </LightButton>
      </div>
    </BarePage>
  );
}
