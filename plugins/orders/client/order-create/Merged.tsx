import { Button } from 'antd';
import { useTexts } from '@sinter/sdk/ui';
import type { RequestStore } from './RequestStore.ts';
import css from './orderCreate.module.css';

interface MergedProps {
  store: RequestStore;
  merged: NonNullable<RequestStore['merged']>;
}

/** Another tab or machine has changed the same request. */
export default function Merged({ store, merged }: MergedProps) {
  const t = useTexts();
  const what = merged.conflicts.map((name) => t(`create.field.${name}`)).join(', ');
  return (
    <div role="status" className={css['merged']}>
      <span>{what === '' ? t('create.merged') : t('create.conflict', { what })}</span>
      {what !== '' && (
        <Button size="small" onClick={() => store.useTheirs()}>
          {t('create.useTheirs')}
        </Button>
      )}
      <Button size="small" onClick={() => store.keepMine()}>
        {t(what === '' ? 'shop.dismiss' : 'create.keepMine')}
      </Button>
    </div>
  );
}
