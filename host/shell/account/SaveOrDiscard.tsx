import { useFormikContext } from 'formik';
import { LightButton } from '@sinter/sdk/ui';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import css from './account.module.css';

/** The buttons of a form that stays open: what was changed is saved, or put back. */
export function SaveOrDiscard() {
  const t = useHostTexts();
  const { dirty, isSubmitting, resetForm } = useFormikContext();
  return (
    <div className={css['buttons']}>
      <LightButton kind="primary" type="submit" loading={isSubmitting} disabled={!dirty}>
        {t('account.save')}
      </LightButton>
      {dirty && <LightButton onClick={() => resetForm()}>{t('account.discard')}</LightButton>}
    </div>
  );
}
