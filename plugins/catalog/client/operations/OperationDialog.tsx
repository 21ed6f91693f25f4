import { Checkbox, Modal } from 'antd';
import { observer } from 'mobx-react-lite';
import { fileContent } from '@sinter/sdk/contract/host/files';
import { LightButton, ProgressLine, Thumbnail, usePlugin, useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import { OperationForm } from './OperationForm.tsx';
import type { OperationRun, OperationRuns } from './OperationRuns.ts';
import { makesFiles, partOperations } from './operationTable.ts';
import { summaryOf } from './summary.ts';
import css from './operations.module.css';

interface OperationDialogProps {
  runs: OperationRuns;
  onClose: () => void;
}

/** One operation for the chosen parts: which, with what, and what became of each. */
export const OperationDialog = observer(function OperationDialog({ runs, onClose }: OperationDialogProps) {
  const t = useTexts();
  const count = runs.lines.length;
  return (
    <Modal
      open
      width={640}
      title={runs.started ? t(`operation.type.${runs.type}`) : t('operation.title', { count })}
      keyboard={!runs.isRunning}
      closable={!runs.isRunning}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={null}
      destroyOnHidden
    >
      {runs.started ? <Results runs={runs} onClose={onClose} /> : <Setup runs={runs} onClose={onClose} />}
    </Modal>
  );
});

const Setup = observer(function Setup({ runs, onClose }: OperationDialogProps) {
  const t = useTexts();
  return (
    <div className={css['setup']}>
      <Select
        className={css['type']}
        aria-label={t('operation.choose')}
        value={runs.type}
        virtual={false}
        listHeight={430}
        options={partOperations.map((value) => ({ value, label: t(`operation.type.${value}`) }))}
        onChange={runs.choose}
      />
      <OperationForm
        key={runs.type}
        type={runs.type}
        parts={runs.lines.map(({ part }) => part)}
        onRun={(input) => void runs.run(input)}
      >
        {makesFiles(runs.type) && (
          <Checkbox checked={runs.keep} onChange={(event) => runs.setKeep(event.target.checked)}>
            {t('operation.keep')}
          </Checkbox>
        )}
        <div className={css['footer']}>
          <LightButton onClick={onClose}>{t('common.cancel')}</LightButton>
          <LightButton kind="primary" type="submit">
            {t('operation.run', { count: runs.lines.length })}
          </LightButton>
        </div>
      </OperationForm>
    </div>
  );
});

const Results = observer(function Results({ runs, onClose }: OperationDialogProps) {
  const t = useTexts();
  return (
    <div className={css['setup']}>
      <ProgressLine label={t(runs.isOver ? 'operation.over' : 'operation.running')} value={runs.share} />
      <ul className={css['results']} aria-live="polite">
        {runs.lines.map((line) => (
          <ResultLine key={line.part.id} runs={runs} line={line} />
        ))}
      </ul>
      <div className={css['footer']}>
        {runs.isRunning ? (
          <LightButton kind="danger" onClick={runs.stop}>
            {t('operation.cancelAll')}
          </LightButton>
        ) : (
          <LightButton kind="primary" onClick={onClose}>
            {t('common.close')}
          </LightButton>
        )}
      </div>
    </div>
  );
});

const ResultLine = observer(function ResultLine({ runs, line }: { runs: OperationRuns; line: OperationRun }) {
  const t = useTexts();
  const { api } = usePlugin();
  const href = (id: number) => api.href(fileContent, { params: { id }, query: { download: 'true' } });
  const { part, state } = line;
  return (
    <li>
      <Thumbnail src={part.revision.pngFileDTO?.fileURL ?? null} alt="" size={40} />
      <div className={css['result']}>
        <strong>
          <bdi>{part.name}</bdi>
        </strong>
        {state.kind === 'waiting' && <span className={css['quiet']}>{t('operation.waiting')}</span>}
        {state.kind === 'running' && (
          <ProgressLine label={t('operation.running')} value={state.progress} secondsLeft={state.secondsLeft} />
        )}
        {state.kind === 'done' && (
          <>
            <span>{summaryOf(t, runs.type, state.outcome)}</span>
            {state.revision === null &&
              line.made.map((file) => (
                <span key={file.id} className={css['made']}>
                  <a href={href(file.id)}>
                    <bdi>{file.fileName}</bdi>
                  </a>
                  <LightButton size="small" loading={line.taking} onClick={() => void line.take(file.id)}>
                    {t('operation.take')}
                  </LightButton>
                </span>
              ))}
            {state.revision !== null && (
              <span className={css['good']}>{t('operation.kept', { revision: state.revision })}</span>
            )}
            {state.refused !== null && (
              <span className={css['bad']}>{t('operation.notKept', { reason: state.refused })}</span>
            )}
          </>
        )}
        {state.kind === 'failed' && <span className={css['bad']}>{state.message}</span>}
        {state.kind === 'cancelled' && <span className={css['quiet']}>{t('operation.cancelled')}</span>}
      </div>
      {!line.isOver && (
        <LightButton size="small" aria-label={t('operation.cancelOne', { name: part.name })} onClick={line.cancel}>
          {t('common.cancel')}
        </LightButton>
      )}
    </li>
  );
});
