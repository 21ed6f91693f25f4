import { createRoot } from 'react-dom/client';
import { guardStep, landingPath, signInAddress } from '@sinter/sdk/auth';
import { addTexts } from '@sinter/sdk/i18n/host';
import { EmptyState } from '@sinter/sdk/ui';
import { startBrowser } from '#host/browser/browser.ts';
import { StartFailure } from '#host/browser/parts/StartFailure.tsx';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import texts from './locales/en_US.json';

const signInPath = '/custom-login';

/** The tab that a frame has opened for the sign-in: it leads through that, comes back here, and is done. */
export async function startSignIn(root: HTMLElement): Promise<void> {
  addTexts('host', texts);
  const browser = await startBrowser({ signInPath });
  const drawing = createRoot(root);
  try {
    const user = await browser.session.authenticate();
    if (!user) return window.location.replace(signInAddress(signInPath, window.location));
    if (guardStep(user)) return window.location.replace(landingPath(user));
    // Browsers close the tabs that scripts have opened, and leave the others.
    window.close();
    drawing.render(<Done />);
  } catch (error) {
    drawing.render(<StartFailure error={error} />);
  }
}

function Done() {
  const t = useHostTexts();
  return (
    <main>
      <EmptyState title={t('embed.done.title')} text={t('embed.done.text')} />
    </main>
  );
}
