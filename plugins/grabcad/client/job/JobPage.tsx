import {
  ErrorNotice,
  LightButton,
  Loading,
  Page,
  Section,
  useLocation,
  usePlugin,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { UiRoot } from '@sinter/sdk/ui/root';
import { observer } from 'mobx-react-lite';
import { selectPartsPath } from '../paths.ts';
import { Screens } from '../tray/Screens.tsx';
import { TrayPanel } from '../tray/TrayPanel.tsx';
import { traySession, type TraySession } from '../tray/TraySession.ts';
import { JobForm } from './JobForm.tsx';
import { JobStore } from './JobStore.ts';
import { readAddress, type TrayEntry } from './trayAddress.ts';
import { Unreadable } from './Unreadable.tsx';
import css from './job.module.css';

/** A job of the tray: created or changed (specification 2.4). Another address is another form. */
export default function JobPage() {
  const { search } = useLocation();
  const session = usePlugin().get(traySession);
  const t = useTexts();
  const address = readAddress(search);
  if (address.problems === null && (address.id !== null || address.entry !== null)) {
    // The host around the embedded screens has no look for antd: the others do without it.
    return (
      <UiRoot>
        <Readable key={search} id={address.id} entry={address.entry} session={session} />
      </UiRoot>
    );
  }
  return (
    <Page title={t('job.new')} actions={<Screens />}>
      <TrayPanel session={session} />
      <Unreadable problems={address.problems ?? ['tray']} session={session} />
    </Page>
  );
}

interface ReadableProps {
  id: number | null;
  entry: TrayEntry | null;
  session: TraySession;
}

const Readable = observer(function Readable({ id, entry, session }: ReadableProps) {
  const t = useTexts();
  const store = useStore((host) => new JobStore(host, id, entry));
  const title = id === null ? t('job.new') : t('job.number', { id });
  return (
    <Page title={title} actions={<Screens />} width="normal">
      <TrayPanel session={session} />
      {store.saved ? <Success store={store} session={session} /> : <Filled store={store} session={session} />}
    </Page>
  );
});

const Filled = observer(function Filled({ store, session }: { store: JobStore; session: TraySession }) {
  const t = useTexts();
  if (store.error !== null) return <ErrorNotice title={t('job.failed')} error={store.error} onRetry={store.retry} />;
  return store.around ? <JobForm store={store} around={store.around} session={session} /> : <Loading />;
});

const Success = observer(function Success({ store, session }: { store: JobStore; session: TraySession }) {
  const t = useTexts();
  const host = usePlugin();
  if (!store.saved) return null;
  const { job, created } = store.saved;
  const back = () => {
    session.tell('JOB_SUBMITTED_SUCCESS', { jobId: job.id, created, status: job.jobStatus });
    host.navigate(selectPartsPath);
  };
  return (
    <Section title={t('success.title')}>
      <p role="status" className={css['done']}>
        {t(created ? 'success.created' : 'success.updated', { id: job.id, name: job.jobName })}
      </p>
      <LightButton kind="primary" autoFocus onClick={back}>
        {t('success.back')}
      </LightButton>
    </Section>
  );
});
