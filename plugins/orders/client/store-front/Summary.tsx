import { lazy, Suspense, useId } from 'react';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';

import { LightInput, Link, messageOf, useTexts } from '@sinter/sdk/ui';
import { longest } from '@sinter/sdk/contract/orders/request';
import { needs } from '../request/AskedForm.ts';
import { Required } from '../request/Required.tsx';
import { RequestFields } from '../request/RequestFields.tsx';
import { Problems, Total } from '../request/Total.tsx';
import type { StoreFrontStore } from './StoreFrontStore.ts';
import css from '../request/request.module.css';

const Replaced = lazy(() => import('../request/Replaced.tsx'));
const VendorChoice = lazy(() => import('../vendors/VendorChoice.tsx'));
const TermsNote = lazy(() => import('../terms/TermsNote.tsx'));
const CustomFields = lazy(() => import('../request/CustomFields.tsx'));
const DateOffers = lazy(() => import('../dates/DateOffers.tsx'));

/** What the order costs as it stands, what else it needs, and the button that places it. */
export const Summary = observer(function Summary({ store }: { store: StoreFrontStore }) {
  const t = useTexts();
  const id = useId();
  const { form } = store.parts.asked;
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    void store.submit();
  };
  return (
    <form className={css['summary']} onSubmit={submit} noValidate aria-label={t('summary.title')}>
      <h2>{t('summary.title')}</h2>
      <Total parts={store.parts} />
      <Suspense fallback={null}>{store.parts.asked.isReplaced && <Replaced asked={store.parts.asked} />}</Suspense>
      <Suspense fallback={null}>{store.parts.pricesShown && <DateOffers offers={store.parts.dates} />}</Suspense>
      <div className={css['fields']}>
        <RequestFields values={store.details} tried={store.parts.tried} form={form} onChange={store.change} />
        {form && needs(form, 'thirdPartyOrderId') && (
          <label htmlFor={id}>
            <Required text={t('create.reference')} />
            <LightInput
              id={id}
              value={store.details.reference}
              maxLength={longest.thirdPartyOrderId}
              onChange={({ target }) => store.change({ reference: target.value })}
            />
          </label>
        )}
        {form !== null && form.fields.length > 0 && (
          <Suspense fallback={null}>
            <CustomFields
              fields={form.fields}
              answers={store.details.answers}
              controlled={store.parts.exportControlled ?? true}
              tried={store.parts.tried}
              onChange={(answers) => store.change({ answers })}
            />
          </Suspense>
        )}
      </div>
      <Suspense fallback={null}>
        {(form?.sourcing ?? null) === null && (
          <VendorChoice
            lines={store.parts.shown}
            exportControlled={store.parts.exportControlled}
            value={store.details}
            onChange={store.change}
          />
        )}
      </Suspense>
      {form && (needs(form, 'deliveryAddress') || needs(form, 'quoteDueDate')) && (
        <p className={css['quiet']}>
          {t('form.moreAsked')} <Link to="/order/create">{t('page.orderCreate')}</Link>
        </p>
      )}
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
