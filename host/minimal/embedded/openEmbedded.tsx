import { useEffect, type FunctionComponent } from 'react';
import { observer } from 'mobx-react-lite';
import type { SessionUser } from '@sinter/sdk/contract/host/session';
import { EmptyState, Loading, useReadable } from '@sinter/sdk/ui';
import { UiRoot } from '@sinter/sdk/ui/root';
import type { Manifest } from '#registry/manifest';
import { match, opens, withThoseBefore } from '#registry/pages';
import type { Browser } from '#host/browser/browser.ts';
import { PluginPage } from '#host/browser/pages/PluginPage.tsx';
import { Notices } from '#host/browser/parts/Notices.tsx';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { type KeptManifest, Workspace } from '#host/browser/Workspace.ts';
import { blockerOf, createRouter } from '../router.ts';
import { OpenInTab } from './OpenInTab.tsx';
import css from './embedded.module.css';

export interface EmbeddedOptions {
  browser: Browser;
  user: SessionUser;
  kept: KeptManifest;
  pluginId: string;
  /** What its paths begin with in the address. */
  base: string;
  /** The person is at another path of the plugin. */
  onMoved: (path: string) => void;
}

export interface EmbeddedApp {
  App: FunctionComponent;
  /** It is known what there is. */
  started: Promise<void>;
  /** Goes to a path of the plugin; answers whether it has a page there. */
  navigate: (path: string) => boolean;
}

/** Why there is no screen, when it is not that the plugin has none at this path. */
type Refusal = 'not-embedded' | 'off' | 'unknown' | null;
const switchable: readonly string[] = ['module-off', 'flag-off', 'dependency-off'];

function refusalIn({ plugins, absent }: Manifest, pluginId: string): Refusal {
  const plugin = plugins.find(({ id }) => id === pluginId);
  if (plugin) return plugin.minimal ? null : 'not-embedded';
  const reason = absent.find(({ kind, id }) => kind === 'plugin' && id === pluginId);
  return reason && switchable.includes(reason.code) ? 'off' : 'unknown';
}

/** The screens of one plugin that says `embed.minimal`, with nothing around them. Made once, before drawing. */
export function openEmbedded({ browser, user, kept, pluginId, base, onMoved }: EmbeddedOptions): EmbeddedApp {
  let given: Manifest | null = null;
  /** This plugin, and what has to be started before it, of which no screen is shown. */
  const alone = (manifest: Manifest): Manifest => {
    given = manifest;
    const wanted = withThoseBefore(manifest, ({ id, minimal }) => id === pluginId && minimal);
    const plugins = wanted.map((plugin) => (plugin.id === pluginId ? plugin : { ...plugin, pages: [], slots: [] }));
    return { ...manifest, plugins, menu: [], profileMenu: [], topNav: [], settings: [], labels: {}, absent: [] };
  };
  const router = createRouter(base);
  const useBlocker = blockerOf(router);
  const workspace = new Workspace({
    browser,
    user,
    kept,
    choose: alone,
    embedded: true,
    navigate: router.navigate,
  });

  const Frame = observer(() => (
    <div className={css['embedded']}>
      <Notices workspace={workspace} useBlocker={useBlocker} />
      <main className={css['content']}>{workspace.ready ? <Screen /> : <Loading />}</main>
    </div>
  ));
  const Screen = observer(() => {
    const { pathname } = useReadable(router.place);
    const found = workspace.pageAt(pathname);
    if (found) {
      const { page, params } = found;
      return (
        <PluginPage
          key={`${page.id}/${JSON.stringify(params)}`}
          workspace={workspace}
          match={found}
          Surround={UiRoot}
        />
      );
    }
    const [first] = workspace.manifest.plugins.flatMap(({ pages }) => pages).filter(({ path }) => !path.includes(':'));
    if (pathname === '/' && first) return <Lead to={first.path} />;
    return workspace.manifestFailed ? null : (
      <Missing
        given={given ?? workspace.manifest}
        pluginId={pluginId}
        pathname={pathname}
        title={browser.theme.title}
      />
    );
  });
  /** To the first screen, where the address names none. */
  const Lead = ({ to }: { to: string }) => {
    useEffect(() => router.navigate(to, { replace: true }), [to]);
    return null;
  };
  let last = '';
  const follow = () => {
    const { pathname, search, hash } = router.place.get();
    workspace.moved(pathname, search);
    const now = pathname + search + hash;
    if (now !== last) onMoved(now);
    last = now;
  };
  follow();
  router.place.subscribe(follow);

  return {
    started: workspace.start(),
    App: () => (
      <UiRoot>
        <Frame />
      </UiRoot>
    ),
    navigate(path) {
      const { pathname } = new URL(path, window.location.href);
      if (!match(workspace.manifest, pathname)) return false;
      router.navigate(path);
      return true;
    },
  };
}

interface MissingProps {
  /** Of the whole application. */
  given: Manifest;
  pluginId: string;
  pathname: string;
  title: string;
}

function Missing({ given, pluginId, pathname, title }: MissingProps) {
  const t = useHostTexts();
  const tab = <OpenInTab path={pathname} />;
  switch (refusalIn(given, pluginId)) {
    case 'off':
      return <EmptyState title={t('page.stopped')} text={t('minimal.off.text')} />;
    case 'unknown':
      return <EmptyState title={t('embed.unknown.title')} text={t('embed.unknown.text', { id: pluginId })} />;
    case 'not-embedded':
      return <EmptyState title={t('embed.not.title')} text={t('embed.not.text')} actions={tab} />;
    case null:
      return opens(given, pathname) ? (
        <EmptyState title={t('embed.elsewhere.title')} text={t('embed.elsewhere.text', { title })} actions={tab} />
      ) : (
        <EmptyState title={t('minimal.missing.title')} text={t('minimal.missing.text', { path: pathname })} />
      );
  }
}
