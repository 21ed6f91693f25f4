import { jobOutcome } from '@sinter/sdk/contract/scheduling/jobSlots';
import { Slot, useTexts } from '@sinter/sdk/ui';
import { Button, Input, InputNumber } from 'antd';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { isCorrection, isDanger, needsCounts, needsReason } from './jobActions.ts';
import type { JobDetailsStore } from './JobDetailsStore.ts';
import css from './drawer.module.css';

/** What an action needs to know: good parts of each file, and why. */
export const ActionDialog = observer(function ActionDialog({ store }: { store: JobDetailsStore }) {
  const t = useTexts();
  const id = useId();
  const event = store.asking;
  if (!event) return null;
  return (
    <form
      className={css['action']}
      aria-labelledby={`${id}-title`}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        store.confirm();
      }}
    >
      <h3 id={`${id}-title`}>{t(`action.ask.${event}`)}</h3>
      {needsCounts(event) && store.files.length > 0 && (
        <>
          {store.job && !isCorrection(event) && (
            <Slot name={jobOutcome} props={{ jobId: store.job.id, onMarked: store.setMarked }} />
          )}
          <p className={css['quiet']}>{t('action.counts')}</p>
          <ul className={css['parts']}>
            {store.files.map((file) => (
              <li key={file.rfqCadFileId}>
                <div className={css['facts']}>
                  <strong>
                    <bdi>{file.fileName}</bdi>
                  </strong>
                </div>
                <InputNumber
                  min={store.boundsOf(file)[0]}
                  max={store.boundsOf(file)[1]}
                  precision={0}
                  value={store.counts.get(file.rfqCadFileId) ?? 0}
                  aria-label={t('action.count', { part: file.fileName })}
                  suffix={t('parts.of', { max: file.quantity })}
                  onChange={(count) => store.setCount(file.rfqCadFileId, count ?? 0)}
                  style={{ width: 120 }}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {needsReason(event) && (
        <label htmlFor={`${id}-reason`}>
          {t('action.reason')}
          <span className={css['asterisk']} aria-hidden="true">
            *
          </span>
          <Input.TextArea
            id={`${id}-reason`}
            rows={2}
            maxLength={1000}
            autoFocus
            aria-required
            aria-invalid={store.problem !== null}
            status={store.problem === null ? '' : 'error'}
            value={store.reason}
            onChange={(change) => store.setReason(change.target.value)}
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
        <Button type="primary" danger={isDanger(event)} htmlType="submit" loading={store.busy}>
          {t(`action.${event}`)}
        </Button>
      </div>
    </form>
  );
});
