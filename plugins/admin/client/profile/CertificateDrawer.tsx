import moment from 'moment';
import type { Moment } from 'moment';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { toast, useTexts } from '@sinter/sdk/ui';
import { DateTimeField } from '@sinter/sdk/ui/dates';
import { TextField } from '@sinter/sdk/ui/form';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import type { Certificate, CertificateList } from './certificates.ts';

interface CertificateDrawerProps {
  store: CertificateList;
  /** `null`: a new one. */
  certificate: Certificate | null;
}

export default observer(function CertificateDrawer({ store, certificate }: CertificateDrawerProps) {
  const t = useTexts();
  const schema = z.object({
    name: z.string().trim().min(1, t('profile.certificate.name.needed')).max(200),
    issuer: z.string().trim().max(200),
    validUntil: z.custom<Moment | null>(),
  });
  return (
    <FormDrawer
      title={t(certificate ? 'profile.certificate.edit' : 'profile.certificate.add')}
      size={460}
      onClose={store.close}
      initialValues={{
        name: certificate?.name ?? '',
        issuer: certificate?.issuer ?? '',
        validUntil: certificate?.validUntil ? moment(certificate.validUntil, 'YYYY-MM-DD') : null,
      }}
      schema={schema}
      onSubmit={async ({ name, issuer, validUntil }) => {
        const day = validUntil?.format('YYYY-MM-DD') ?? null;
        await store.save({ ...(certificate ? { id: certificate.id } : {}), name, issuer, validUntil: day });
        toast.success(t('profile.certificate.saved', { name }));
      }}
    >
      <TextField name="name" label={t('profile.certificate.name')} required maxLength={200} />
      <TextField name="issuer" label={t('profile.certificate.issuer')} maxLength={200} />
      <DateTimeField
        name="validUntil"
        label={t('profile.certificate.validUntil')}
        withTime={false}
        hint={t('profile.certificate.validUntil.hint')}
      />
    </FormDrawer>
  );
});
