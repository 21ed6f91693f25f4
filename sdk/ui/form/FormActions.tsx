import { Button } from 'antd';
import { useFormikContext } from 'formik';
import { useUiTexts } from '../host.ts';
import css from './form.module.css';

interface FormActionsProps {
  /** On the button that saves; 'Save' when left out. */
  save?: string;
  /** On the other one; 'Cancel' when left out. */
  cancel?: string;
  disabled?: boolean;
  onCancel: () => void;
}

/** At the end of a form: gives it up, or saves it. */
export function FormActions({ save, cancel, disabled = false, onCancel }: FormActionsProps) {
  const t = useUiTexts();
  const { isSubmitting } = useFormikContext();
  return (
    <div className={css['actions']}>
      <Button onClick={onCancel}>{cancel ?? t('form.cancel')}</Button>
      <Button type="primary" htmlType="submit" loading={isSubmitting} disabled={disabled}>
        {save ?? t('form.save')}
      </Button>
    </div>
  );
}
