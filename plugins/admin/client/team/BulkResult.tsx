import { Modal } from 'antd';
import { observer } from 'mobx-react-lite';
import { LightButton, ProgressLine, useTexts } from '@sinter/sdk/ui';
import type { BulkRun } from './BulkRun.ts';
import { nameOf } from './TeamStore.ts';
import css from './team.module.css';

/** What became of each of those chosen. */
export const BulkResult = observer(function BulkResult({ run, onClose }: { run: BulkRun; onClose: () => void }) {
  const t = useTexts();
  const title = t(run.enabled ? 'team.bulk.enabling' : 'team.bulk.disabling');
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
      <ProgressLine label={title} value={run.share} />
      <ul className={css['results']} aria-live="polite">
        {run.lines.map(({ member, outcome }) => (
          <li key={member.id}>
            <span>{nameOf(member)}</span>
            {outcome === null && <span className={css['quiet']}>{t('team.bulk.waiting')}</span>}
            {outcome === 'done' && (
              <span className={css['good']}>{t(run.enabled ? 'team.bulk.enabled' : 'team.bulk.disabled')}</span>
            )}
            {outcome === 'skipped' && <span className={css['quiet']}>{t('team.bulk.skipped')}</span>}
            {outcome !== null && typeof outcome === 'object' && <span className={css['bad']}>{outcome.refused}</span>}
          </li>
        ))}
      </ul>
    </Modal>
  );
});
