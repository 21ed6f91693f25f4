import { ConfirmDialog, Loading, usePlugin, useTexts } from '@sinter/sdk/ui';
import { Drawer } from 'antd';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { DrawerContent, JobDesk } from './desk.ts';
import { drawerSide } from '../texts.ts';
import { JobDetails } from './JobDetails.tsx';

const JobForm = lazy(() => import('./JobForm.tsx'));
const DowntimeForm = lazy(() => import('../downtime/DowntimeForm.tsx'));

interface JobDrawerProps {
  /** The screen that the drawer lies on. */
  store: JobDesk;
  content: DrawerContent;
}

/** What somebody has entered and would lose. */
interface Entered {
  readonly unsaved: boolean;
}

/** A job or a downtime beside the chart: made, looked at, or changed. Asks before something entered is lost. */
export default observer(function JobDrawer({ store: desk, content }: JobDrawerProps) {
  const host = usePlugin();
  const t = useTexts();
  const [form, setForm] = useState<Entered | null>(null);
  const [asking, setAsking] = useState(false);
  useEffect(() => host.beforeStop(() => (form?.unsaved ? 'unsaved' : 'ready')), [host, form]);

  const close = () => {
    // After the key press that closes the drawer: the browser would take the same Escape for the question's answer.
    if (form?.unsaved) setTimeout(() => setAsking(true));
    else desk.close();
  };
  const answer = (discard: boolean) => {
    setAsking(false);
    if (discard) desk.close();
  };
  return (
    <Drawer
      open
      placement={drawerSide()}
      size={content.kind === 'job' ? 460 : 620}
      title={titleOf(t, content)}
      onClose={close}
      mask={content.kind !== 'job' || form?.unsaved === true}
      destroyOnHidden
    >
      <Suspense fallback={<Loading />}>
        <Content desk={desk} content={content} onForm={setForm} onCancel={close} />
      </Suspense>
      <ConfirmDialog
        open={asking}
        danger
        title={t('form.discard')}
        yes={t('form.discard.yes')}
        no={t('form.discard.no')}
        onAnswer={answer}
      >
        {t('form.discard.text')}
      </ConfirmDialog>
    </Drawer>
  );
});

interface ContentProps {
  desk: JobDesk;
  content: DrawerContent;
  onForm: (form: Entered | null) => void;
  onCancel: () => void;
}

function Content({ desk, content, onForm, onCancel }: ContentProps) {
  const shared = { desk, onForm, onCancel };
  if (content.kind === 'job')
    return <JobDetails key={content.job.id} desk={desk} shown={content.job} onForm={onForm} />;
  if (content.kind === 'edit')
    return <JobForm key={content.job.id} {...shared} job={content.job} beginning={{ begun: content.begun }} />;
  if (content.kind === 'downtime')
    return <DowntimeForm {...shared} job={null} place={content.place} begun={content.begun} />;
  if (content.kind === 'editDowntime')
    return <DowntimeForm key={content.job.id} {...shared} job={content.job} begun={content.begun} />;
  const { orderId, parts = [], place, begun } = content;
  return <JobForm key={`new ${orderId}`} {...shared} job={null} beginning={{ orderId, parts, place, begun }} />;
}

function titleOf(t: ReturnType<typeof useTexts>, content: DrawerContent): string {
  if (content.kind === 'new') return t('job.new');
  if (content.kind === 'downtime') return t('downtime.new');
  if (content.kind === 'editDowntime') return t('downtime.edit', { id: content.job.id });
  return content.kind === 'edit' ? t('job.edit', { id: content.job.id }) : t('job.title', { id: content.job.id });
}
