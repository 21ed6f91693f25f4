import { ConfirmDialog, usePlugin, useTexts } from '@sinter/sdk/ui';
import { Drawer } from 'antd';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { DrawerContent, SchedulerStore } from '../scheduler-view/SchedulerStore.ts';
import { JobDetails } from './JobDetails.tsx';
import { JobForm } from './JobForm.tsx';
import type { JobFormStore } from './JobFormStore.ts';

interface JobDrawerProps {
  store: SchedulerStore;
  content: DrawerContent;
}

/** A job beside the chart: made, looked at, or changed. Asks before something entered is lost. */
export default observer(function JobDrawer({ store, content }: JobDrawerProps) {
  const host = usePlugin();
  const t = useTexts();
  const [form, setForm] = useState<JobFormStore | null>(null);
  const [asking, setAsking] = useState(false);
  useEffect(() => host.beforeStop(() => (form?.unsaved ? 'unsaved' : 'ready')), [host, form]);

  const close = () => {
    // After the key press that closes the drawer: the browser would take the same Escape for the question's answer.
    if (form?.unsaved) setTimeout(() => setAsking(true));
    else store.close();
  };
  const answer = (discard: boolean) => {
    setAsking(false);
    if (discard) store.close();
  };
  return (
    <Drawer
      open
      size={content.kind === 'job' ? 460 : 580}
      title={titleOf(t, content)}
      onClose={close}
      mask={content.kind !== 'job'}
      destroyOnHidden
    >
      {content.kind === 'job' ? (
        <JobDetails key={content.job.id} store={store} chartJob={content.job} />
      ) : (
        <JobForm
          key={content.kind === 'edit' ? content.job.id : `new ${content.orderId}`}
          store={store}
          job={content.kind === 'edit' ? content.job : null}
          orderId={content.kind === 'new' ? content.orderId : null}
          onForm={setForm}
          onCancel={close}
        />
      )}
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

function titleOf(t: ReturnType<typeof useTexts>, content: DrawerContent): string {
  if (content.kind === 'new') return t('job.new');
  return content.kind === 'edit' ? t('job.edit', { id: content.job.id }) : t('job.title', { id: content.job.id });
}
