import { lazy, Suspense } from 'react';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';

import { messageOf, useTexts } from '@sinter/sdk/ui';
import { RequestFields } from '../request/RequestFields.tsx';
import { Problems, Total } from '../request/Total.tsx';
import type { StoreFrontStore } from './StoreFrontStore.ts';
import css from '../request/request.module.css';

const VendorChoice = lazy(() => import('../vendors/VendorChoice.tsx'));
const TermsNote = lazy(() => import('../terms/TermsNote.tsx'));
const DateOffers = lazy(() => import('../dates/DateOffers.tsx'));

/** What the order costs as it stands, what else it needs, and the button that places it. */
export const Summary = observer(function Summary({ store }: { store: StoreFrontStore }) {
  const t = useTexts();
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    void store.submit();
  };
  return (
    <form className={css['summary']} onSubmit={submit} noValidate aria-label={t('summary.title')}>
      <h2>{t('summary.title')}</h2>
      <Total parts={store.parts} />
      <Suspense fallback={null}>
        <DateOffers offers={store.parts.dates} />
      </Suspense>
      <div className={css['fields']}>
        <RequestFields values={store.details} tried={store.parts.tried} onChange={store.change} />
      </div>
      <Suspense fallback={null}>
        <VendorChoice
          lines={store.parts.shown}
          exportControlled={store.parts.exportControlled}
          value={store.details}
          onChange={store.change}
        />
      </Suspense>
      <Problems tried={store.parts.tried} problems={store.problems} />
      {store.sendError ? (
        <p role="alert" className={css['failed']}>
          {messageOf(store.sendError)}
        </p>
      ) : null}
      <Button type="primary" size="large" htmlType="submit" block loading={store.sending}>
        {t('summary.submit')}
      </Button>
      <p className={css['quiet']}>{t('summary.note')}</p>
      <Suspense fallback={null}>
        <TermsNote onTerms={store.show} />
      </Suspense>
    </form>
  );
});
