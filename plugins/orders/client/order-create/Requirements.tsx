import { lazy, Suspense, useId } from 'react';
import { Checkbox, Input } from 'antd';
import { observer } from 'mobx-react-lite';
import { quoteDays } from '@sinter/sdk/contract/orders/orders';
import { longest } from '@sinter/sdk/contract/orders/request';
import { useTexts } from '@sinter/sdk/ui';
import { DateInput, today } from '@sinter/sdk/ui/dates';
import { noonOf, RequestFields, type CommonFields } from '../request/RequestFields.tsx';
import requestCss from '../request/request.module.css';
import { needs, shows } from '../request/AskedForm.ts';
import { Named } from '../request/Required.tsx';
import type { RequestStore } from './RequestStore.ts';

const CustomFields = lazy(() => import('../request/CustomFields.tsx'));

/** What the facilities have to know and to keep to. */
export const Requirements = observer(function Requirements({ store }: { store: RequestStore }) {
  const t = useTexts();
  const id = useId();
  const { form } = store.parts.asked;
  const { displayTitle: title, notes, primaryUseCase: useCase, estimatedDeliveryDate: wantedDate } = store.fields;
  const { quoteDueDate, thirdPartyOrderId, ndaRequired } = store.fields;
  const change = (values: Partial<CommonFields>) =>
    store.change({
      ...(values.title === undefined ? {} : { displayTitle: values.title }),
      ...(values.notes === undefined ? {} : { notes: values.notes }),
      ...(values.useCase === undefined ? {} : { primaryUseCase: values.useCase }),
      ...(values.wantedDate === undefined ? {} : { estimatedDeliveryDate: values.wantedDate }),
    });
  return (
    <div className={requestCss['fields']}>
      <RequestFields
        values={{ title, notes, useCase, wantedDate }}
        tried={store.parts.tried}
        form={form}
        onChange={change}
      />
      {form?.quoteWindowDays != null && (
        <p className={requestCss['quiet']}>{t('form.quoteWindow', { count: form.quoteWindowDays })}</p>
      )}
      {form?.quoteWindowDays == null && shows(form, 'quoteDueDate') && (
        <label htmlFor={`${id}-due`}>
          <Named text={t('create.quoteDue')} needed={needs(form, 'quoteDueDate')} />
          <DateInput
            id={`${id}-due`}
            label={t('create.quoteDue')}
            value={quoteDueDate?.slice(0, 10) ?? null}
            min={today()}
            onChange={(date) => store.change({ quoteDueDate: noonOf(date) })}
          />
          <span className={requestCss['quiet']}>{t('create.quoteDue.hint', { count: quoteDays })}</span>
        </label>
      )}
      {shows(form, 'thirdPartyOrderId') && (
        <label htmlFor={`${id}-reference`}>
          <Named text={t('create.reference')} needed={needs(form, 'thirdPartyOrderId')} />
          <Input
            id={`${id}-reference`}
            value={thirdPartyOrderId}
            maxLength={longest.thirdPartyOrderId}
            placeholder={t('create.reference.hint')}
            onChange={(event) => store.change({ thirdPartyOrderId: event.target.value })}
          />
        </label>
      )}
      {form?.nda === 'ALWAYS' && <p className={requestCss['quiet']}>{t('form.ndaAlways')}</p>}
      {(form?.nda ?? 'ASK') === 'ASK' && (
        <div>
          <Checkbox checked={ndaRequired} onChange={(event) => store.change({ ndaRequired: event.target.checked })}>
            {t('create.nda')}
          </Checkbox>
          <p className={requestCss['quiet']}>{t('create.nda.hint')}</p>
        </div>
      )}
      {form !== null && form.fields.length > 0 && (
        <Suspense fallback={null}>
          <CustomFields
            fields={form.fields}
            answers={store.fields.answers}
            controlled={store.parts.exportControlled ?? true}
            tried={store.parts.tried}
            onChange={(answers) => store.change({ answers })}
          />
        </Suspense>
      )}
    </div>
  );
});
