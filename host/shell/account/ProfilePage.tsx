import { useEffect, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { shellProfile } from '@sinter/sdk/plugin';
import { ErrorNotice, Loading, Page, Section, Slot } from '@sinter/sdk/ui';
import { SlotProvider } from '@sinter/sdk/ui/host';
import { together } from '@sinter/sdk/state';
import type { Browser } from '#host/browser/browser.ts';
import { slotSource } from '#host/browser/pages/pageRoot.tsx';
import type { Workspace } from '#host/browser/Workspace.ts';
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

interface ProfilePageProps {
  browser: Browser;
  workspace: Workspace;
}

/** The user's own profile: details, password, second factors, running sessions, and what areas keep of them. */
const ProfilePage = observer(function ProfilePage({ browser, workspace }: ProfilePageProps) {
  const t = useHostTexts();
  const [source] = useState(() => slotSource(workspace));
  const [profile] = useState(() => new ProfileStore(browser));
  const [factors] = useState(() => new FactorsStore(browser));
  const [sessions] = useState(() => new SessionsStore(browser));
  const [clearance] = useState(() => new ClearanceStore(browser));
  useEffect(() => together(profile.start(), factors.question.start()), [profile, factors]);
  const { answer: details, error, retry } = profile.question;
  const title = t('profile.title');
  const policy = factors.factors?.policy;
  return (
    <Page title={title} width="narrow">
      {error !== null && <ErrorNotice subject={title} error={error} onRetry={retry} />}
      {!details && error === null && <Loading />}
      {details && <Details store={profile} profile={details} />}
      {details?.hasPassword && <Password store={profile} onChanged={sessions.question.refresh} />}
      <Section title={t('factors.title')}>
        <p className={css['note']}>{t(policy === 'REQUIRED' ? 'factors.required' : 'factors.text')}</p>
        <Factors store={factors} />
      </Section>
      <SlotProvider value={source}>
        <Slot name={shellProfile} props={{}} />
      </SlotProvider>
      <Sessions store={sessions} />
      <ExportClearance store={clearance} />
    </Page>
  );
});
export default ProfilePage;
