import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import type { SessionUser } from '@sinter/sdk/contract/session';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { BarePage } from './BarePage.tsx';
import css from './screens.module.css';

/** For somebody who has signed in but not yet verified the e-mail address. */
export function AccountVerify({ user }: { user: SessionUser }) {
  const t = useHostTexts();
  const navigate = useNavigate();
  return (
    <main className={css['whole']}>
      <BarePage title={t('verify.title')}>
        <p>{t('verify.text', { email: user.email })}</p>
        <div className={css['buttons']}>
          <Button type="primary" onClick={() => window.location.assign('/')}>
            {t('verify.check')}
          </Button>
          <Button onClick={() => void navigate('/logout')}>{t('verify.logout')}</Button>
        </div>
      </BarePage>
    </main>
  );
}
