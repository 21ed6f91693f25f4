import { observer } from 'mobx-react-lite';
import { Button } from 'antd';
import type { LiveMachine } from '@sinter/sdk/contract/connectivity/machines';
import { formatDateTime } from '@sinter/sdk/i18n';
import { ErrorNotice, Loading, useStore, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import { LinkStore } from './LinkStore.ts';
import type { WallStore } from './WallStore.ts';
import css from './wall.module.css';

/** Says which planned job a print is, or makes one of it. */
export default observer(function LinkPrint({ machine, store: wall }: { machine: LiveMachine; store: WallStore }) {
  const t = useTexts();
  const store = useStore((host) => new LinkStore(host, machine.id, () => wall.linked()));
  const { jobs, linking, chosen } = store;
  const choices = (jobs.answer ?? []).map((job) => ({ ...job, value: String(job.id) }));
  return (
    <SideDrawer
      title={t('link.title', { machine: machine.name })}
      unsaved={false}
      size={460}
      onClose={() => wall.link(null)}
      footer={
        <Button type="primary" loading={linking.busy} onClick={() => void linking.run()}>
          {t(chosen === '' ? 'link.make' : 'link.save')}
        </Button>
      }
    >
      <p className={css['lead']}>{t('link.lead', { print: machine.print?.name ?? '' })}</p>
      {jobs.error !== null && <ErrorNotice subject={t('link.jobs')} error={jobs.error} onRetry={jobs.retry} />}
      {jobs.loading && <Loading />}
      <fieldset className={css['choices']}>
        <legend>{t('link.jobs')}</legend>
        {choices.map((job) => (
          <label key={job.id}>
            <input type="radio" name="job" checked={chosen === job.value} onChange={() => store.choose(job.value)} />
            <span dir="auto">
              {job.name}
              <small>{formatDateTime(job.fromDate)}</small>
            </span>
          </label>
        ))}
        <label>
          <input type="radio" name="job" checked={chosen === ''} onChange={() => store.choose('')} />
          <span>
            {t('link.new')}
            <small>{t('link.new.text')}</small>
          </span>
        </label>
      </fieldset>
      {linking.problem !== null && (
        <p role="alert" className={css['problem']}>
          {linking.problem}
        </p>
      )}
    </SideDrawer>
  );
});
