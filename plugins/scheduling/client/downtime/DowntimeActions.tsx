import { cancelDowntime } from '@sinter/sdk/contract/downtime';
import type { Job } from '@sinter/sdk/contract/scheduling';
import { messageOf, toast, usePlugin, useTexts } from '@sinter/sdk/ui';
import { Button } from 'antd';
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
export function DowntimeActions({ desk, job }: DowntimeActionsProps) {
  const host = usePlugin();
  const t = useTexts();
  const [asking, setAsking] = useState(false);
  const [scope, setScope] = useState<Scope>('ONE');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const begun = job.jobStatus === 'IN_PROGRESS';
  if (job.jobStatus !== 'QUEUED' && !begun) return null;
  const what = begun ? 'downtime.end' : 'downtime.cancel';

  const cancel = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const body = { scope, version: job.version };
      const ended = await host.api.call(cancelDowntime, { params: { id: job.id }, body });
      desk.changed(ended);
      toast.success(t('downtime.ended', { name: job.jobName }));
      desk.close();
    } catch (error) {
      host.log.warn('a downtime was not ended', { job: job.id, error: String(error) });
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
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
            void cancel();
          }}
        >
          <h3>{t(begun ? 'downtime.end.ask' : 'downtime.cancel.ask')}</h3>
          {job.seriesId !== null && <ScopeField value={scope} onChange={setScope} />}
          {problem !== null && (
            <p role="alert" className={css['meets']}>
              {problem}
            </p>
          )}
          <div className={css['buttons']}>
            <Button onClick={() => setAsking(false)}>{t('action.back')}</Button>
            <Button type="primary" danger htmlType="submit" loading={busy}>
              {t(what)}
            </Button>
          </div>
        </form>
      )}
    </>
  );
}
