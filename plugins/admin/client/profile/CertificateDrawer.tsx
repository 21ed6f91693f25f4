import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { toast, useTexts } from '@sinter/sdk/ui';
import { DateField } from '@sinter/sdk/ui/dates';
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
    validUntil: z.string().nullable(),
  });
  return (
    <FormDrawer
      keep={`admin.certificate.${certificate?.id ?? 'new'}`}
      title={t(certificate ? 'profile.certificate.edit' : 'profile.certificate.add')}
      size={460}
      onClose={store.close}
      initialValues={{
        name: certificate?.name ?? '',
        issuer: certificate?.issuer ?? '',
        validUntil: certificate?.validUntil ?? null,
      }}
      schema={schema}
      onSubmit={async (values) => {
        await store.save({ ...(certificate ? { id: certificate.id } : {}), ...values });
        toast.success(t('profile.certificate.saved', { name: values.name }));
      }}
    >
      <TextField name="name" label={t('profile.certificate.name')} required maxLength={200} />
      <TextField name="issuer" label={t('profile.certificate.issuer')} maxLength={200} />
      <DateField
        name="validUntil"
        label={t('profile.certificate.validUntil')}
        hint={t('profile.certificate.validUntil.hint')}
      />
    </FormDrawer>
  );
});
