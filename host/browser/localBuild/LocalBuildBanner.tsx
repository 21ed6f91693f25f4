import { useEffect, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { Link } from 'react-router-dom';
import { localBuildPath } from '@sinter/sdk/contract/host/localBuilds';
import { LightButton } from '@sinter/sdk/ui';
import type { Workspace } from '../Workspace.ts';
import { useHostTexts } from '../useHostTexts.ts';
import './localBuildTexts.ts';
import { LocalBuildStore, tool } from './LocalBuildStore.ts';
import { Problems } from './Problems.tsx';
import css from './localBuild.module.css';

/** Stays above every screen as long as the tab loads a build that nobody has reviewed. */
export const LocalBuildBanner = observer(function LocalBuildBanner({
  workspace,
  id,
}: {
  workspace: Workspace;
  id: string;
}) {
  const t = useHostTexts();
  const [store] = useState(() => new LocalBuildStore(workspace, id));
  useEffect(() => store.start(), [store]);
  useEffect(() => store.follow(), [store]);
  const { build, gone } = store;
  if (!build && !gone) return null;
  return (
    <aside className={css['banner']} aria-label={t('localBuild.title')}>
      <div className={css['line']}>
        {build && !gone && (
          <>
            <strong>
              <bdi>{build.title}</bdi> <bdi>{build.version}</bdi>
            </strong>
            <span>{t('localBuild.only')}</span>
          </>
        )}
        {gone && <strong>{t('localBuild.ended')}</strong>}
        <span className={css['end']}>
          <LightButton size="small" onClick={() => store.leave()}>
            {t(gone ? 'localBuild.close' : 'localBuild.stop')}
          </LightButton>
        </span>
      </div>
      <div role="status">
        {build && !gone && !build.watching && <p>{t('localBuild.gone', { tool })}</p>}
        {build && !gone && store.obstacle !== null && <p dir="auto">{store.obstacle}</p>}
        {build && !gone && build.asksForMore && (
          <p className={css['line']}>
            {t('localBuild.more')}
            <Link to={localBuildPath.replace(':id', id)}>{t('localBuild.review')}</Link>
          </p>
        )}
        {build && !gone && <Problems problems={build.problems} />}
      </div>
    </aside>
  );
});
