import { useEffect } from 'react';
import { observer } from 'mobx-react-lite';
import { personBasisSchema } from '@sinter/sdk/contract/host/exportControl';
import { formatDate } from '@sinter/sdk/i18n';
import { ErrorNotice, LightButton, Section } from '@sinter/sdk/ui';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import type { ClearanceStore } from './ClearanceStore.ts';
import css from './account.module.css';

/** Whether the person may read export-controlled files here. Not shown where no such work is done. */
export const ExportClearance = observer(function ExportClearance({ store }: { store: ClearanceStore }) {
  const t = useHostTexts();
  const { answer: clearance, error, retry } = store.question;
  useEffect(() => store.question.start(), [store]);
  const title = t('clearance.title');
  if (error !== null) {
    return (
      <Section title={title}>
        <ErrorNotice subject={title} error={error} onRetry={retry} />
      </Section>
    );
  }
  if (!clearance || !store.matters) return null;
  const { status, expiresOn, statedOn, networkAllowed } = clearance;
  return (
    <Section title={title}>
      <p>
        {t(`clearance.${status}`, {
          expires: expiresOn ? formatDate(expiresOn) : '',
          stated: statedOn ? formatDate(statedOn) : '',
        })}
      </p>
      {!networkAllowed && <p className={css['note']}>{t('clearance.network')}</p>}
      {store.mayState && <Statement store={store} />}
    </Section>
  );
});

const Statement = observer(function Statement({ store }: { store: ClearanceStore }) {
  const t = useHostTexts();
  return (
    <div className={css['stack']}>
      <fieldset className={css['choices']}>
        <legend>{t('clearance.basis')}</legend>
        {personBasisSchema.options.map((basis) => (
          <label key={basis}>
            <input type="radio" name="basis" checked={store.basis === basis} onChange={() => store.choose(basis)} />{' '}
            {t(`clearance.basis.${basis}`)}
          </label>
        ))}
      </fieldset>
      <label>
        <input type="checkbox" checked={store.confirmed} onChange={(event) => store.confirm(event.target.checked)} />{' '}
        {t('clearance.confirm')}
      </label>
      <div className={css['buttons']}>
        <LightButton
          kind="primary"
          disabled={!store.confirmed}
          loading={store.stating.busy}
          onClick={() => void store.state()}
        >
          {t('clearance.state')}
        </LightButton>
      </div>
    </div>
  );
});
