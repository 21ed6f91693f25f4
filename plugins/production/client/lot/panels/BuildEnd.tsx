import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import { formatNumber } from '@sinter/sdk/i18n';
import { LightButton, LightInput, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import { Pieces } from '../Pieces.tsx';
import type { StepProps } from '../StepProps.ts';
import css from '../lot.module.css';

/** Ends the build: how many pieces of each part are good, and why it failed. */
export const BuildEnd = observer(function BuildEnd({ store, lot, event }: StepProps & { event: 'COMPLETE' | 'FAIL' }) {
  const t = useTexts();
  const parts = lot.job?.parts ?? [];
  const [entered, setEntered] = useState<ReadonlyMap<number, number>>(new Map());
  const [reason, setReason] = useState('');
  const goodOf = (lotId: number, quantity: number) => entered.get(lotId) ?? (event === 'COMPLETE' ? quantity : 0);
  const fails = event === 'FAIL';
  return (
    <SideDrawer
      title={t(`build.end.${event}`)}
      size={480}
      unsaved={entered.size > 0 || reason !== ''}
      onClose={() => store.open(null)}
    >
      <div className={css['panel']}>
        <p className={css['quiet']}>{t('build.end.lead')}</p>
        {parts.map(({ lotId, part, quantity, most }) => (
          <Pieces
            key={lotId}
            label={t('build.end.part', { part, quantity: formatNumber(quantity) })}
            value={goodOf(lotId, quantity)}
            most={most}
            onChange={(good) => setEntered(new Map([...entered, [lotId, Math.min(good, most)]]))}
          />
        ))}
        {fails && (
          <label className={css['field']}>
            {t('reason')}
            <LightInput type="text" maxLength={200} value={reason} onChange={({ target }) => setReason(target.value)} />
          </label>
        )}
        {store.building.problem !== null && (
          <p role="alert" className={css['refusal']}>
            {store.building.problem}
          </p>
        )}
        <div className={css['actions']}>
          <LightButton
            kind={fails ? 'danger' : 'primary'}
            loading={store.building.busy}
            disabled={fails && reason.trim() === ''}
            onClick={() =>
              void store.build(event, {
                reason: reason.trim(),
                completed: parts.map(({ orderFileId, lotId, quantity }) => ({
                  orderFileId,
                  quantity: goodOf(lotId, quantity),
                })),
              })
            }
          >
            {t(`build.event.${event}`)}
          </LightButton>
        </div>
      </div>
    </SideDrawer>
  );
});
