import {
  EmptyState,
  ErrorNotice,
  Loading,
  Page,
  Pager,
  Section,
  TimeZoneNote,
  usePlugin,
  useTexts,
} from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Screens } from '../tray/Screens.tsx';
import { TrayPanel } from '../tray/TrayPanel.tsx';
import { trayErrorText } from '../tray/trayErrorText.ts';
import { traySession } from '../tray/TraySession.ts';
import { JobFilters } from './JobFilters.tsx';
import { JobsScheduledStore, pageSize } from './JobsScheduledStore.ts';
import { JobTable } from './JobTable.tsx';
import css from './jobs.module.css';

export default observer(function JobsScheduledPage() {
  const host = usePlugin();
  const t = useTexts();
  const session = host.get(traySession);
  const [store] = useState(() => new JobsScheduledStore(host, session));
  useEffect(() => store.start(), [store]);

  return (
    <Page title={t('jobs.title')} actions={<Screens />}>
      <TrayPanel session={session} />
      <Section>
        <JobFilters store={store} />
        {store.sendError !== null && (
          <p role="alert" className={css['problem']}>
            {trayErrorText(store.sendError)}
          </p>
        )}
        {store.sentJob !== null && (
          <p role="status" className={css['done']}>
            {t('jobs.sent', { name: store.sentJob })}
          </p>
        )}
        <Jobs store={store} />
        <Pager
          page={store.shown.page}
          pageSize={pageSize}
          shown={store.jobs.length}
          total={store.total}
          onPage={(page) => store.show({ page })}
        />
        <TimeZoneNote />
      </Section>
    </Page>
  );
});

const Jobs = observer(function Jobs({ store }: { store: JobsScheduledStore }) {
  const t = useTexts();
  if (store.error !== null) {
    return <ErrorNotice title={t('jobs.failed')} error={store.error} onRetry={store.retry} />;
  }
  if (store.loading && store.jobs.length === 0) return <Loading />;
  if (store.jobs.length === 0) return <EmptyState title={t('jobs.none')} text={t('jobs.noneText')} />;
  return <JobTable store={store} />;
});
