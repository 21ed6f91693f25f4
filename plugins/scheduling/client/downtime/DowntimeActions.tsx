import { cancelDowntime } from '@sinter/sdk/contract/scheduling/downtime';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import { Action } from '@sinter/sdk/state';
import { toast, usePlugin, useTexts } from '@sinter/sdk/ui';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { JobDesk } from '../job-drawer/desk.ts';
import type { Scope } from './downtimeValues.ts';
import { ScopeField } from './ScopeField.tsx';
import css from './downtime.module.css';

interface DowntimeActionsProps {
  desk: JobDesk;
  job: Job;
}

/** A downtime that has not begun can be changed; one that is not over can be ended, alone or with the later ones. */
export const DowntimeActions = observer(function DowntimeActions({ desk, job }: DowntimeActionsProps) {
  const host = usePlugin();
  const t = useTexts();
  const [asking, setAsking] = useState(false);
  const [scope, setScope] = useState<Scope>('ONE');
  const [cancelling] = useState(
    () =>
      new Action(host, {
        run: ({ id, version }: Job, which: Scope) =>
          host.api.call(cancelDowntime, { params: { id }, body: { scope: which, version } }),
        failed: 'a downtime was not ended',
        onDone: (ended) => {
          desk.changed(ended);
          toast.success(t('downtime.ended', { name: ended.jobName }));
          desk.close();
        },
      }),
  );
  const begun = job.jobStatus === 'IN_PROGRESS';
  if (job.jobStatus !== 'QUEUED' && !begun) return null;
  const what = begun ? 'downtime.end' : 'downtime.cancel';
  return (
    <>
      <div className={css['actions']}>
        {!begun && (
          <Button type="primary" onClick={() => desk.open({ kind: 'editDowntime', job })}>
            {t('action.edit')}
          </Button>
        )}
        <Button danger aria-expanded={asking} onClick={() => setAsking(true)}>
          {t(what)}
        </Button>
      </div>
      {asking && (
        <form
          className={css['ask']}
          onSubmit={(submitted) => {
            submitted.preventDefault();
            void cancelling.run(job, scope);
          }}
        >
          <h3>{t(begun ? 'downtime.end.ask' : 'downtime.cancel.ask')}</h3>
          {job.seriesId !== null && <ScopeField value={scope} onChange={setScope} />}
          {cancelling.problem !== null && (
            <p role="alert" className={css['meets']}>
              {cancelling.problem}
            </p>
          )}
          <div className={css['buttons']}>
            <Button onClick={() => setAsking(false)}>{t('action.back')}</Button>
            <Button type="primary" danger htmlType="submit" loading={cancelling.busy}>
              {t(what)}
            </Button>
          </div>
        </form>
      )}
    </>
  );
});
