import { useEffect, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { useParams } from 'react-router-dom';
import { ConfirmDialog, ErrorNotice, LightButton, Loading, Page, Section, toast } from '@sinter/sdk/ui';
import type { Browser } from '#host/browser/browser.ts';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { AppForm } from './AppForm.tsx';
import { AppPermissions } from './AppPermissions.tsx';
import { AppSettingsStore } from './AppSettingsStore.ts';
import '../account/accountTexts.ts';
import './appTexts.ts';
import css from '../account/account.module.css';

/** What an administrator decides on a vendor's app: its permissions, its settings, and what it has kept. */
const AppSettingsPage = function AppSettingsPage({ browser }: { browser: Browser }) {
  const { id = '' } = useParams();
  return <App key={id} browser={browser} id={id} />;
};
export default AppSettingsPage;

const App = observer(function App({ browser, id }: { browser: Browser; id: string }) {
  const t = useHostTexts();
  const [store] = useState(() => new AppSettingsStore(browser, id));
  useEffect(() => store.question.start(), [store]);
  const { form, granting, question } = store;
  const title = form ? t('app.title', { app: form.title }) : t('app.settings');
  return (
    <Page title={title} width="narrow">
      {question.error !== null && <ErrorNotice subject={title} error={question.error} onRetry={question.retry} />}
      {!form && question.error === null && <Loading />}
      {granting?.changeable && granting.asked.length > 0 && <AppPermissions store={store} granting={granting} />}
      {form && (form.fields.length > 0 || form.backend) && <AppForm store={store} form={form} />}
      {form && <Kept store={store} app={form.title} />}
    </Page>
  );
});

const Kept = observer(function Kept({ store, app }: { store: AppSettingsStore; app: string }) {
  const t = useHostTexts();
  const [asking, setAsking] = useState(false);
  const answer = async (yes: boolean) => {
    setAsking(false);
    if (yes && (await store.deleting.run())) toast.success(t('app.data.deleted'));
  };
  return (
    <Section title={t('app.data')}>
      <p className={css['note']}>{t('app.data.text')}</p>
      <div className={css['buttons']}>
        <a href={store.exportHref} download>
          {t('app.data.export')}
        </a>
        <LightButton loading={store.deleting.busy} onClick={() => setAsking(true)}>
          {t('app.data.delete')}
        </LightButton>
      </div>
      {store.deleting.problem !== null && <p role="alert">{store.deleting.problem}</p>}
      <ConfirmDialog
        open={asking}
        danger
        title={t('app.data.sure', { app })}
        yes={t('app.data.delete')}
        no={t('account.cancel')}
        onAnswer={(yes) => void answer(yes)}
      >
        {t('app.data.gone')}
      </ConfirmDialog>
    </Section>
  );
});
