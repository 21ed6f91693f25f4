import { observer } from 'mobx-react-lite';
import { formatNumber } from '@sinter/sdk/i18n';
import { ErrorNotice, LightButton, Loading, useStore, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import { nameOf } from '../../words.ts';
import type { StepProps } from '../StepProps.ts';
import { MergeStore } from './MergeStore.ts';
import css from '../lot.module.css';

/** Open pieces of other lots join this one. */
export const Merge = observer(function Merge({ store, lot, step }: StepProps) {
  const t = useTexts();
  const own = useStore(() => new MergeStore(store, { lot, step }));
  const { others, merging, chosen } = own;
  return (
    <SideDrawer
      title={t('merge.title', { step: nameOf(t, step) })}
      size={480}
      unsaved={chosen.size > 0 && !merging.busy}
      onClose={() => store.open(null)}
    >
      <div className={css['panel']}>
        <p className={css['quiet']}>{t('merge.lead')}</p>
        {!others.answer &&
          (others.error === null ? (
            <Loading />
          ) : (
            <ErrorNotice subject={t('merge')} error={others.error} onRetry={others.retry} />
          ))}
        {others.answer?.length === 0 && <p>{t('merge.none')}</p>}
        {others.answer?.map(({ id, number, open, jobName }) => (
          <label key={id} className={css['tick']}>
            <input type="checkbox" checked={chosen.has(id)} onChange={() => own.toggle(id)} />
            <span>
              {t('merge.lot', { number, open: formatNumber(open) })} <bdi className={css['quiet']}>{jobName}</bdi>
            </span>
          </label>
        ))}
        {merging.problem !== null && (
          <p role="alert" className={css['refusal']}>
            {merging.problem}
          </p>
        )}
        <div className={css['actions']}>
          <LightButton
            kind="primary"
            disabled={chosen.size === 0}
            loading={merging.busy}
            onClick={() => void merging.run()}
          >
            {t('merge')}
          </LightButton>
        </div>
      </div>
    </SideDrawer>
  );
});
