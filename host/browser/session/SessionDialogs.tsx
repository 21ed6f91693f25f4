import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { ErrorBoundary, LightButton, toast } from '@sinter/sdk/ui';
import type { Browser } from '../browser.ts';
import { useHostTexts } from '../useHostTexts.ts';
import { Dialog, DialogActions } from './Dialog.tsx';

const ProofDialog = lazy(() => import('./ProofDialog.tsx'));

/** What the session has to ask or to tell, once in a page. */
export const SessionDialogs = observer(function SessionDialogs({ browser }: { browser: Browser }) {
  const t = useHostTexts();
  const { proof, watch, signInPath } = browser;
  const notAsked = (error: Error) => {
    toast.error(t('proof.failed'));
    browser.log.error('the proof of identity could not be asked for', { error: String(error) });
    proof.answer(false);
  };
  return (
    <>
      {proof.asked && (
        <ErrorBoundary subject={t('proof.failed')} onError={notAsked}>
          <Suspense fallback={null}>
            <ProofDialog browser={browser} />
          </Suspense>
        </ErrorBoundary>
      )}
      {watch.told && (
        <Dialog title={t(`session.${watch.told}.title`)}>
          <p>{t(`session.${watch.told}.text`)}</p>
          <DialogActions>
            <LightButton kind="danger" onClick={watch.leave}>
              {t('session.leave')}
            </LightButton>
            {watch.told === 'ended' ? (
              <LightButton kind="primary" data-first onClick={() => window.open(signInPath, '_blank', 'noopener')}>
                {t('session.signIn')}
              </LightButton>
            ) : (
              <LightButton data-first onClick={() => void watch.look()}>
                {t('session.look')}
              </LightButton>
            )}
          </DialogActions>
        </Dialog>
      )}
    </>
  );
});
