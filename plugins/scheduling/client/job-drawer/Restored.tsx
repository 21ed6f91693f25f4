import { useTexts } from '@sinter/sdk/ui';
import css from './drawer.module.css';

/** Above a form that was begun before the page was loaded again. */
export function Restored() {
  const t = useTexts();
  return (
    <p role="status" className={css['restored']}>
      {t('form.restored')}
    </p>
  );
}
