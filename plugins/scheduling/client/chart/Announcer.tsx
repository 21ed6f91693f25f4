import { useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import type { ChartStore } from './ChartStore.ts';
import { describeDraft, describeJob } from './describe.ts';
import css from './chart.module.css';

/** Says what changes to those who do not see it: where the keyboard stands, and what becomes of what is moved. */
export const Announcer = observer(function Announcer({ store }: { store: ChartStore }) {
  const t = useTexts();
  const { draft, outcome, clashes } = store.edit;
  const text = () => {
    if (draft) return `${describeDraft(t, store, draft)} ${clashes ? t('chart.clash') : ''}`;
    if (outcome)
      return `${t(`chart.${outcome.how}`)} ${outcome.how === 'saved' ? describeDraft(t, store, outcome.draft) : ''}`;
    return describeJob(t, store);
  };
  return (
    <p className={css['hidden']} aria-live="polite">
      {text()}
    </p>
  );
});
