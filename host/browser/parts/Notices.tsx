import { lazy, Suspense, useEffect } from 'react';
import type { ComponentType } from 'react';
import { observer } from 'mobx-react-lite';
import { useBlocker } from 'react-router-dom';
import { principalOf } from '@sinter/sdk/auth';
import { ConfirmDialog, LightButton } from '@sinter/sdk/ui';
import { entriesGivenUp } from '@sinter/sdk/ui/host';
import type { Browser } from '../browser.ts';
import { drafts } from '../session/drafts.ts';
import type { Workspace } from '../Workspace.ts';
import { useHostTexts } from '../useHostTexts.ts';
import css from './notices.module.css';

const ServerNotices = lazy(async (): Promise<{ default: ComponentType<{ browser: Browser }> }> => {
  const found = await import('../health/ServerNotices.tsx').catch(() => null);
  // A page without it works as ever; the next one tries again.
  return { default: found?.ServerNotices ?? (() => null) };
});

/** What the host has to say above any screen: a lost connection, a missing menu, a server in need, unsaved work. */
export const Notices = observer(function Notices({ workspace }: { workspace: Workspace }) {
  const t = useHostTexts();
  const { stopping, browser, user } = workspace;
  const mayRepair = principalOf(user).permissions.includes('FACILITY_SETTINGS_EDITOR');
  return (
    <>
      {!workspace.connected && (
        <div className={css['banner']} role="status">
          {t('connection.lost')}
        </div>
      )}
      {workspace.manifestFailed && (
        <div className={css['banner']} role="alert">
          {t('connection.manifest')}
          <LightButton size="small" onClick={() => void workspace.refresh()}>
            {t('retry', { ns: 'ui' })}
          </LightButton>
        </div>
      )}
      {mayRepair && (
        <Suspense fallback={null}>
          <ServerNotices browser={browser} />
        </Suspense>
      )}
      <LeaveDialog workspace={workspace} />
      <ConfirmDialog
        open={stopping !== null}
        title={t('unsaved.title')}
        yes={t('unsaved.stop')}
        no={t('unsaved.keep')}
        danger
        onAnswer={(stop) => stopping?.answer(stop)}
      >
        {t('unsaved.module')}
      </ConfirmDialog>
    </>
  );
});

/** Asks before unsaved work is left, by a link, the back button, or closing the tab. */
function LeaveDialog({ workspace: { runtime } }: { workspace: Workspace }) {
  const t = useHostTexts();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && (runtime.unsaved() || drafts.unsaved()),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (runtime.unsaved() || drafts.unsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [runtime]);
  const answer = (leave: boolean) => {
    if (!leave) return blocker.reset?.();
    window.dispatchEvent(new Event(entriesGivenUp));
    blocker.proceed?.();
  };
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={t('unsaved.title')}
      yes={t('unsaved.leave')}
      no={t('unsaved.stay')}
      danger
      onAnswer={answer}
    >
      {t('unsaved.text')}
    </ConfirmDialog>
  );
}
