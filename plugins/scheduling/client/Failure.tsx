import { messageOf, useTexts } from '@sinter/sdk/ui';
import { Button } from 'antd';
import css from './failure.module.css';

interface FailureProps {
  /** What could not be done, in the specification's words. */
  title: string;
  error: unknown;
  onRetry: () => void;
}

/** One line above what is still shown. */
export function Failure({ title, error, onRetry }: FailureProps) {
  const t = useTexts();
  return (
    <div role="alert" className={css['failure']}>
      <strong>{title}</strong>
      <span>{messageOf(error)}</span>
      <Button size="small" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  );
}
