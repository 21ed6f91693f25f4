import { Checkbox } from 'antd';
import { observer } from 'mobx-react-lite';
import { ErrorNotice, LightButton, Loading, toast, useTexts } from '@sinter/sdk/ui';
import { Restored } from '@sinter/sdk/ui/form';
import type { FinishingStore } from './FinishingStore.ts';
import css from './facility.module.css';

/** What the facility finishes parts with. */
export const Finishing = observer(function Finishing({ store }: { store: FinishingStore }) {
  const t = useTexts();
  const save = async () => {
    if (await store.saving.run()) toast.success(t('facility.finishing.saved'));
  };
  if (store.steps.error !== null) {
    return <ErrorNotice subject={t('facility.finishing')} error={store.steps.error} onRetry={store.steps.retry} />;
  }
  if (store.steps.loading) return <Loading />;
  return (
    <>
      {store.restored && store.unsaved && (
        <div className={css['restored']}>
          <Restored onDiscard={store.reset} />
        </div>
      )}
      <p className={css['lead']}>
        {t(store.chosen.size === 0 ? 'facility.finishing.none' : 'facility.finishing.text')}
      </p>
      <ul className={css['steps']} aria-label={t('facility.finishing')}>
        {(store.steps.answer ?? []).map(({ id, name, description }) => (
          <li key={id}>
            <Checkbox
              checked={store.chosen.has(id)}
              aria-describedby={`finishing-${id}`}
              onChange={() => store.toggle(id)}
            >
              {name}
            </Checkbox>
            <span id={`finishing-${id}`} className={css['quiet']}>
              {description}
            </span>
          </li>
        ))}
      </ul>
      {store.saving.problem !== null && (
        <p role="alert" className={css['problem']}>
          {store.saving.problem}
        </p>
      )}
      <div className={css['footer']}>
        {store.unsaved && <LightButton onClick={store.reset}>{t('common.reset')}</LightButton>}
        <LightButton kind="primary" loading={store.saving.busy} disabled={!store.unsaved} onClick={() => void save()}>
          {t('common.save')}
        </LightButton>
      </div>
    </>
  );
});
