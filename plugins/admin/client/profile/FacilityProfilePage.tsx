import { Button, Switch } from 'antd';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { facilityProfile } from '@sinter/sdk/contract/admin/facilityProfile';
import { ErrorNotice, Loading, Page, Section, Slot, toast, useTexts, useUnsaved, useStore } from '@sinter/sdk/ui';
import { Form, PhoneField, SelectField, TextareaField, TextField } from '@sinter/sdk/ui/form';
import { timeZoneChoices } from '../parts/choices.ts';
import { noAddress, optionalAddressSchema } from './address.ts';
import { AddressFields } from './AddressFields.tsx';
import { Certificates } from './Certificates.tsx';
import { FacilityProfileStore } from './FacilityProfileStore.ts';
import type { FacilityProfile } from './FacilityProfileStore.ts';
import { Logo } from './Logo.tsx';
import css from './profile.module.css';

/** What this site is, and what it holds. */
export default observer(function FacilityProfilePage() {
  const t = useTexts();
  const store = useStore((host) => new FacilityProfileStore(host));
  const { details: profile, error, retry } = store.facility;
  useUnsaved(store.newLogo !== null || store.uploading.busy);
  return (
    <Page title={t('page.facilityProfile')} width="normal">
      {error !== null && <ErrorNotice subject={t('page.facilityProfile')} error={error} onRetry={retry} />}
      {!profile && error === null && <Loading />}
      {profile && (
        <>
          <Section title={t('profile.details')}>
            <Details store={store} profile={profile} />
          </Section>
          <Section title={t('profile.certificates')}>
            <Certificates store={store.certificates} />
          </Section>
          <Slot name={facilityProfile} props={{}} />
          <Section title={t('profile.marketplace')}>
            <Marketplace store={store} profile={profile} />
          </Section>
        </>
      )}
    </Page>
  );
});

interface PartProps {
  store: FacilityProfileStore;
  profile: FacilityProfile;
}

const Details = observer(function Details({ store, profile }: PartProps) {
  const t = useTexts();
  const schema = z.object({
    companyName: z.string().trim().min(1, t('profile.name.needed')).max(200),
    address: optionalAddressSchema(t),
    phone: z.string().trim().max(40),
    website: z.literal('').or(z.url({ protocol: /^https?$/, error: t('profile.website.wrong') }).max(300)),
    description: z.string().max(5000),
    timeZone: z.string(t('profile.timeZone.needed')),
  });
  const { companyName, address, phone, website, description, timeZone } = profile;
  return (
    <Form
      keep="admin.facility"
      initialValues={{ companyName, address: { ...noAddress, ...address }, phone, website, description, timeZone }}
      schema={schema}
      onSubmit={async (values, form) => {
        await store.save(values);
        form.resetForm({ values: { ...values, address: { ...noAddress, ...values.address } } });
        toast.success(t('profile.saved'));
      }}
    >
      {({ isSubmitting, dirty }) => (
        <>
          <Logo store={store} />
          <div className={css['fields']}>
            <TextField name="companyName" label={t('profile.name')} required maxLength={200} />
            <SelectField
              name="timeZone"
              label={t('profile.timeZone')}
              required
              options={timeZoneChoices()}
              hint={t('profile.timeZone.hint')}
            />
            <PhoneField name="phone" label={t('profile.phone')} countries={store.facility.countries} />
            <TextField name="website" label={t('profile.website')} type="url" maxLength={300} />
          </div>
          <TextareaField name="description" label={t('profile.description')} maxLength={5000} />
          <h3 className={css['heading']}>{t('profile.address')}</h3>
          <AddressFields prefix="address." countries={store.facility.countries} />
          <div className={css['footer']}>
            <Button
              type="primary"
              htmlType="submit"
              loading={isSubmitting}
              disabled={(!dirty && store.newLogo === null) || store.uploading.busy}
            >
              {t('common.save')}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
});

const Marketplace = observer(function Marketplace({ store, profile }: PartProps) {
  const t = useTexts();
  return (
    <div className={css['switch']}>
      <Switch
        aria-label={t('profile.marketplace.switch')}
        checked={profile.marketplace}
        loading={store.offering.busy}
        onChange={(enabled) => void store.offering.run(enabled)}
      />
      <div>
        <p>{t(profile.marketplace ? 'profile.marketplace.on' : 'profile.marketplace.off')}</p>
        {store.offering.problem !== null && (
          <p role="alert" className={css['problem']}>
            {store.offering.problem}
          </p>
        )}
      </div>
    </div>
  );
});
