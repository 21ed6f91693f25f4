import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { ErrorNotice, Loading, Page, Section, toast, useTexts, useStore } from '@sinter/sdk/ui';
import { Form, PhoneField, TextField } from '@sinter/sdk/ui/form';
import { noAddress, optionalAddressSchema } from './address.ts';
import { AddressFields } from './AddressFields.tsx';
import { CompanyProfileStore } from './CompanyProfileStore.ts';
import type { CompanyProfile } from './CompanyProfileStore.ts';
import { Deliveries } from './Deliveries.tsx';
import css from './profile.module.css';

/** The buyer company: who it is, where it is billed, where its parts go. */
export default observer(function CompanyProfilePage() {
  const t = useTexts();
  const store = useStore((host) => new CompanyProfileStore(host));
  const { details: profile, countries, error, retry } = store.company;
  return (
    <Page title={t('page.companyProfile')} width="normal">
      {error !== null && <ErrorNotice subject={t('page.companyProfile')} error={error} onRetry={retry} />}
      {!profile && error === null && <Loading />}
      {profile && (
        <>
          <Section title={t('profile.company')}>
            <Company store={store} profile={profile} />
          </Section>
          <Section title={t('profile.deliveries')}>
            <Deliveries store={store.deliveries} countries={countries} editable={store.mayEditDeliveries} />
          </Section>
        </>
      )}
    </Page>
  );
});

const Company = observer(function Company({ store, profile }: { store: CompanyProfileStore; profile: CompanyProfile }) {
  const t = useTexts();
  const disabled = !store.mayEdit;
  const schema = z.object({
    companyName: z.string().trim().min(1, t('profile.name.needed')).max(200),
    phone: z.string().trim().max(40),
    billingAddress: optionalAddressSchema(t),
  });
  const { companyName, phone, billingAddress } = profile;
  return (
    <Form
      keep="admin.company"
      initialValues={{ companyName, phone, billingAddress: { ...noAddress, ...billingAddress } }}
      schema={schema}
      onSubmit={async (values, form) => {
        await store.save(values);
        form.resetForm({ values: { ...values, billingAddress: { ...noAddress, ...values.billingAddress } } });
        toast.success(t('profile.saved'));
      }}
    >
      {({ isSubmitting, dirty }) => (
        <>
          {disabled && <p className={css['note']}>{t('profile.readOnly')}</p>}
          <div className={css['fields']}>
            <TextField name="companyName" label={t('profile.name')} required disabled={disabled} maxLength={200} />
            <PhoneField
              name="phone"
              label={t('profile.phone')}
              disabled={disabled}
              countries={store.company.countries}
            />
          </div>
          <h3 className={css['heading']}>{t('profile.billing')}</h3>
          <AddressFields prefix="billingAddress." countries={store.company.countries} withContact disabled={disabled} />
          {!disabled && (
            <div className={css['footer']}>
              <Button type="primary" htmlType="submit" loading={isSubmitting} disabled={!dirty}>
                {t('common.save')}
              </Button>
            </div>
          )}
        </>
      )}
    </Form>
  );
});
