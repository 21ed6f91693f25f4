import { formatDateTime, formatNumber } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import { AttachedFile } from './AttachedFile.tsx';
import type { Check } from './CheckInput.tsx';
import css from './lot.module.css';

/** The answer to read. */
export function Answered({
  check: { kind, value, unit, file },
}: {
  check: Pick<Check, 'kind' | 'value' | 'unit' | 'file'>;
}) {
  const t = useTexts();
  if (value === null) return <span className={css['quiet']}>{t('check.open')}</span>;
  if (typeof value === 'boolean') {
    return <strong>{t(kind === 'PASS_FAIL' ? `check.result.${value ? 'pass' : 'fail'}` : 'check.done')}</strong>;
  }
  if (kind === 'FILE') return <AttachedFile file={file} />;
  if (typeof value === 'number') {
    return <strong>{`${formatNumber(value, 6)} ${unit}`}</strong>;
  }
  return <strong dir="auto">{kind === 'TIMESTAMP' ? formatDateTime(value) : value}</strong>;
}
