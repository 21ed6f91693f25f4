import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { EmptyState, Link, Page, useTexts } from '@sinter/sdk/ui';
import type { StoreFrontStore } from './StoreFrontStore.ts';
import css from '../request/request.module.css';

export default observer(function Placed({ store }: { store: StoreFrontStore }) {
  const t = useTexts();
  const { placed } = store;
  if (!placed) return null;
  const lost = store.choiceLost ? ` ${t('dates.lost')}` : '';
  const { requestStatus } = placed;
  const text = requestStatus === 'UNMATCHED' ? 'unmatched' : requestStatus === 'MATCHED' ? 'matched' : 'text';
  return (
    <Page title={t('page.storeFront')} width="normal">
      <EmptyState
        title={t('placed.title', { id: placed.id })}
        text={t(`placed.${text}`, { title: placed.displayTitle }) + lost}
        actions={
          <div className={css['next']}>
            <Link to={`/order-details/${placed.id}`} className={css['primaryLink']}>
              {t('placed.open', { id: placed.id })}
            </Link>
            <Button onClick={store.begin}>{t('placed.again')}</Button>
          </div>
        }
      />
    </Page>
  );
});
