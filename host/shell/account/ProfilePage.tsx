import { useEffect, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { ErrorNotice, Loading, messageOf, Page, Section, toast } from '@sinter/sdk/ui';
import type { Browser } from '#host/browser/browser.ts';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { ClearanceStore } from './ClearanceStore.ts';
import { Details } from './Details.tsx';
import { ExportClearance } from './ExportClearance.tsx';
import { Factors } from './Factors.tsx';
import { FactorsStore } from './FactorsStore.ts';
import { Password } from './Password.tsx';
import { ProfileStore } from './ProfileStore.ts';
import { Sessions } from './Sessions.tsx';
import { SessionsStore } from './SessionsStore.ts';
import './accountTexts.ts';
import css from './account.module.css';

const report = (error: unknown) => toast.error(messageOf(error));

/** The user's own profile: details, password, second factors, running sessions. */
const ProfilePage = observer(function ProfilePage({ browser }: { browser: Browser }) {
  const t = useHostTexts();
  const [profile] = useState(() => new ProfileStore(browser));
  const [factors] = useState(() => new FactorsStore(browser.api, report));
  const [sessions] = useState(() => new SessionsStore(browser.api, report));
  const [clearance] = useState(() => new ClearanceStore(browser.api, report));
  useEffect(() => {
    void profile.load();
    void factors.load();
  }, [profile, factors]);
  const title = t('profile.title');
  const policy = factors.factors?.policy;
  return (
    <Page title={title} width="narrow">
      {profile.failure !== null && <ErrorNotice subject={title} error={profile.failure} onRetry={profile.load} />}
      {!profile.profile && profile.failure === null && <Loading />}
      {profile.profile && <Details store={profile} profile={profile.profile} />}
      {profile.profile?.hasPassword && <Password store={profile} onChanged={() => void sessions.load()} />}
      <Section title={t('factors.title')}>
        <p className={css['note']}>{t(policy === 'REQUIRED' ? 'factors.required' : 'factors.text')}</p>
        <Factors store={factors} />
      </Section>
      <Sessions store={sessions} />
      <ExportClearance store={clearance} />
    </Page>
  );
});
export default ProfilePage;
