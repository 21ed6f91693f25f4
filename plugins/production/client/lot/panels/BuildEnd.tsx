import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import { formatNumber } from '@sinter/sdk/i18n';
import { LightButton, LightInput, useStore, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import { Objects } from '../../outcome/Objects.tsx';
import { OutcomeStore } from '../../outcome/OutcomeStore.ts';
import { Pieces } from '../Pieces.tsx';
import type { StepProps } from '../StepProps.ts';
import css from '../lot.module.css';

type Part = NonNullable<StepProps['lot']['job']>['parts'][number];

/** Ends the build: what became of its objects, how many pieces of each part are good, and why it failed. */
export const BuildEnd = observer(function BuildEnd({ store, lot, event }: StepProps & { event: 'COMPLETE' | 'FAIL' }) {
  const t = useTexts();
  const parts = lot.job?.parts ?? [];
  const objects = useStore((host) => new OutcomeStore(host, lot.jobId ?? 0));
  const [entered, setEntered] = useState<ReadonlyMap<number, number>>(new Map());
  const [reason, setReason] = useState('');
  const boundsOf = ({ orderFileId, quantity, most }: Part) => objects.boundsOf(orderFileId, quantity, most);
  const goodOf = (part: Part) => {
    const { least, most } = boundsOf(part);
    return Math.min(Math.max(entered.get(part.lotId) ?? (event === 'COMPLETE' ? part.quantity : 0), least), most);
  };
  const fails = event === 'FAIL';
  return (
    <SideDrawer
      title={t(`build.end.${event}`)}
      size={760}
      unsaved={entered.size > 0 || reason !== ''}
      onClose={() => store.open(null)}
    >
      <div className={css['panel']}>
        <p className={css['quiet']}>{t('build.end.lead')}</p>
        <Objects store={objects} />
        {parts.map((part) => {
          const { least, most } = boundsOf(part);
          return (
            <div key={part.lotId}>
              <Pieces
                label={t('build.end.part', { part: part.part, quantity: formatNumber(part.quantity) })}
                value={goodOf(part)}
                most={most}
                onChange={(good) => setEntered(new Map([...entered, [part.lotId, Math.min(good, most)]]))}
              />
              {(least > 0 || most < part.quantity) && (
                <p className={css['quiet']}>
                  {t('build.end.range', { least: formatNumber(least), most: formatNumber(most) })}
                </p>
              )}
            </div>
          );
        })}
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
                completed: parts.map((part) => ({ orderFileId: part.orderFileId, quantity: goodOf(part) })),
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
