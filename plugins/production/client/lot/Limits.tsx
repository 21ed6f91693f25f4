import type { StepCheck } from '@sinter/sdk/contract/production/mes';
import { formatNumber } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import css from './lot.module.css';

/** Within what a measurement has to be. */
export function Limits({ check: { kind, lowest, highest, unit } }: { check: StepCheck }) {
  const t = useTexts();
  if (kind !== 'MEASUREMENT' || (lowest === null && highest === null)) return null;
  const key = lowest === null ? 'atMost' : highest === null ? 'atLeast' : 'between';
  const values = { lowest: formatNumber(lowest ?? 0, 6), highest: formatNumber(highest ?? 0, 6), unit };
  return <bdi className={css['limits']}>{t(`check.${key}`, values).trim()}</bdi>;
}
