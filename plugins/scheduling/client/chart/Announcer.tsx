import { useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import type { Planner } from './Planner.ts';
import { describeDraft, describeJob } from './describe.ts';
import css from './chart.module.css';

/** Says what changes to those who do not see it: where the keyboard stands, and what becomes of what is moved. */
export const Announcer = observer(function Announcer({ planner }: { planner: Planner }) {
  const t = useTexts();
  const { draft, outcome, clashes } = planner.edit;
  const text = () => {
    if (draft) return `${describeDraft(t, planner.chart, draft)} ${clashes ? t('chart.clash') : ''}`;
    if (outcome)
      return `${t(`chart.${outcome.how}`)} ${outcome.how === 'saved' ? describeDraft(t, planner.chart, outcome.draft) : ''}`;
    return describeJob(t, planner);
  };
  return (
    <p className={css['hidden']} aria-live="polite">
      {text()}
    </p>
  );
});
