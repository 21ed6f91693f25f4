import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { EmptyState, Loading, useReadable } from '@sinter/sdk/ui';
import { rootAttribute } from '#host/runtime/scopedSheet.ts';
import type { PageMatch } from '#registry/pages';
import { isVendor } from '#registry/terms';
import type { Workspace } from '../Workspace.ts';
import { useHostTexts } from '../useHostTexts.ts';
import { PageFailure } from './PageFailure.tsx';
import { mountPage } from './parcels.ts';
import { pageRoot } from './pageRoot.tsx';
import type { Surround } from './pageRoot.tsx';
import css from './pages.module.css';

type Phase = 'starting' | 'shown' | 'stopped' | { error: unknown };

interface PluginPageProps {
  workspace: Workspace;
  match: PageMatch;
  Surround: Surround;
}

/** One page of a plugin, in a React root of its own: an error in it reaches nothing else. */
export function PluginPage({ workspace, match: { pluginId, page, params }, Surround }: PluginPageProps) {
  const t = useHostTexts();
  const place = useRef<HTMLDivElement>(null);
  const [phase, setPhase] = useState<Phase>('starting');
  const [attempt, setAttempt] = useState(0);
  const { runtime, screens } = workspace;
  const plugin = useReadable(useMemo(() => runtime.state(pluginId), [runtime, pluginId]));
  const address = JSON.stringify(params);
  const again = useCallback(() => {
    setPhase('starting');
    setAttempt((before) => before + 1);
  }, []);

  useEffect(() => {
    const element = document.createElement('div');
    element.setAttribute(rootAttribute, pluginId);
    if (isVendor(pluginId)) element.className = css['vendor'] ?? '';
    place.current?.append(element);
    let left = false;
    let drained = false;
    let takeDown = async () => {};
    let stopWaiting = () => {};
    const forget = screens.add(pluginId, async () => {
      drained = true;
      if (!left) setPhase('stopped');
      await takeDown();
      stopWaiting();
      stopWaiting = runtime.state(pluginId).subscribe(comeBack);
    });
    // The page was removed for a new version of its plugin, which runs now.
    const comeBack = () => {
      if (left || runtime.state(pluginId).get()?.phase !== 'active') return;
      stopWaiting();
      again();
    };
    const show = async () => {
      const load = await runtime.page(pluginId, page.id);
      if (left || drained) return;
      const { default: Page } = await load();
      const host = runtime.host(pluginId);
      if (left || drained || !host) return;
      const { Root, Boundary } = pageRoot({ workspace, host, Page, title: page.title, Surround });
      const mounted = mountPage(`${pluginId}/${page.id}`, element, Root, Boundary);
      takeDown = mounted.unmount;
      await mounted.mounted.catch((error: unknown) => {
        runtime.reportRenderFailure(pluginId, error);
        throw error;
      });
      if (!left && !drained) setPhase('shown');
    };
    show().catch((error: unknown) => {
      workspace.browser.log.error('a page could not be shown', {
        plugin: pluginId,
        page: page.id,
        error: String(error),
      });
      if (!left && !drained) setPhase({ error });
    });
    return () => {
      left = true;
      stopWaiting();
      // Its plugin must not stop before the page is gone.
      void takeDown().finally(() => {
        element.remove();
        forget();
      });
    };
  }, [workspace, runtime, screens, pluginId, page.id, page.title, address, attempt, Surround, again]);

  const retry = () => {
    const failed = plugin?.phase === 'quarantined' || plugin?.phase === 'failed';
    setPhase('starting');
    const restarted = failed ? runtime.retry(pluginId).catch(() => {}) : Promise.resolve();
    void restarted.then(again);
  };
  const title = workspace.browser.pluginTexts.t(pluginId, page.title) || t('page.failed');
  return (
    <>
      <div ref={place} className={css['place']} hidden={phase !== 'shown'} />
      {phase === 'starting' &&
        (plugin && plugin.attempt > 1 && plugin.phase !== 'active' ? (
          <Loading text={t('page.again', { attempt: plugin.attempt })} />
        ) : (
          <Loading />
        ))}
      {phase === 'stopped' && <EmptyState title={t('page.stopped')} text={t('page.stopped.text')} />}
      {typeof phase === 'object' && <PageFailure subject={title} error={phase.error} onRetry={retry} />}
    </>
  );
}
