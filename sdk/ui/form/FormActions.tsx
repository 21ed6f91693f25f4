import { useContext } from 'react';
import { Button } from 'antd';
import { useFormikContext } from 'formik';
import { useUiTexts } from '../host.ts';
import { DraftContext } from './Draft.tsx';
import { DrawerContext } from './DrawerContext.ts';
import css from './form.module.css';

interface FormActionsProps {
  /** On the button that saves; 'Save' when left out. */
  save?: string;
  /** On the other one; 'Cancel' when left out. */
  cancel?: string;
  disabled?: boolean;
  /** What was removed or revoked does not come back. */
  danger?: boolean;
  /** Gives the form up; without it, the drawer around it is closed. */
  onCancel?: () => void;
}

/** At the end of a form: gives it up, or saves it. */
export function FormActions({ save, cancel, disabled = false, danger = false, onCancel }: FormActionsProps) {
  const t = useUiTexts();
  const { isSubmitting } = useFormikContext();
  const drawer = useContext(DrawerContext);
  const draft = useContext(DraftContext);
  const giveUp = () => {
    if (!onCancel) return drawer?.close();
    draft.forget();
    onCancel();
  };
  return (
    <div className={css['actions']}>
      <Button onClick={giveUp}>{cancel ?? t('form.cancel')}</Button>
      <Button type="primary" danger={danger} htmlType="submit" loading={isSubmitting} disabled={disabled}>
        {save ?? t('form.save')}
      </Button>
    </div>
  );
}
