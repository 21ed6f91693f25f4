import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import { LightButton, LightInput, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import { nameOf } from '../../words.ts';
import type { StepProps } from '../StepProps.ts';
import css from '../lot.module.css';

/** Its pieces go on without the step. */
export const Skip = observer(function Skip({ store, step }: StepProps) {
  const t = useTexts();
  const [reason, setReason] = useState('');
  return (
    <SideDrawer
      title={t('skip.title', { step: nameOf(t, step) })}
      size={440}
      unsaved={reason !== ''}
      onClose={() => store.open(null)}
    >
      <div className={css['panel']}>
        <p>{t('skip.lead')}</p>
        {!step.optional && (
          <label className={css['field']}>
            {t('reason')}
            <LightInput type="text" maxLength={200} value={reason} onChange={({ target }) => setReason(target.value)} />
          </label>
        )}
        {store.firing.problem !== null && (
          <p role="alert" className={css['refusal']}>
            {store.firing.problem}
          </p>
        )}
        <div className={css['actions']}>
          <LightButton
            kind="primary"
            loading={store.firing.busy}
            disabled={!step.optional && reason.trim() === ''}
            onClick={() => void store.fire(step, 'SKIP', reason.trim())}
          >
            {t('event.SKIP')}
          </LightButton>
        </div>
      </div>
    </SideDrawer>
  );
});
