import { useEffect } from 'react';
import type { PartPins } from '@sinter/sdk/contract/preparation/partThreads';
import { formatLength } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import type { Measuring } from './measure/Measuring.ts';
import css from './viewer.module.css';

/** A line over the picture that says what to do next and what came of it. Screen readers read it aloud. */
export const Guide = observer(function Guide({ measuring, pins }: { measuring: Measuring; pins: PartPins | null }) {
  const t = useTexts();
  const { tool, marks, results, hint } = measuring;
  const last = results.at(-1);
  const pinning = pins?.guide ?? null;
  const guide = pinning ?? (tool && t(`viewer.measure.guide.${tool}`));
  // What was said about the last click does not hold for what is asked now.
  useEffect(() => measuring.forgetHint(), [measuring, pinning]);
  return (
    <p className={css['guide']} role="status">
      {guide !== null && (
        <span>
          {hint !== null && <strong>{t(hint)} </strong>}
          {pinning === null && hint === null && marks.length === 0 && last && (
            <strong>
              {t(`viewer.measure.${last.kind}`)}: {formatLength(last.value)}.{' '}
            </strong>
          )}
          {pinning === null && marks.length > 0 && `${t('viewer.measure.marked', { count: marks.length })} `}
          {guide}
        </span>
      )}
    </p>
  );
});
