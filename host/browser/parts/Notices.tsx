import { lazy, Suspense, useEffect } from 'react';
import type { ComponentType } from 'react';
import { observer } from 'mobx-react-lite';
import { principalOf } from '@sinter/sdk/auth';
import { formatDateTime, formatTime } from '@sinter/sdk/i18n';
import { ConfirmDialog, LightButton } from '@sinter/sdk/ui';
import { entriesGivenUp } from '@sinter/sdk/ui/host';
import type { Browser } from '../browser.ts';
import { drafts } from '../session/drafts.ts';
import type { Workspace } from '../Workspace.ts';
import { useHostTexts } from '../useHostTexts.ts';
import css from './notices.module.css';

const ClosingModules = lazy(async (): Promise<{ default: ComponentType<{ workspace: Workspace }> }> => {
  const found = await import('./ClosingModules.tsx').catch(() => null);
  return { default: found?.ClosingModules ?? (() => null) };
});
const ServerNotices = lazy(async (): Promise<{ default: ComponentType<{ browser: Browser }> }> => {
  const found = await import('../health/ServerNotices.tsx').catch(() => null);
  // A page without it works as ever; the next one tries again.
  return { default: found?.ServerNotices ?? (() => null) };
});

const Gate = lazy(async (): Promise<{ default: ComponentType<{ workspace: Workspace }> }> => {
  const found = await import('./Gate.tsx').catch(() => null);
  return { default: found?.Gate ?? NoGate };
});

/** It could not be fetched: the refusal is shown. */
function NoGate({ workspace }: { workspace: Workspace }) {
  useEffect(() => workspace.browser.gates.answer(false), [workspace]);
  return null;
}

const LocalBuildBanner = lazy(async (): Promise<{ default: ComponentType<{ workspace: Workspace; id: string }> }> => {
  const found = await import('../localBuild/LocalBuildBanner.tsx').catch(() => null);
  return { default: found?.LocalBuildBanner ?? (() => null) };
});

/** As a router's: is asked before each move, and what is to become of one that it holds. */
export type UseBlocker = (
  should: (move: { currentLocation: { pathname: string }; nextLocation: { pathname: string } }) => boolean,
) => { state: string; proceed?: (() => void) | undefined; reset?: (() => void) | undefined };

interface NoticesProps {
  workspace: Workspace;
  /** Of the host's router. */
  useBlocker: UseBlocker;
}

/** What the host has to say above any screen: a lost connection, a missing menu, a server in need, unsaved work. */
export const Notices = observer(function Notices({ workspace, useBlocker }: NoticesProps) {
  const t = useHostTexts();
  const { stopping, browser, user } = workspace;
  const mayRepair = principalOf(user).permissions.includes('FACILITY_SETTINGS_EDITOR');
  return (
    <>
      {workspace.keptSince !== null && (
        <div className={css['banner']} role="status">
          {t('connection.kept', { when: formatDateTime(workspace.keptSince) })}
        </div>
      )}
      {!workspace.connected && workspace.keptSince === null && (
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
      {workspace.localBuild !== null && (
        <Suspense fallback={null}>
          <LocalBuildBanner key={workspace.localBuild} workspace={workspace} id={workspace.localBuild} />
        </Suspense>
      )}
      {mayRepair && !workspace.embedded && (
        <Suspense fallback={null}>
          <ServerNotices browser={browser} />
        </Suspense>
      )}
      {workspace.closing.length > 0 && (
        <Suspense fallback={null}>
          <ClosingModules workspace={workspace} />
        </Suspense>
      )}
      {browser.gates.asked !== null && (
        <Suspense fallback={null}>
          <Gate workspace={workspace} />
        </Suspense>
      )}
      <LeaveDialog workspace={workspace} useBlocker={useBlocker} />
      <ConfirmDialog
        open={stopping !== null}
        title={t('unsaved.title')}
        yes={t('unsaved.stop')}
        no={t('unsaved.keep')}
        danger
        onAnswer={(stop) => stopping?.answer(stop)}
      >
        {stopping && <StopText workspace={workspace} pluginId={stopping.pluginId} />}
      </ConfirmDialog>
    </>
  );
});

function StopText({ workspace, pluginId }: { workspace: Workspace; pluginId: string }) {
  const t = useHostTexts();
  const closing = workspace.closing.find((one) => one.pluginId === pluginId);
  if (!closing) return t('unsaved.module');
  const { title, until } = closing;
  return until === null
    ? t('unsaved.moduleEnded', { module: title })
    : t('unsaved.moduleUntil', { module: title, time: formatTime(until) });
}

/** Asks before unsaved work is left, by a link, the back button, or closing the tab. */
const LeaveDialog = observer(function LeaveDialog({ workspace: { runtime, closing }, useBlocker }: NoticesProps) {
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
  // What can no longer be saved is kept for when its module is on again.
  const ended = closing.some(({ until }) => until === null || until <= Date.now());
  const answer = (leave: boolean) => {
    if (!leave) return blocker.reset?.();
    if (!ended) window.dispatchEvent(new Event(entriesGivenUp));
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
      {t(ended ? 'unsaved.textEnded' : 'unsaved.text')}
    </ConfirmDialog>
  );
});
