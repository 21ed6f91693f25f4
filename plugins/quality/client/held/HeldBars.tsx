import { observer } from 'mobx-react-lite';
import type { NcrHolder } from '@sinter/sdk/contract/quality/holds';
import type { JobMarksProps } from '@sinter/sdk/contract/scheduling/jobSlots';
import { useTexts } from '@sinter/sdk/ui';
import { Sign } from './Sign.tsx';
import { useHeld } from './useHeld.ts';
import css from './held.module.css';

/** On the bars of builds that are held: by what. */
export default observer(function HeldBars({ placeOf }: JobMarksProps) {
  const held = useHeld();
  return held.jobs.map(({ jobId, by }) => <Bar key={jobId} jobId={jobId} by={by} placeOf={placeOf} />);
});

/** Each follows the chart alone. */
const Bar = observer(function Bar({ jobId, by, placeOf }: JobMarksProps & { jobId: number; by: readonly NcrHolder[] }) {
  const t = useTexts();
  const place = placeOf(jobId);
  if (!place) return null;
  const { start, ...size } = place;
  return (
    <div className={css['bar']} style={{ insetInlineStart: start, ...size }}>
      <Sign by={by} what={t('held.job')} className={css['sign']} />
    </div>
  );
});
