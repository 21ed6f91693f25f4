import { useTexts } from '@sinter/sdk/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import css from './drawer.module.css';

interface FormButtonsProps {
  /** What saves it. */
  save: string;
  saving: boolean;
  disabled: boolean;
  onCancel: () => void;
  /** What is said right above them. */
  children: ReactNode;
}

/** At the end of a form in the drawer; in sight however long it is. */
export function FormButtons({ save, saving, disabled, onCancel, children }: FormButtonsProps) {
  const t = useTexts();
  return (
    <div className={css['footer']}>
      {children}
      <div className={css['buttons']}>
        <Button onClick={onCancel}>{t('form.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={saving} disabled={disabled}>
          {save}
        </Button>
      </div>
    </div>
  );
}
