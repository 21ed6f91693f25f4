import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import { LightButton, LightInput, useTexts } from '@sinter/sdk/ui';
import { Labelled } from '@sinter/sdk/ui/versions';
import type { GateStore } from './GateStore.ts';
import css from './checklists.module.css';

/** It goes on without what is open, with a reason. */
export const Override = observer(function Override({ store }: { store: GateStore }) {
  const t = useTexts();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const { overriding } = store;
  const override = () => {
    if (reason.trim() === '') setMissing(true);
    else void overriding.run(reason.trim());
  };
  return (
    <div className={css['overrides']}>
      <Labelled
        label={t('gate.reason')}
        hint={t('gate.override.hint')}
        problem={missing ? t('gate.reasonNeeded') : (overriding.problem ?? undefined)}
      >
        {(field) => (
          <LightInput
            {...field}
            dir="auto"
            autoFocus
            maxLength={500}
            value={reason}
            disabled={store.busy}
            onChange={({ target }) => {
              setReason(target.value);
              setMissing(false);
            }}
          />
        )}
      </Labelled>
      <LightButton kind="danger" disabled={store.busy} loading={overriding.busy} onClick={override}>
        {t('gate.override.do')}
      </LightButton>
    </div>
  );
});
