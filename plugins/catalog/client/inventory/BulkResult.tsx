import { Modal } from 'antd';
import { observer } from 'mobx-react-lite';
import { LightButton, ProgressLine, useTexts } from '@sinter/sdk/ui';
import type { BulkChange } from './BulkChange.ts';
import css from './inventory.module.css';

/** What became of each of the chosen parts. */
export const BulkResult = observer(function BulkResult({ run, onClose }: { run: BulkChange; onClose: () => void }) {
  const t = useTexts();
  const title = t(`bulk.${run.kind}`);
  return (
    <Modal
      open
      title={title}
      closable={run.finished}
      keyboard={run.finished}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <LightButton kind="primary" disabled={!run.finished} onClick={onClose}>
          {t('common.close')}
        </LightButton>
      }
    >
      {run.finished ? (
        <p>{t(`bulk.${run.kind}.over`, { done: run.doneCount, count: run.lines.length })}</p>
      ) : (
        <ProgressLine label={title} value={run.share} />
      )}
      <ul className={css['results']} aria-live="polite">
        {run.lines.map(({ part, done, message }) => (
          <li key={part.id}>
            <bdi>{part.name}</bdi>
            {done === null && <span className={css['quiet']}>{t('operation.waiting')}</span>}
            {done === true && <span className={css['good']}>{t(`bulk.${run.kind}.done`)}</span>}
            {done === false && <span className={css['bad']}>{message}</span>}
          </li>
        ))}
      </ul>
    </Modal>
  );
});
