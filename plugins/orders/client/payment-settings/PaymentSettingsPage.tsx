import { useMemo } from 'react';
import { observer } from 'mobx-react-lite';
import type { PaymentSettings } from '@sinter/sdk/contract/orders/payments';
import {
  ConfirmDialog,
  ErrorNotice,
  LightButton,
  Loading,
  Page,
  Section,
  toast,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { FieldFrame, Form, SelectField, SwitchField } from '@sinter/sdk/ui/form';
import { Select } from '@sinter/sdk/ui/select';
import { CardSection } from './CardSection.tsx';
import { PaymentSettingsStore } from './PaymentSettingsStore.ts';
import { valuesOf, valuesSchema } from './paymentValues.ts';
import css from './paymentSettings.module.css';

/** How customers may pay the facility: by purchase order, on account, by card. */
export default observer(function PaymentSettingsPage() {
  const t = useTexts();
  const store = useStore((host) => new PaymentSettingsStore(host));
  const { answer, error, retry } = store.reading;
  return (
    <Page title={t('page.payments')} width="narrow">
      {error !== null && <ErrorNotice subject={t('page.payments')} error={error} onRetry={retry} />}
      {!answer && error === null && <Loading />}
      {answer && <SettingsForm key={JSON.stringify(answer)} store={store} settings={answer} />}
      <ConfirmDialog
        open={store.asked !== null}
        title={t('payset.off.ask')}
        yes={t('payset.off.yes')}
        no={t('payset.off.no')}
        onAnswer={(yes) => store.answer(yes)}
      >
        {t('payset.off.text', { count: store.asked ?? 0 })}
      </ConfirmDialog>
    </Page>
  );
});

function SettingsForm({ store, settings }: { store: PaymentSettingsStore; settings: PaymentSettings }) {
  const t = useTexts();
  const schema = useMemo(() => valuesSchema(t('payset.noAddress')), [t]);
  return (
    <Form
      keep="orders.payments"
      secrets={['secretKey', 'webhookSecret']}
      initialValues={valuesOf(settings)}
      schema={schema}
      onSubmit={async (changed, { setFieldValue }) => {
        if (await store.save(changed)) return toast.success(t('payset.saved'));
        // Cards need their keys.
        if (changed.secretKey === null) await setFieldValue('secretKey', '');
        if (changed.webhookSecret === null) await setFieldValue('webhookSecret', '');
        await setFieldValue('card', true);
      }}
    >
      {({ values, dirty, isSubmitting }) => (
        <div className={css['settings']}>
          <p className={css['quiet']}>{t('payset.intro')}</p>
          <Section title={t('payset.po')}>
            <SwitchField name="purchaseOrder" label={t('payset.po.on')} hint={t('payset.po.hint')} />
          </Section>
          <Section title={t('payset.account')}>
            <div className={css['fields']}>
              <SelectField
                name="onAccount"
                label={t('payset.account.who')}
                hint={t('payset.account.hint')}
                options={(['NOBODY', 'EVERYBODY', 'CHOSEN'] as const).map((value) => ({
                  value,
                  label: t(`payset.account.${value}`),
                }))}
              />
              {values.onAccount === 'CHOSEN' && (
                <FieldFrame<number[]>
                  name="accountCompanyIds"
                  label={t('payset.customers')}
                  hint={t(settings.customers.length === 0 ? 'payset.customers.none' : 'payset.customers.hint')}
                >
                  {({ value, change, control }) => (
                    <Select<number[]>
                      {...control}
                      value={value}
                      mode="multiple"
                      style={{ width: '100%' }}
                      options={settings.customers.map(({ id, name }) => ({ value: id, label: name }))}
                      showSearch={{ optionFilterProp: 'label' }}
                      onChange={change}
                    />
                  )}
                </FieldFrame>
              )}
            </div>
          </Section>
          <CardSection settings={settings} />
          {!values.purchaseOrder && values.onAccount === 'NOBODY' && !values.card && (
            <p role="status" className={css['warn']}>
              {t('payset.nothing')}
            </p>
          )}
          <div>
            <LightButton kind="primary" type="submit" disabled={!dirty} loading={isSubmitting}>
              {t('payset.save')}
            </LightButton>
          </div>
        </div>
      )}
    </Form>
  );
}
