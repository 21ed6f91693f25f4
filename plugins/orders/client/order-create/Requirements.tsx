import { useId } from 'react';
import { Checkbox, Input } from 'antd';
import { observer } from 'mobx-react-lite';
import { quoteDays } from '@sinter/sdk/contract/orders/orders';
import { longest } from '@sinter/sdk/contract/orders/request';
import { useTexts } from '@sinter/sdk/ui';
import { DateInput, today } from '@sinter/sdk/ui/dates';
import { noonOf, RequestFields, type CommonFields } from '../request/RequestFields.tsx';
import requestCss from '../request/request.module.css';
import type { RequestStore } from './RequestStore.ts';

/** What the facilities have to know and to keep to. */
export const Requirements = observer(function Requirements({ store }: { store: RequestStore }) {
  const t = useTexts();
  const id = useId();
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
      <RequestFields values={{ title, notes, useCase, wantedDate }} tried={store.parts.tried} onChange={change} />
      <label htmlFor={`${id}-due`}>
        {t('create.quoteDue')}
        <DateInput
          id={`${id}-due`}
          label={t('create.quoteDue')}
          value={quoteDueDate?.slice(0, 10) ?? null}
          min={today()}
          onChange={(date) => store.change({ quoteDueDate: noonOf(date) })}
        />
        <span className={requestCss['quiet']}>{t('create.quoteDue.hint', { count: quoteDays })}</span>
      </label>
      <label htmlFor={`${id}-reference`}>
        {t('create.reference')}
        <Input
          id={`${id}-reference`}
          value={thirdPartyOrderId}
          maxLength={longest.thirdPartyOrderId}
          placeholder={t('create.reference.hint')}
          onChange={(event) => store.change({ thirdPartyOrderId: event.target.value })}
        />
      </label>
      <div>
        <Checkbox checked={ndaRequired} onChange={(event) => store.change({ ndaRequired: event.target.checked })}>
          {t('create.nda')}
        </Checkbox>
        <p className={requestCss['quiet']}>{t('create.nda.hint')}</p>
      </div>
    </div>
  );
});
