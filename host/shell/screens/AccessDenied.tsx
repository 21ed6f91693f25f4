import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import type { Workspace } from '#host/browser/Workspace.ts';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { homeOf } from '#registry/home';
import { BarePage } from './BarePage.tsx';
import css from './screens.module.css';

export function AccessDenied({ workspace }: { workspace: Workspace }) {
  const t = useHostTexts();
  const navigate = useNavigate();
  return (
    <BarePage title={t('denied.title')} icon={<Lock />}>
      <p>{t('denied.text')}</p>
      <p>{t('denied.advice')}</p>
      <Button type="primary" onClick={() => void navigate(homeOf(workspace))}>
        {t('denied.back')}
      </Button>
    </BarePage>
  );
}

function Lock() {
  return (
    <svg className={css['drawing']} viewBox="0 0 64 64" aria-hidden="true">
      <rect x="14" y="28" width="36" height="26" rx="4" />
      <path d="M22 28v-7a10 10 0 0 1 20 0v7M32 38v7" />
    </svg>
  );
}
