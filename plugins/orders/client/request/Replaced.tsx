import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { useTexts } from '@sinter/sdk/ui';
import type { AskedForm } from './AskedForm.ts';
import css from './request.module.css';

/** The form was published anew while somebody fills it in: they choose. */
export default observer(function Replaced({ asked }: { asked: AskedForm }) {
  const t = useTexts();
  return (
    <div role="status" className={css['replaced']}>
      <span>{t('form.replaced')}</span>
      <Button size="small" type="primary" onClick={() => asked.take()}>
        {t('form.takeNew')}
      </Button>
      <Button size="small" onClick={() => asked.keep()}>
        {t('form.keepOld')}
      </Button>
    </div>
  );
});
