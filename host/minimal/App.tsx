import { useState, type FunctionComponent, type ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import { fullName } from '@sinter/sdk/auth';
import type { SessionUser } from '@sinter/sdk/contract/host/session';
import { EmptyState, LightButton, Loading, useReadable } from '@sinter/sdk/ui';
import type { Manifest } from '#registry/manifest';
import { withThoseBefore } from '#registry/pages';
import type { Browser } from '#host/browser/browser.ts';
import { PluginPage } from '#host/browser/pages/PluginPage.tsx';
import { Notices } from '#host/browser/parts/Notices.tsx';
import { useScreenFocus } from '#host/browser/parts/useScreenFocus.ts';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { Workspace } from '#host/browser/Workspace.ts';
import { Elsewhere } from './Elsewhere.tsx';
import { keptStart } from './kept.ts';
import { firstScreen, keptPlace, signInPath } from './paths.ts';
import { blockerOf, createRouter, type Router } from './router.ts';
import css from './minimal.module.css';

/** No antd around the screens: they use the SDK's light parts, or the bare host would weigh what the shell does. */
const Bare = ({ children }: { children: ReactNode }) => children;

/** Reasons of absence that an administrator can remove. */
const switchable: readonly string[] = ['module-off', 'flag-off', 'dependency-off'];

/** Only plugins made for the minimal host, and what has to be started before them. */
const embedded = (manifest: Manifest): Manifest => ({
  ...manifest,
  plugins: withThoseBefore(manifest, ({ minimal }) => minimal),
});

/** The host inside the print-preparation tool: one plugin's screens under a top bar. Made once, before drawing. */
export function openApp(browser: Browser, user: SessionUser): FunctionComponent {
  const router = createRouter();
  const workspace = new Workspace({
    browser,
    user,
    choose: embedded,
    kept: keptStart(keptPlace).manifestOf(user),
    navigate: router.navigate,
  });
  const follow = () => workspace.moved(router.place.get().pathname, router.place.get().search);
  follow();
  router.place.subscribe(follow);
  void workspace.start();
  return () => <Frame workspace={workspace} router={router} />;
}

interface FrameProps {
  workspace: Workspace;
  router: Router;
}

const Frame = observer(function Frame({ workspace, router }: FrameProps) {
  const t = useHostTexts();
  const [useBlocker] = useState(() => blockerOf(router));
  const { user, browser } = workspace;
  const leave = () => {
    void browser.session.logout().then(
      () => window.location.assign(signInPath),
      (error: unknown) => browser.log.error('not logged out', { error: String(error) }),
    );
  };
  return (
    <div className={css['frame']}>
      <header className={css['bar']}>
        <strong>{browser.theme.title}</strong>
        <a href="/">{t('minimal.back')}</a>
        <div>
          <span>{fullName(user)}</span>
          <button type="button" onClick={leave}>
            {t('minimal.logout')}
          </button>
        </div>
      </header>
      <Notices workspace={workspace} useBlocker={useBlocker} />
      <Content workspace={workspace} router={router} />
    </div>
  );
});

const Content = observer(function Content({ workspace, router }: FrameProps) {
  const { pathname } = useReadable(router.place);
  return (
    <main ref={useScreenFocus(pathname)} className={css['content']} tabIndex={-1}>
      {workspace.ready ? <Screen workspace={workspace} router={router} pathname={pathname} /> : <Loading />}
    </main>
  );
});

const Screen = observer(function Screen({ workspace, router, pathname }: FrameProps & { pathname: string }) {
  const t = useHostTexts();
  const match = workspace.pageAt(pathname);
  const absence = match ? undefined : workspace.manifest.absent.find(({ path }) => path === pathname);
  if (absence?.code === 'not-permitted') return <Elsewhere path="/access-denied" />;
  if (absence && switchable.includes(absence.code)) {
    return <EmptyState title={t('page.stopped')} text={t('minimal.off.text')} />;
  }
  if (!match) {
    return (
      <EmptyState
        title={t('minimal.missing.title')}
        text={t('minimal.missing.text', { path: pathname })}
        actions={
          pathname === firstScreen ? undefined : (
            <LightButton onClick={() => router.navigate(firstScreen)}>{t('minimal.home')}</LightButton>
          )
        }
      />
    );
  }
  return (
    <PluginPage
      key={`${match.page.id}/${JSON.stringify(match.params)}`}
      workspace={workspace}
      match={match}
      Surround={Bare}
    />
  );
});
