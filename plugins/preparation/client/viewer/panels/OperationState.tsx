import { ErrorNotice, LightButton, ProgressLine, useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import type { ViewerOperation } from '../operation.ts';
import css from '../viewer.module.css';

interface OperationStateProps {
  operation: ViewerOperation;
  label: string;
  onCancel: () => void;
}

/** How far an operation is, with a button to cancel it; or why it failed. */
export const OperationState = observer(function OperationState({ operation, label, onCancel }: OperationStateProps) {
  const t = useTexts();
  const { state, progress, secondsLeft, error } = operation;
  if (state === 'FAILED')
    return <ErrorNotice title={t('viewer.operationFailed', { operation: label })} error={error} />;
  if (state !== 'RUNNING') return null;
  return (
    <div className={css['stack']}>
      <ProgressLine label={label} value={progress} secondsLeft={secondsLeft} />
      <LightButton size="small" onClick={onCancel}>
        {t('viewer.cancel')}
      </LightButton>
    </div>
  );
});
