import { useEffect, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { useNavigate } from 'react-router-dom';
import { LightButton, Section } from '@sinter/sdk/ui';
import type { Browser } from '#host/browser/browser.ts';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { Factors } from './Factors.tsx';
import { FactorsStore } from './FactorsStore.ts';
import './accountTexts.ts';
import css from './account.module.css';

/** `/second-factor`: the company asks for one, and this user has none yet. */
const SecondFactorDue = observer(function SecondFactorDue({ browser }: { browser: Browser }) {
  const t = useHostTexts();
  const navigate = useNavigate();
  const [store] = useState(() => new FactorsStore(browser));
  const title = t('factors.due.title');
  useEffect(() => store.question.start(), [store]);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className={css['due']}>
      <h1>{title}</h1>
      <p className={css['note']}>{t('factors.due.text')}</p>
      <Section>
        <Factors store={store} />
      </Section>
      <div className={css['buttons']}>
        {store.any && (
          // A new page, because the user's rights are others now.
          <LightButton kind="primary" onClick={() => window.location.replace('/')}>
            {t('factors.due.goOn')}
          </LightButton>
        )}
        <LightButton onClick={() => void navigate('/logout')}>{t('verify.logout')}</LightButton>
      </div>
    </main>
  );
});
export default SecondFactorDue;
