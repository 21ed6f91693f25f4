import { formatTime } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import { Button, Switch } from 'antd';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import type { Zone } from '../zone.ts';
import type { LiveJobs } from './LiveJobs.ts';
import css from './board.module.css';

/** How fresh what is shown is, and whether it is asked for anew by itself. */
export const Freshness = observer(function Freshness({ jobs, zone }: { jobs: LiveJobs; zone: Zone }) {
  const t = useTexts();
  const id = useId();
  const { updatedAt } = jobs;
  return (
    <div className={css['fresh']}>
      <label htmlFor={id}>{t('refresh.auto')}</label>
      <Switch id={id} size="small" checked={jobs.autoRefresh} onChange={jobs.setAutoRefresh} />
      <Button
        type="text"
        size="small"
        loading={jobs.loading}
        aria-label={t('refresh.now')}
        title={t('refresh.now')}
        onClick={jobs.refresh}
        icon={<span aria-hidden="true">↻</span>}
      />
      {updatedAt !== null && (
        <span className={css['updated']}>{t('refresh.updated', { time: formatTime(updatedAt, zone.name) })}</span>
      )}
    </div>
  );
});
