import { messageOf, useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { formatWindow } from '../texts.ts';
import type { Zone } from '../zone.ts';
import type { JobDetailsStore } from './JobDetailsStore.ts';
import css from './drawer.module.css';

/** Which job the parts go into. */
export const MergeDialog = observer(function MergeDialog({ store, zone }: { store: JobDetailsStore; zone: Zone }) {
  const t = useTexts();
  const id = useId();
  const { merging } = store;
  if (!merging) return null;
  const { answer: candidates, error } = merging.candidates;
  return (
    <form
      className={css['action']}
      aria-labelledby={`${id}-title`}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        void store.merge();
      }}
    >
      <h3 id={`${id}-title`}>{t('action.ask.MERGE')}</h3>
      <p className={css['quiet']}>{t('merge.text')}</p>
      {error !== null && (
        <p role="alert" className={css['problem']}>
          {messageOf(error)}
        </p>
      )}
      {candidates?.length === 0 ? (
        <p role="status">{t('merge.none')}</p>
      ) : (
        <label htmlFor={`${id}-into`}>
          {t('merge.into')}
          <Select
            id={`${id}-into`}
            style={{ width: '100%' }}
            loading={candidates === null && error === null}
            value={merging.target}
            placeholder={t('merge.choose')}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={merging.choose}
            options={(candidates ?? []).map((job) => ({
              value: job.id,
              label: `#${job.id} ${job.jobName} · ${formatWindow(zone, job)}`,
            }))}
          />
        </label>
      )}
      {store.problem !== null && (
        <p role="alert" className={css['problem']}>
          {store.problem}
        </p>
      )}
      <div className={css['buttons']}>
        <Button onClick={store.stopAsking}>{t('action.back')}</Button>
        <Button type="primary" htmlType="submit" loading={store.busy} disabled={merging.target === null}>
          {t('action.MERGE')}
        </Button>
      </div>
    </form>
  );
});
