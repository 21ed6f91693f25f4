import { useEffect, useState } from 'react';
import { Button } from 'antd';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { matchPath } from '#registry/paths';
import type { Absence } from '#registry/manifest';
import { principalOf } from '@sinter/sdk/auth';
import type { Workspace } from '#host/browser/Workspace.ts';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { homeOf } from '#registry/home';
import { Loading } from '@sinter/sdk/ui';
import { BarePage } from './BarePage.tsx';
import { wasReturned } from './enter.ts';
import { reloadFor, wasReloadedFor } from './reloadOnce.ts';
import css from './screens.module.css';

const switchable: readonly string[] = ['module-off', 'flag-off', 'dependency-off'];
const told: readonly string[] = [...switchable, 'not-installed'];

/** An address without a screen: says why it is not there, and where to go. */
export function Missing({ workspace, pathname }: { workspace: Workspace; pathname: string }) {
  const { manifest, user } = workspace;
  const t = useHostTexts();
  const navigate = useNavigate();
  const { state } = useLocation();
  const absence = manifest.absent.find(({ path }) => path !== undefined && matchPath(path, pathname));
  const home = homeOf(workspace);
  const [reloading] = useState(!absence && !wasReturned(state) && !wasReloadedFor(pathname));
  useEffect(() => {
    if (reloading) reloadFor(pathname);
  }, [reloading, pathname]);
  if (wasReturned(state)) return <Navigate to={home} replace />;
  if (absence?.code === 'not-permitted') return <Navigate to="/access-denied" replace />;
  if (reloading) return <Loading />;
  const mayRepair = principalOf(user).permissions.includes('FACILITY_SETTINGS_EDITOR');
  return (
    <BarePage title={t('missing.title')} icon={<Gap />}>
      <p>{absence ? t(reasonToken(absence)) : t('missing.text', { path: pathname })}</p>
      {absence && switchable.includes(absence.code) && <p>{t('missing.ask')}</p>}
      {home !== pathname && (
        <Button type="primary" onClick={() => void navigate(home)}>
          {t('missing.home')}
        </Button>
      )}
      {absence && mayRepair && <p className={css['detail']}>{t('missing.reason', { text: absence.text })}</p>}
    </BarePage>
  );
}

const reasonToken = ({ code }: Absence): string => `missing.${told.includes(code) ? code : 'other'}`;

function Gap() {
  return (
    <svg className={css['drawing']} viewBox="0 0 64 64" aria-hidden="true">
      <path d="m32 8 24 12-24 12L8 20Z" />
      <path d="m8 32 24 12 24-12" strokeDasharray="3 4" />
      <path d="m8 44 24 12 24-12" />
    </svg>
  );
}
